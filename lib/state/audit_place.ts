/** Where the audit log lies in the state directory, and who goes in first when several processes start at once. */
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";

const SEGMENT = /^audit-(\d{12})\.sqlite$/;

/** One file of the log. */
export interface SegmentPlace {
  /** Absolute. */
  readonly path: string;
  /** The number of the first row that it has or will have. */
  readonly firstSeq: number;
}

/** The parts of the log in one state directory. */
export interface AuditPlace {
  /** The state directory. */
  readonly directory: string;
  /** Apart from the rows, so that a copy of the rows does not carry it. */
  readonly keyDirectory: string;
  /** 32 random bytes. */
  readonly key: string;
  /** Where the chain ended when it was last sealed. */
  readonly head: string;
}

/**
 * The log's parts in a state directory.
 *
 * @example
 * ```ts
 * import { auditPlace } from "gatehouse/state/audit_place.ts";
 *
 * if (auditPlace("/s").key !== "/s/keys/audit.key") throw new Error("moved");
 * ```
 */
export function auditPlace(directory: string): AuditPlace {
  const keyDirectory = `${directory}/keys`;
  return { directory, keyDirectory, key: `${keyDirectory}/audit.key`, head: `${directory}/audit.head` };
}

/**
 * Where the segment that begins with this row lies.
 *
 * @param firstSeq From 1 to 999,999,999,999.
 *
 * @example
 * ```ts
 * import { segmentPath } from "gatehouse/state/audit_place.ts";
 *
 * if (segmentPath("/s", 12) !== "/s/audit-000000000012.sqlite") throw new Error("moved");
 * ```
 */
export function segmentPath(directory: string, firstSeq: number): string {
  return `${directory}/audit-${`${firstSeq}`.padStart(12, "0")}.sqlite`;
}

/**
 * The log's segments, oldest first; empty when there is none, or no directory.
 *
 * @throws ToolError `FILE_UNREADABLE`.
 *
 * @example
 * ```ts
 * import { segmentsIn } from "gatehouse/state/audit_place.ts";
 *
 * if (segmentsIn(await Deno.makeTempDir()).length !== 0) throw new Error("found something");
 * ```
 */
export function segmentsIn(directory: string): readonly SegmentPlace[] {
  const found: SegmentPlace[] = [];
  try {
    for (const { name } of Deno.readDirSync(directory)) {
      const digits = SEGMENT.exec(name)?.[1];
      if (digits !== undefined) found.push({ path: `${directory}/${name}`, firstSeq: Number(digits) });
    }
  } catch (error) {
    // What stands in a directory's place is refused by who would make something there.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw new ToolError("FILE_UNREADABLE", `Could not list ${shownPath(directory)}`, {
      next: "Check the rights of that directory",
      cause: error,
    });
  }
  return found.toSorted((a, b) => a.firstSeq - b.firstSeq);
}
