/** What the configuration's table `[gate]` says, as the family gets it. */
import { z } from "zod";

/** Every setting has a default, so that nothing needs to be configured. */
export const gateSettings = z.strictObject({
  /** Whether a model is asked about what the rules leave grey. */
  l1Enabled: z.boolean().default(false),
  /** How the model is asked. */
  engine: z.enum(["systemone", "ollama"]).default("systemone"),
  /** Base URL of the model's service. */
  server: z.string().max(2_048).default("http://127.0.0.1:8155"),
  /** Further origins that a call's `server` may name. */
  servers: z.array(z.string().max(2_048)).max(16).default([]),
  /** Whether a service may be elsewhere than on this machine. */
  allowRemote: z.boolean().default(false),
  /** Milliseconds for a whole consultation. */
  timeoutMs: z.number().min(100).max(300_000).default(5_000),
  /** The model's name; null for the engine's own default. */
  model: z.string().max(256).nullable().default(null),
  /** Absolute path of the file with the service's bearer token. */
  tokenFile: z.string().max(4_096).nullable().default(null),
  /** May only tighten: a configured value milder than the default is refused when it is loaded. */
  noulThreshold: z.number().min(0.65).max(1).default(0.65),
  denyAt: z.number().min(2).max(7).default(7),
  askAt: z.number().min(2).max(4).default(4),
  /** Absolute path of the operator's rules. */
  rulesFile: z.string().max(4_096).nullable().default(null),
});

/** The settings in force. */
export type GateSettings = z.output<typeof gateSettings>;
