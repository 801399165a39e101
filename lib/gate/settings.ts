/** What the configuration's table `[gate]` says, as the family gets it. */
import { z } from "zod";

/** Every setting has a default, so that nothing needs to be configured. */
export const gateSettings = z.strictObject({
  /** Whether a model is asked about what the rules leave grey. */
  l1Enabled: z.boolean().default(false),
  /** How the model is asked. */
  engine: z.enum(["systemone", "ollama"]).default("systemone"),
  /** Base URL of the model's service; the only one that is sent the token. */
  server: z.string().max(2_048).default("http://127.0.0.1:8155"),
  /** Base URLs of further services that a call's `server` may name, besides those on this machine. */
  servers: z.array(z.string().max(2_048)).max(16).default([]),
  /** Whether a service may be elsewhere than on this machine. */
  allowRemote: z.boolean().default(false),
  /** Milliseconds for a whole consultation. */
  timeoutMs: z.number().min(100).max(300_000).default(5_000),
  /** The model's name; null for the engine's own default. */
  model: z.string().max(256).nullable().default(null),
  /** Absolute path of the file with the service's bearer token. */
  tokenFile: z.string().max(4_096).nullable().default(null),
  /** Probability from which a command counts as safe. This and the next two may only be stricter than their default. */
  noulThreshold: z.number().min(0.65).max(1).default(0.65),
  /** Danger from 2 to 10 from which a command is denied. */
  denyAt: z.number().min(2).max(7).default(7),
  /** Danger from which a person is asked. */
  askAt: z.number().min(2).max(4).default(4),
  /** Absolute path of the operator's rules. */
  rulesFile: z.string().max(4_096).nullable().default(null),
});

/** The settings in force. */
export type GateSettings = z.output<typeof gateSettings>;
