/** The state directory and the record in it: whether they can be used, found out without writing. */
import { accessSync, constants, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { isMissing } from "../../config/read.ts";
import { ToolError } from "../../core/errors.ts";
import { checkDirectory, inspectPath, shownPath } from "../../core/file_checks.ts";
import { identifyPrivate } from "../../core/files.ts";
import { auditPlace, segmentsIn } from "../../state/audit_place.ts";
import { type Check, failed, found, type Group, type World } from "./check.ts";

const GROUP_OTHER = 0o077;

/** Bytes below which the record, which begins a new file at 64 MiB, will soon not be written. */
const LOW_BYTES = 256 * 2 ** 20;
/** Bytes below which it may fail at any time. */
const LEAST_BYTES = 8 * 2 ** 20;

/** What the file system says; tests give their own. */
export interface Disk {
  /** Bytes that this account may still write where the path is; null when the system does not say. */
  readonly free: (path: string) => number | null;
  readonly writable: (path: string) => boolean;
}

/** The file system as it is. */
export const disk: Disk = {
  free: (path) => {
    try {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    } catch {
      return null;
    }
  },
  writable: (path) => {
    try {
      accessSync(path, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  },
};

/**
 * The group.
 *
 * @param options `disk`: the file system.
 *
 * @example
 * ```ts
 * import { disk, state } from "gatehouse/cli/doctor/state.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const [line] = await state(world, { disk }).look(new AbortController().signal);
 * if (line?.status !== "skip") throw new Error("looked without settings");
 * ```
 */
export function state({ io, loaded }: World, { disk: own }: { readonly disk: Disk }): Group {
  return {
    name: "state-directory",
    limitMs: 2_000,
    late: "Check the file system that it is on",
    look: () => {
      if (loaded === null) {
        return [found("skip", ["state-directory", "The configuration does not load", "Mend it first"])];
      }
      // Where accounts have no numbers, nothing is private.
      if (io.uid === null) return [unkept()];
      const directory = loaded.settings.stateDirectory;
      if (directory === null) return [nowhere()];
      return [directoryLine(directory, own), spaceLine(directory, own), recordLine(directory, own)];
    },
  };
}

function nowhere(): Check {
  return found("warn", [
    "state-directory",
    "None is known: nothing is recorded, and nothing may be changed on servers",
    "Set HOME or XDG_STATE_HOME, or dir in the table [state]",
  ]);
}

function unkept(): Check {
  return found("warn", [
    "state-directory",
    "On this system files have no owners: nothing is recorded, and nothing may be changed on servers",
    "Use WSL for these; see gatehouse help operating windows",
  ]);
}

function directoryLine(directory: string, { writable }: Disk): Check {
  const name = "state-directory";
  const path = shownPath(directory);
  if (isMissing(directory)) {
    const above = nearest(directory);
    if (!writable(above)) {
      const next = "Give yourself the right to write there, or set dir in the table [state]";
      return found("fail", [name, `${path} cannot be made: ${shownPath(above)} may not be written to`, next]);
    }
    return found("ok", [
      name,
      `${path} is not there yet`,
      "Nothing to do: it is made with the first recorded call",
    ]);
  }
  try {
    const info = inspectPath(directory, { private: true });
    checkDirectory(directory, info);
    if (!writable(directory)) {
      return found("fail", [
        name,
        `${path} may not be written to`,
        `Run chmod u+w ${path}, or check its file system`,
      ]);
    }
    return info.mode !== null && (info.mode & GROUP_OTHER) !== 0
      ? found("warn", [name, `Others may look into ${path}`, `Run chmod go= ${path}`])
      : found("ok", [
        name,
        `${path} is yours alone and can be written to`,
        "Back it up as docs/operating.md says",
      ]);
  } catch (error) {
    if (error instanceof ToolError) return failed(name, { error, next: "Check the directory" });
    return found("fail", [
      name,
      `${path} cannot be looked at`,
      "Check the rights of the directories above it",
    ]);
  }
}

function spaceLine(directory: string, { free }: Disk): Check {
  const bytes = free(nearest(directory));
  if (bytes === null) return found("skip", ["disk-space", "The system does not say", "Look with df"]);
  const detail = `${sized(bytes)} free for the state directory`;
  if (bytes < LEAST_BYTES) {
    return found("fail", ["disk-space", detail, "Free some: without a record nothing is changed"]);
  }
  return bytes < LOW_BYTES
    ? found("warn", [
      "disk-space",
      detail,
      "Free some, or remove old files of the record as docs/operating.md says",
    ])
    : found("ok", ["disk-space", detail, "Nothing to do"]);
}

function recordLine(directory: string, { writable }: Disk): Check {
  const name = "audit-log";
  try {
    const { head, key } = auditPlace(directory);
    const newest = segmentsIn(directory).at(-1)?.path;
    if (newest === undefined) {
      return found("ok", [name, "There is no record yet", "Nothing to do: it begins with the first call"]);
    }
    for (const path of [newest, head, key]) {
      if (path !== newest && isMissing(path)) continue;
      identifyPrivate(path);
      if (writable(path)) continue;
      return found("fail", [
        name,
        `${shownPath(path)} may not be written to`,
        `Run chmod u+w ${shownPath(path)}`,
      ]);
    }
    return found("ok", [
      name,
      `${shownPath(newest)} can be written to`,
      "gatehouse audit tail shows the last calls",
    ]);
  } catch (error) {
    return failed(name, { error, next: "Check the rights of the state directory" });
  }
}

/** The nearest directory above that is there. */
function nearest(path: string): string {
  let at = path;
  while (isMissing(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

function sized(bytes: number): string {
  return bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${Math.floor(bytes / 2 ** 20)} MiB`;
}
