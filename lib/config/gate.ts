/** The table `[gate]`, with the defaults that depend on more than one setting, and what no single value can show. */
import { endpointOf } from "../core/endpoint.ts";
import type { Key, Layer } from "./schema.ts";
import { configError, type Origin, shown } from "./source.ts";

/** What the layers give. */
export interface Layers {
  /** The value in force. */
  readonly value: <K extends Key>(key: K) => Layer[K] | undefined;
  /** The values of all layers, the strongest layer's first. */
  readonly all: <K extends Key>(key: K) => Exclude<Layer[K], undefined>[];
  readonly origin: (key: Key) => Origin;
}

/** The table in the form that the family's own schema takes; what is left out has the family's default. */
export interface GateTable {
  readonly engine: "systemone" | "ollama";
  readonly server: string;
  readonly servers: readonly string[];
  readonly allowRemote: boolean;
  readonly model?: string;
  readonly timeoutMs?: number;
  readonly l1Enabled?: boolean;
  readonly tokenFile?: string;
  readonly rulesFile?: string;
  readonly noulThreshold?: number;
  readonly denyAt?: number;
  readonly askAt?: number;
}

/** Where each engine listens unless it is told otherwise. */
const SERVERS = { systemone: "http://127.0.0.1:8155", ollama: "http://127.0.0.1:11434" } as const;

/**
 * The family's settings.
 *
 * @throws ToolError `CONFIG_INVALID` for a service on another machine without `allow_remote`, for a token that
 * would be sent there without encryption, and for an engine that needs a model's name and has none.
 *
 * @example
 * ```ts
 * import { gateSettings } from "gatehouse/config/gate.ts";
 *
 * const nothing = { value: () => undefined, all: () => [], origin: () => "default" };
 * if (gateSettings(nothing).server !== "http://127.0.0.1:8155") throw new Error("other default");
 * ```
 */
export function gateSettings({ value, all, origin }: Layers): GateTable {
  const engine = value("gate.engine") ?? "systemone";
  const server = value("gate.server") ?? SERVERS[engine];
  const servers = value("gate.servers") ?? [];
  const allowRemote = value("gate.allow_remote") ?? false;
  const model = value("gate.model");
  if (!allowRemote) {
    checkHere([server], origin("gate.server"));
    checkHere(servers, origin("gate.servers"));
  }
  if (engine === "ollama" && model === undefined) {
    throw configError(
      `The engine ollama from ${shown(origin("gate.engine"))} has no model`,
      "Give its name as --model, or model in the table [gate]",
    );
  }
  const tokenFile = value("gate.token_file");
  const endpoint = endpointOf(server);
  if (tokenFile !== undefined && endpoint?.loopback === false && !endpoint.origin.startsWith("https:")) {
    throw configError(
      `Could not send the token of ${shown(origin("gate.token_file"))} to ${
        shown(server)
      }: it would travel in the open`,
      "Give an https URL, or leave out token_file",
    );
  }
  const timeout = value("gate.timeout");
  return {
    engine,
    server,
    servers,
    allowRemote,
    ...given("model", model),
    ...given("timeoutMs", timeout === undefined ? undefined : Math.round(timeout * 1_000)),
    ...given("l1Enabled", value("gate.l1_enabled")),
    ...given("tokenFile", tokenFile),
    ...given("rulesFile", value("gate.rules")),
    // The strictest layer, not the strongest: whoever starts the program must not loosen what its operator wrote.
    ...given("noulThreshold", strictest(all("gate.noul_threshold"), Math.max)),
    ...given("denyAt", strictest(all("gate.deny_at"), Math.min)),
    ...given("askAt", strictest(all("gate.ask_at"), Math.min)),
  };
}

function checkHere(servers: readonly string[], origin: Origin): void {
  const elsewhere = servers.find((server) => endpointOf(server)?.loopback !== true);
  if (elsewhere === undefined) return;
  throw configError(
    `Could not use the decision service ${shown(elsewhere)} from ${shown(origin)}: it is on another machine`,
    "Set allow_remote = true in the table [gate] to send it commands, or give an address of this machine",
  );
}

function strictest(given: readonly number[], strict: (...all: number[]) => number): number | undefined {
  return given.length === 0 ? undefined : strict(...given);
}

function given<K extends string, T>(name: K, value: T | undefined): { [P in K]?: T } {
  // A computed name is typed as any text.
  return value === undefined ? {} : { [name]: value } as { [P in K]: T };
}
