/** What is in force once all layers are read. */
import type { GateTable } from "./gate.ts";
import type { LogSettings } from "../core/log.ts";
import type { Policy } from "../core/policy.ts";
import type { FlowTable } from "./flow.ts";
import type { HostsTable } from "./hosts.ts";
import type { SkillsTable } from "./skills.ts";
import type { TelemetryTable } from "./telemetry.ts";

/** Every setting that is in force. */
export interface Settings {
  /** The served families; null means all. */
  readonly families: readonly string[] | null;
  /** Leave out every tool that changes something. */
  readonly readOnly: boolean;
  readonly transport: "stdio" | "http";
  /** The literal address that HTTP binds. */
  readonly host: "127.0.0.1" | "::1";
  /** 0–65535; 0 lets the system choose. */
  readonly port: number;
  /** Absolute path of the file with the bearer token; null when HTTP goes without. */
  readonly tokenFile: string | null;
  /** Absolute path of the state directory; null when neither a home nor a state directory is known. */
  readonly stateDirectory: string | null;
  readonly log: LogSettings;
  /** Null when nobody named a collector: then nothing is traced. */
  readonly telemetry: TelemetryTable | null;
  /** Each family's own settings by its name, in the form that the family's schema takes. */
  readonly familySettings: {
    readonly gate: GateTable;
    readonly skills: SkillsTable;
    readonly hosts: HostsTable;
    /** Null without a workspace. */
    readonly flow: FlowTable | null;
  };
  /** What callers may do. */
  readonly policy: Policy;
  /** By family: what of its tools' needs is configured. */
  readonly has: Readonly<Record<string, readonly string[]>>;
  /** Who calls over stdio and from the command line; null for the account that runs the program. */
  readonly principal: string | null;
  /** Absolute path of the file that alone keeps the approvals; null when they are kept with the rest of the state. */
  readonly approvalFile: string | null;
  /** Bytes of one HTTP request; null for the default. */
  readonly maxRequestBytes: number | null;
}

/** The port of HTTP. */
export const DEFAULT_PORT = 8255;

/** The port when `MCP_TRANSPORT=streamable-http` chose HTTP: what its users' clients are set to. */
export const STREAMABLE_PORT = 8000;
