/** The shapes that the parts of the family hand each other: settings, messages, tool results and reports. */

/** The three parts that a model plays, each with a context of its own. */
export type Role = "planner" | "coder" | "reviewer";

/** What is known of one configured check. The command is never shown to a model. */
export interface CheckSettings {
  /** 1–64 characters of `a-z A-Z 0-9 _ . -`, the first alphanumeric. */
  readonly name: string;
  /** The exact argv, 1–128 words. */
  readonly cmd: readonly string[];
  /** Milliseconds, 1–600,000. */
  readonly timeoutMs: number;
  /** A run counts as verified only when all of these pass. */
  readonly required: boolean;
  readonly kind: "check" | "test" | "lint" | "typecheck" | "diagnostics" | "build";
  /** What it covers: language names, extensions with their dot, or `*`. It never skips the check. */
  readonly filetypes: readonly string[];
}

/** The family's settings, as the configuration gives them: every value present, every path absolute. */
export interface FlowSettings {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** Files may be written and checks run. */
  readonly trusted: boolean;
  readonly endpoint: {
    /** An http or https origin. */
    readonly baseUrl: string;
    /** Which wire it speaks. */
    readonly api: "ollama" | "openai";
    /** 0–2. */
    readonly temperature: number;
    /** Tokens, 1,024–131,072. */
    readonly contextLength: number;
    /** Seconds until the first byte of an answer, and between two of its bytes; 0.1–600. */
    readonly timeoutSeconds: number;
    /** Hosts beyond this machine, and models that are not on it, may be asked. */
    readonly allowRemote: boolean;
  };
  /** The model of each role. */
  readonly models: Readonly<Record<Role, string>>;
  readonly agent: {
    /** Model turns of one role, 1–32. */
    readonly maxIterations: number;
    /** Rounds of coder, checks and reviewer, 1–5. */
    readonly maxCycles: number;
    /** Tool calls of a whole run, 1–256. */
    readonly maxToolCalls: number;
    /** Characters of the JSON that a role's messages make, 4,096–1,000,000. */
    readonly maxContextChars: number;
    /** Characters of a task, 1–100,000. */
    readonly maxTaskChars: number;
    /** Seconds of a whole run, 1–3,600. */
    readonly maxSeconds: number;
    /** Globs of files that a run must not change. */
    readonly protect: readonly string[];
    /** Variables that a check gets besides PATH, HOME, LANG and TMPDIR. */
    readonly checkEnv: readonly string[];
  };
  /** In the order in which they run. */
  readonly checks: readonly CheckSettings[];
  readonly editor: {
    /** Absolute path of Neovim's socket. */
    readonly socket: string;
    /** Seconds for one request, 0.1–660. */
    readonly timeoutSeconds: number;
    /** The account that must own the socket: ours, which a worker has no right to ask for. Null where there are none. */
    readonly uid: number | null;
  } | null;
  /** Absolute paths of files that are never written: the program's own configuration and state. */
  readonly ownFiles: readonly string[];
  /** Where the files of the last run are kept as they were before it; null when no place is known. */
  readonly undoDirectory: string | null;
  /** What the operator should know, a sentence each. */
  readonly warnings: readonly string[];
}

/** What the worker is told when it starts. */
export interface WorkerSetup {
  readonly settings: FlowSettings;
  /** How files are accessed: each checked by its identity, or, where that could not be proven, not at all. */
  readonly fileIo: "posix-checked" | "unavailable";
}

/** How a tool call, a check or a report ended. */
export type Status = "ok" | "failed" | "unverified" | "error" | "stale" | "unavailable" | "timeout";

/** What a model's tool call is answered with: plain data, bounded by whoever puts it into a message. */
export type ToolResult =
  & { readonly status: Status; readonly error?: string }
  & Readonly<Record<string, unknown>>;

/** A tool as a model is told of it; `parameters` is a flat JSON schema without extra properties. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A tool that a role may call: what it is told, and how it is carried out. Arguments have passed its schema. */
export interface RoleTool extends OfferedTool {
  run(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolResult>;
}

/** A call that a model made. */
export interface ModelCall {
  /** As the model gave it; null when it gave none. */
  readonly id: unknown;
  readonly name: string;
  /** The arguments as they came: an object, or the text that was no JSON object. */
  readonly args: unknown;
}

/** One message of a role's context. */
export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
    readonly role: "assistant";
    readonly content: string;
    readonly calls: readonly {
      readonly id: string;
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
    }[];
  }
  | { readonly role: "tool"; readonly id: string; readonly name: string; readonly content: string };

/** One turn that is asked of a model. */
export interface Turn {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  /** The JSON schema that the whole answer must have; only for a turn without tools. */
  readonly format?: Readonly<Record<string, unknown>>;
  /** Overrides the configured temperature: a turn that is asked again must be able to come out differently. */
  readonly temperature?: number;
}

/** What a model answered. Its thinking is left out, wherever it stood. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** The answer was cut by the model's own limit. */
  readonly cut: boolean;
  /** Tokens that the model says it has read; null when it did not say. */
  readonly promptTokens: number | null;
}

/** A model service. Everything it throws is a `ToolError` whose code begins with `MODEL_`. */
export interface ModelClient {
  /** One turn. */
  turn(turn: Turn, signal: AbortSignal): Promise<Answer>;
  /** What is known of a model before it is asked for anything. @throws ToolError when it cannot be used. */
  preflight(model: string, signal: AbortSignal): Promise<Preflight>;
  /** The installed models' names. */
  list(signal: AbortSignal): Promise<readonly string[]>;
}

/** What a service tells of a model. */
export interface Preflight {
  /** Null when the service does not say. */
  readonly tools: boolean | null;
  readonly thinking: boolean | null;
  /** Tokens that the model can take; null when the service does not say. */
  readonly contextLength: number | null;
}

/** Why a run is not verified, for a program; the first one is the first that stood in its way. */
export interface Reason {
  /** Stable, lower snake case. */
  readonly code: string;
  readonly message: string;
  readonly role?: Role;
  readonly path?: string;
  readonly check?: string;
}

/** How one check ended, as reports have it. */
export interface CheckEntry {
  readonly name: string;
  readonly status: Status;
  readonly source: "flow.check";
  readonly error?: string;
  readonly cmd?: readonly string[];
  /** Milliseconds. */
  readonly timeout?: number;
  readonly required?: boolean;
  readonly filetypes?: readonly string[];
  readonly kind?: CheckSettings["kind"];
  readonly workspace?: string;
  readonly revision?: number;
  /** Only when it ended by itself; the negative number of a signal. */
  readonly returncode?: number;
  readonly stdout?: string;
  readonly stdout_truncated?: boolean;
  readonly stderr?: string;
  readonly stderr_truncated?: boolean;
  readonly duration_ms?: number;
  /** Processes that had left the check's group and were ended; absent when none were looked for. */
  readonly escaped?: number;
  /** Workspace files that the check itself changed. */
  readonly rewrote?: readonly string[];
}

/** What `flow_check` answers. */
export interface CheckReport {
  readonly status: Status;
  readonly verified: boolean;
  readonly checks: readonly CheckEntry[];
  readonly reason?: string;
  readonly error?: string;
  readonly source?: string;
}

/** Static analysis of one changed file. */
export interface Coverage {
  readonly path: string;
  readonly language: string;
  readonly status: "ok" | "unverified";
  readonly source: "flow.check" | "rose.editor";
  /** The names of the checks that count for it. */
  readonly checks: readonly string[];
  readonly evidence: readonly Readonly<Record<string, unknown>>[];
  /** What the evidence is good for. */
  readonly scope: string;
}

/** The host's own verification of one cycle. */
export interface Verification extends CheckReport {
  readonly coverage?: readonly Coverage[];
  /** Successful writes in this process so far. */
  readonly revision?: number;
}

/** How one role ended. */
export interface RoleState {
  readonly role: Role;
  readonly model: string;
  readonly status: "ok" | "unverified" | "error";
  readonly turns: number;
  /** At most 16,000 characters. */
  readonly summary: string;
  readonly tool_errors: number;
  readonly error?: string;
  /** Of the reviewer. */
  readonly approved?: boolean;
  readonly issues?: readonly unknown[];
}

/** One tool call of a run. */
export interface CallEvent {
  readonly role: Role;
  readonly tool: string;
  readonly tool_call_id: string;
  readonly status: Status;
  readonly error?: string;
}

/** What `flow_run` answers. A run that was refused has only `status`, `verified`, `error` and `reasons`. */
export interface RunReport {
  readonly status: Status;
  readonly verified: boolean;
  readonly reasons: readonly Reason[];
  readonly error?: string;
  readonly task?: string;
  readonly roles?: readonly RoleState[];
  readonly events?: readonly CallEvent[];
  readonly changed_files?: readonly string[];
  /** Of the changed files, those that are tests or configure checks. */
  readonly changed_tests?: readonly string[];
  readonly checks?: readonly CheckEntry[];
  readonly verification?: Verification | Readonly<Record<string, never>>;
  readonly verification_history?: readonly Verification[];
  readonly model_calls?: number;
  readonly tool_calls?: number;
  readonly cycles?: number;
  readonly summary?: string;
}

/** What happens in a run, as it happens; plain data, texts bounded. */
export type Step =
  | { readonly kind: "role"; readonly role: Role; readonly model: string; readonly cycle: number }
  | { readonly kind: "turn"; readonly role: Role; readonly turn: number; readonly of: number }
  | { readonly kind: "tool"; readonly role: Role; readonly tool: string; readonly path?: string }
  | { readonly kind: "tool_end"; readonly role: Role; readonly tool: string; readonly status: Status }
  | {
    readonly kind: "role_end";
    readonly role: Role;
    readonly status: RoleState["status"];
    readonly turns: number;
  }
  | { readonly kind: "check"; readonly name: string }
  | { readonly kind: "check_end"; readonly name: string; readonly status: Status; readonly ms: number }
  | {
    readonly kind: "verified";
    readonly cycle: number;
    readonly status: Status;
    readonly verified: boolean;
  };
