/** What a command of the operator's has at hand: the house, its approvals, and the record of what the operator did. */
import { resolve } from "../config/place.ts";
import { shown } from "../config/source.ts";
import type { Binding } from "../core/approval.ts";
import type { Facts } from "../core/audit.ts";
import type { House } from "../core/invoke.ts";
import { redactText } from "../core/redact.ts";
import type { HouseSettings } from "../house.ts";
import { type ApprovalDesk, createApprovals } from "../state/approvals.ts";
import { note } from "./failure.ts";
import type { Io } from "./io.ts";
import { openSession, stateDirectoryOf } from "./session.ts";

/** At hand. */
export interface Operating {
  readonly io: Io;
  readonly house: House;
  readonly approvals: ApprovalDesk;
  /** Who runs the command. */
  readonly principal: string;
}

/** Characters of one text in the record. */
const MAX_FACT = 2_000;

/**
 * Opens everything, does the work, closes.
 *
 * @param options `flags.file`: an approval file other than the configured one.
 * @throws ToolError `CONFIG_INVALID` without a state directory; what the work throws.
 *
 * @example
 * ```ts
 * import { systemIo } from "gatehouse/cli/io.ts";
 * import { operate } from "gatehouse/cli/operating.ts";
 *
 * const environment = { XDG_STATE_HOME: await Deno.realPath(await Deno.makeTempDir()) };
 * const io = { ...systemIo(new AbortController().signal), environment, err() {} };
 * const waiting = await operate(io, { flags: {}, work: ({ approvals }) => approvals.waiting() });
 * if (waiting.length > 0) throw new Error("something waits");
 * ```
 */
export async function operate<T>(
  io: Io,
  { flags: { config, file }, work }: {
    readonly flags: { readonly config?: string | undefined; readonly file?: string | undefined };
    readonly work: (operating: Operating) => Promise<T>;
  },
): Promise<T> {
  await using session = await openSession(io, { config });
  const { house, principal } = session;
  const directory = stateDirectoryOf(session);
  const named = file === undefined ? null : resolve(io.cwd, file);
  const { approvalFile: configured = null }: HouseSettings = session.settings;
  if (named !== null && configured !== null && named !== configured) {
    note(io, {
      level: "warning",
      text: `The configured approval file is ${shown(configured)}, and not ${shown(named)}`,
    });
  }
  const own = named === null ? null : createApprovals({ directory, file: named });
  const approvals = own ?? house.approvals;
  if (approvals === null) throw new Error("A house with a state directory has approvals");
  try {
    return await work({ io, house, approvals, principal });
  } finally {
    own?.close();
  }
}

/**
 * Writes what the operator is about to do, or did, to the audit log.
 *
 * @throws ToolError `AUDIT_UNWRITABLE`: then it is not done.
 *
 * @example
 * ```ts
 * import { recorded } from "gatehouse/cli/operating.ts";
 *
 * if (recorded.length !== 2) throw new Error("see the tests of approve");
 * ```
 */
export async function recorded(
  { house, principal }: Pick<Operating, "house" | "principal">,
  { command, binding, more = {} }: {
    readonly command: "approve" | "decline" | "revoke";
    readonly binding: Binding | null;
    readonly more?: Facts;
  },
): Promise<void> {
  const bound: Facts = binding === null ? {} : {
    capability: binding.capability,
    target_identity: binding.identity,
    resource: binding.resource,
    arguments_sha256: binding.argumentsDigest,
    for: binding.principal,
  };
  const facts = Object.entries({ ...bound, ...more }).map(([name, fact]) =>
    [name, typeof fact === "string" ? redactText(fact).text.slice(0, MAX_FACT) : fact] as const
  );
  await house.audit.commit({
    at: Date.now(),
    principal,
    via: "cli",
    tool: command,
    outcome: "ok",
    ms: 0,
    facts: Object.fromEntries(facts),
  });
}
