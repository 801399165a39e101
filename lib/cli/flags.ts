/** The flags that commands share, each declared once. */

/**
 * A flag whose text is read elsewhere: by the configuration's schema, or by the command itself.
 *
 * @example
 * ```ts
 * import { text } from "gatehouse/cli/flags.ts";
 *
 * if (!text("FILE", "Read this file").optional) throw new Error("not optional");
 * ```
 */
export function text(placeholder: string, brief: string) {
  return { kind: "parsed", parse: String, optional: true, placeholder, brief } as const;
}

/**
 * A flag that is given once for each item of a list, in their order.
 *
 * @example
 * ```ts
 * import { list } from "gatehouse/cli/flags.ts";
 *
 * if (!list("TEXT", "One of them").variadic) throw new Error("not a list");
 * ```
 */
export function list(placeholder: string, brief: string) {
  return { kind: "parsed", parse: String, variadic: true, placeholder, brief } as const;
}

/**
 * A flag without a value.
 *
 * @example
 * ```ts
 * import { toggle } from "gatehouse/cli/flags.ts";
 *
 * if (toggle("Print JSON").kind !== "boolean") throw new Error("takes a value");
 * ```
 */
export function toggle(brief: string) {
  return { kind: "boolean", optional: true, withNegated: false, brief } as const;
}

/**
 * The flag, left out of the command's page: another page tells of it, and each page has to fit a screen.
 *
 * @example
 * ```ts
 * import { hidden, toggle } from "gatehouse/cli/flags.ts";
 *
 * if (!hidden(toggle("Print JSON")).hidden) throw new Error("shown");
 * ```
 */
export function hidden<F extends { readonly optional: true }>(flag: F): F & { readonly hidden: true } {
  return { ...flag, hidden: true };
}

/** Where the configuration is; every command takes it. */
export const configFlag = { config: text("FILE", "Read the settings from this file") } as const;

/** What is logged, and how; every command takes them (see `takeLogFlags`), and each page has to fit a screen. */
export const logFlags = {
  logLevel: hidden(text("LEVEL", "Least severe log line: debug, info, notice, warning, error")),
  logFormat: hidden(text("FORM", "Log lines as text (the default) or json")),
} as const;

/** One document on stdout, text for people on stderr. */
export const jsonFlag = { json: toggle("Print one JSON document") } as const;

/** Which tools there are. */
export const catalogueFlags = {
  families: text("LIST", "Families to serve, by comma (default: all)"),
  readOnly: toggle("Leave out tools that change something"),
} as const;

/** Where the server is reached. */
export const transportFlags = {
  transport: text("stdio|http", "How clients reach the server (default: stdio)"),
  http: toggle("The same as --transport http"),
  host: text("HOST", "127.0.0.1, ::1 or localhost, which is 127.0.0.1"),
  port: text("PORT", "Port of HTTP (default: 8255; 0: any free one)"),
  tokenFile: text("FILE", "Clients must send the bearer token in this file"),
} as const;

/** The decision model's settings. */
export const modelFlags = {
  server: text("URL", "Decision service (default: http://127.0.0.1:8155)"),
  timeout: text("SECONDS", "Its time limit (0.1 to 300; default: 5)"),
  model: text("NAME", "Its model"),
} as const;

/** Whether the model is asked about commands. */
export const l1Flag = { l1Enabled: toggle("Ask it about what the rules cannot judge") } as const;

/** What the tools' older server took: accepted, and without effect. */
export const oldFlags = {
  guard: hidden(text("PATH", "Accepted and ignored: the rules are built in")),
  table: hidden(text("PATH", "Accepted and ignored: the rules are built in")),
} as const;

/** Where skill packages are, and how they are taken. */
export const skillsFlags = {
  skillsConfig: text("FILE", "Take skill packages from the roots in this file"),
  quarantine: toggle("Set a bad package aside instead of refusing all"),
  format: text("NAME", "What packages follow: phases (default) or agent-skills"),
  gapRules: text("FILE", "Rules for what a plan should cover"),
} as const;

/** The same for `serve`, whose page names only the first: see help roots. */
export const servedSkillsFlags = {
  skillsConfig: skillsFlags.skillsConfig,
  quarantine: hidden(skillsFlags.quarantine),
  format: hidden(skillsFlags.format),
  gapRules: hidden(skillsFlags.gapRules),
} as const;

/** Where a judged command would run. */
export const cwdFlag = { cwd: text("DIR", "Directory it would run in (default: this one)") } as const;

/** What is worked on, and how far; flags alone give trust and an editor. */
export const flowFlags = {
  workspace: text("DIR", "The project (default: the configured one, else this)"),
  trusted: toggle("Let files be written and the checks run"),
  nvim: text("SOCKET", "Neovim's private socket, for edits through it"),
  editorTimeout: text("SECONDS", "Its time limit (0.1 to 660; default: 120)"),
} as const;

/** The same where the working directory is no workspace, for pages that have to fit a screen. */
export const servedFlowFlags = {
  workspace: text("DIR", "Project to work on (default: the configured one)"),
  trusted: flowFlags.trusted,
  nvim: hidden(flowFlags.nvim),
  editorTimeout: hidden(flowFlags.editorTimeout),
} as const;

/** The model's settings for `serve`; help model tells of the time limit. */
export const servedModelFlags = { ...modelFlags, timeout: hidden(modelFlags.timeout) } as const;
