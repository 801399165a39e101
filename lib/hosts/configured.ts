/** The files that the settings name, looked at when the program starts. It runs in the program, never in a worker. */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { checkFile, inspectPath, shownPath } from "../core/file_checks.ts";
import { identifyPrivate } from "../core/files.ts";
import type { HostsSettings } from "./settings.ts";
import type { ConfiguredTarget } from "./types.ts";

/** A store in such a directory could be replaced by others. */
const GROUP_OTHER_WRITE = 0o022;

/** A file, who names it, and how it is looked at. */
interface Named {
  readonly what: string;
  readonly path: string | null;
  readonly look: (path: string) => void;
}

/**
 * Looks at all that the settings name.
 *
 * @param settings As the configuration's schema has checked them; what is left out has its default.
 * @returns What is not there, one sentence each: a server without its files fails by itself, and the others work.
 * @throws ToolError `CONFIG_INVALID` for the first file that is not safe, and for a store in a directory that is not.
 *
 * @example
 * ```ts
 * import { check } from "gatehouse/hosts/configured.ts";
 *
 * if ((await check({})).length !== 0) throw new Error("something is missing from nothing");
 * ```
 */
export function check(settings: unknown): Promise<readonly string[]> {
  // The configuration's own schema has checked it; the family's would take longer to load than all of this.
  const { targets = [], stores } = settings as Partial<HostsSettings>;
  const files = targets.flatMap(filesOf);
  const kept = Object.entries(stores ?? {}).map(([name, path]) => ({ what: name, path, look: lookAtStore }));
  try {
    return Promise.resolve([...files, ...kept].flatMap(looked));
  } catch (error) {
    return Promise.reject(error);
  }
}

function filesOf(target: ConfiguredTarget): Named[] {
  const named = (field: string, path: string | null, look: Named["look"]) => ({
    what: `${field} of the server ${oneLine(target.alias, 128)}`,
    path,
    look,
  });
  if (target.type === "mikrus") return [named("api_ca_file", target.apiCaFile, lookAtPublic)];
  const { keyFile, keyPassphraseFile, certFile, knownHostsFile, verifyHostKey } = target;
  return [
    named("ssh_key", keyFile, lookAtPrivate),
    named("ssh_key_passphrase_file", keyPassphraseFile, lookAtPrivate),
    named("ssh_cert", certFile, lookAtPublic),
    named("known_hosts_file", verifyHostKey ? knownHostsFile : null, lookAtPublic),
  ];
}

function looked({ what, path, look }: Named): string[] {
  if (path === null) return [];
  try {
    look(path);
    return [];
  } catch (error) {
    if (isMissing(error)) return [`The ${what} is not there: ${shownPath(path)}`];
    const why = error instanceof ToolError ? error.message : `${shownPath(path)} could not be looked at`;
    throw new ToolError("CONFIG_INVALID", `Could not use ${what}: ${why}`, {
      next: (error instanceof ToolError ? error.next : undefined) ?? "Check the file",
    });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof ToolError && error.code === "FILE_MISSING";
}

function lookAtPrivate(path: string): void {
  identifyPrivate(path);
}

function lookAtPublic(path: string): void {
  const demands = { private: false };
  checkFile(path, inspectPath(path, demands), { demands });
}

/** The file itself is made with its first record. */
function lookAtStore(path: string): void {
  const directory = path.slice(0, path.lastIndexOf("/")) || "/";
  const info = inspectPath(directory, { private: true });
  if (!info.isDirectory || ((info.mode ?? 0) & GROUP_OTHER_WRITE) !== 0) {
    throw new ToolError("FILE_UNSAFE", `Others may write to its directory ${shownPath(directory)}`, {
      next: "Name a directory that only you may write to",
    });
  }
  try {
    identifyPrivate(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
