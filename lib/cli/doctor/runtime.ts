/** The program itself: which it is, what it may do, and what its system cannot. */
import { NAME, VERSION } from "../../core/version.ts";
import { type Check, found, type Group } from "./check.ts";

/** Those that the program is started with; `ffi` is not among them. */
const NEEDED = ["net", "read", "write", "run", "env", "sys"] as const;

type Kind = (typeof NEEDED)[number] | "ffi";

/** What is left out where files have no owners and no rights. */
const NOT_ON_WINDOWS =
  "On Windows there are no file tools and checks of flow, no stores and approvals of hosts, no token and key files, and " +
  "the gate judges bash only";

/** Facts of the process; tests give their own. */
export interface Process {
  readonly os: string;
  readonly arch: string;
  readonly deno: string;
  readonly compiled: boolean;
  readonly granted: (name: Kind) => boolean;
}

/**
 * The process that this is.
 *
 * @example
 * ```ts
 * import { thisProcess } from "gatehouse/cli/doctor/runtime.ts";
 *
 * if (thisProcess().compiled) throw new Error("a test is not compiled");
 * ```
 */
export function thisProcess(): Process {
  // Now, and not when it is asked for: some are given up meanwhile.
  const granted = new Set([...NEEDED, "ffi" as const].filter(isGranted));
  return {
    os: Deno.build.os,
    arch: Deno.build.arch,
    deno: Deno.version.deno,
    compiled: Deno.build.standalone,
    granted: (name) => granted.has(name),
  };
}

function isGranted(name: Kind): boolean {
  const { state, partial } = Deno.permissions.querySync({ name });
  return state === "granted" && partial !== true;
}

/**
 * The group.
 *
 * @example
 * ```ts
 * import { runtime, thisProcess } from "gatehouse/cli/doctor/runtime.ts";
 *
 * const [line] = await runtime({ ...thisProcess(), os: "windows" }).look(new AbortController().signal);
 * if (line?.name !== "runtime") throw new Error("other line");
 * ```
 */
export function runtime(process: Process): Group {
  return {
    name: "runtime",
    limitMs: 1_000,
    late: "Run it again",
    look: () => [versions(process), permissions(process), platform(process)],
  };
}

function versions({ deno, compiled }: Process): Check {
  const how = compiled ? "an executable" : "from source";
  const detail = `${NAME} ${VERSION}, ${how}, on Deno ${deno}`;
  const [major = 0, minor = 0] = deno.split(".").map(Number);
  return major > 2 || major === 2 && minor >= 7
    ? found("ok", ["runtime", detail, "Name it when you report a problem"])
    : found("warn", ["runtime", detail, "Use Deno 2.9.6: older ones than 2.7 are not tested"]);
}

function permissions({ granted }: Process): Check {
  const missing = NEEDED.filter((name) => !granted(name));
  if (missing.length > 0) {
    const detail = `The program may not, or not wholly: ${missing.join(", ")}`;
    return found("warn", [
      "permissions",
      detail,
      "Start it as deno task gatehouse does, or use the executable",
    ]);
  }
  if (granted("ffi")) {
    const next = "Start it without -A: deno task gatehouse names the flags that are needed";
    return found("warn", [
      "permissions",
      "The program may load foreign code (ffi), which it never needs",
      next,
    ]);
  }
  const next = "gatehouse permissions shows what each worker may touch";
  return found("ok", ["permissions", `The program may: ${NEEDED.join(", ")}; not: ffi`, next]);
}

function platform({ os, arch }: Process): Check {
  return os === "windows"
    ? found("warn", [
      "platform",
      `${os} ${arch}: ${NOT_ON_WINDOWS}`,
      "Use WSL for these; docs/operating.md lists them",
    ])
    : found("ok", ["platform", `${os} ${arch}: every family works here`, "Nothing to do"]);
}
