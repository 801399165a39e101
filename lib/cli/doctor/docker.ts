/** Docker's client on this machine. Nothing here starts it: compose services are those of a server, over SSH. */
import { shownPath } from "../../core/file_checks.ts";
import { found, type Group, type World } from "./check.ts";

/** Directories of PATH that are looked at. */
const MAX_DIRECTORIES = 64;

/**
 * The group.
 *
 * @example
 * ```ts
 * import { docker } from "gatehouse/cli/doctor/docker.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const [line] = await docker(world).look(new AbortController().signal);
 * if (line?.status !== "skip") throw new Error("found without a path");
 * ```
 */
export function docker({ io }: Pick<World, "io">): Group {
  return {
    name: "docker",
    limitMs: 1_000,
    late: "Look at the directories of PATH",
    look: () => {
      const path = clientIn(io.environment["PATH"] ?? "");
      return [
        path === null
          ? found("skip", ["docker", "No client is in PATH", "None is needed here: servers have their own"])
          : found("ok", [
            "docker",
            `A client is at ${shownPath(path)}; only commands that the gate judges use it`,
            "Nothing to do: compose services of servers are reached over SSH",
          ]),
      ];
    },
  };
}

function clientIn(path: string): string | null {
  const isWindows = Deno.build.os === "windows";
  return path.split(isWindows ? ";" : ":").slice(0, MAX_DIRECTORIES)
    .filter((directory) => directory !== "")
    .map((directory) => `${directory}/docker${isWindows ? ".exe" : ""}`)
    .find(isFile) ?? null;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
