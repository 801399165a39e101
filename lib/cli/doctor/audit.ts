/** Whether the record is whole, as far as that can be said in a moment. */
import { ToolError } from "../../core/errors.ts";
import { type Check, failed, found, type Group, type World } from "./check.ts";

/** Milliseconds of reading; the rest is for `audit verify`. */
const WITHIN_MS = 1_500;

const NAME = "audit-chain";
const VERIFY = "gatehouse audit verify";

/**
 * The group. The check keeps the thread busy: nothing else may run beside it.
 *
 * @param options `withinMs`: how long it reads. Default 1,500.
 *
 * @example
 * ```ts
 * import { audit } from "gatehouse/cli/doctor/audit.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const [line] = await audit(world).look(new AbortController().signal);
 * if (line?.status !== "skip") throw new Error("a record out of nowhere");
 * ```
 */
export function audit(
  { io, loaded }: World,
  { withinMs = WITHIN_MS }: { readonly withinMs?: number } = {},
): Group {
  return {
    name: NAME,
    limitMs: withinMs + 2_000,
    late: `Run ${VERIFY}, which takes its time`,
    look: async () => {
      const directory = loaded?.settings.stateDirectory ?? null;
      if (directory === null || io.uid === null) {
        return [found("skip", [NAME, "There is no record to look at", "Nothing to do"])];
      }
      try {
        const { verifyAudit } = await import("../../state/audit_verify.ts");
        return [lineOf(await verifyAudit(directory, { kept: true, withinMs }))];
      } catch (error) {
        if (error instanceof ToolError && error.code === "STORE_MISSING") {
          return [
            found("skip", [NAME, "There is no record yet", "Nothing to do: it begins with the first call"]),
          ];
        }
        return [failed(NAME, { error, next: `Run ${VERIFY}` })];
      }
    },
  };
}

function lineOf(
  { rows, segments, firstBad, head, intact, unread, first }: Awaited<
    ReturnType<typeof import("../../state/audit_verify.ts").verifyAudit>
  >,
): Check {
  const files = `${segments} ${segments === 1 ? "file" : "files"}`;
  if (firstBad !== null) {
    const detail = `Row ${firstBad.seq} is bad: ${firstBad.why}`;
    return found("fail", [
      NAME,
      detail,
      `Run ${VERIFY}; keep a copy of the state directory before you change it`,
    ]);
  }
  if (unread) {
    const detail = `Rows ${first} to ${rows} are whole; the rest of ${files} was not read in the time`;
    return found("skip", [NAME, detail, `Run ${VERIFY} for all of it`]);
  }
  if (!intact) {
    const detail = `No row is bad, but the seal is ${head}`;
    return found("fail", [
      NAME,
      detail,
      `Run ${VERIFY}; keep a copy of the state directory before you change it`,
    ]);
  }
  if (first > 1) {
    const detail = `Rows ${first} to ${rows} are whole; the files with rows 1 to ${first - 1} are gone`;
    return found("warn", [
      NAME,
      detail,
      `If you removed them: nothing to do; ${VERIFY} --kept says the same`,
    ]);
  }
  return found("ok", [NAME, `${rows} rows in ${files} are whole, and the seal is ${head}`, "Nothing to do"]);
}
