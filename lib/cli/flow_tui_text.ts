/** What `flow tui` prints: what models and checks wrote is shown as text, whatever a terminal would make of it. */
import { oneLine } from "../core/bounds.ts";
import { isRecord } from "../core/record.ts";
import type { FlowReport } from "./flow_session.ts";
import type { Io } from "./io.ts";
import { coloured, jsonText } from "./print.ts";

/** UTF-16 units of one line of what happens. */
const MAX_STEP = 200;

/** Lines that a terminal surely shows. */
const MAX_SCREEN = 20;

/**
 * Where the work is done, and with what right.
 *
 * @param status The family's own report.
 *
 * @example
 * ```ts
 * import { bannerText } from "gatehouse/cli/flow_tui_text.ts";
 *
 * const text = bannerText({ workspace: "/project", trusted: false });
 * if (!text.includes("workspace: /project\nread-only")) throw new Error(text);
 * ```
 */
export function bannerText(status: FlowReport): string {
  const { workspace, trusted, error, models } = status;
  const names = isRecord(models) ? [...new Set(Object.values(models).map(String))] : [];
  const lines = [
    "Gatehouse flow: say what to do, or /help",
    ...(typeof workspace === "string" ? [`workspace: ${workspace}`] : []),
    ...(typeof trusted !== "boolean"
      ? []
      : trusted
      ? ["trusted: files are written and checks run"]
      : ["read-only: nothing is written and no check runs; --trusted allows both"]),
    ...(names.length === 0 ? [] : [`models: ${names.join(", ")}`]),
    ...(typeof error === "string" ? [`error: ${error}`] : []),
  ];
  return `${lines.map((line) => oneLine(withoutSequences(line), 2_000)).join("\n")}\n`;
}

/**
 * A report, under one line that says what came of a task or of checks.
 *
 * @example
 * ```ts
 * import { answerText } from "gatehouse/cli/flow_tui_text.ts";
 *
 * const io = { environment: {}, terminal: { stdin: false, stdout: false } };
 * const text = answerText({ status: "failed", verified: false, reasons: [{ code: "check_failed" }] }, io);
 * if (!text.startsWith("not verified: check_failed\n{\n")) throw new Error(text);
 * ```
 */
export function answerText(report: FlowReport, io: Pick<Io, "environment" | "terminal">): string {
  const { verified } = report;
  const heading = typeof verified !== "boolean"
    ? ""
    : verified
    ? `${coloured("verified", { io, colour: "green" })}\n`
    : `${coloured(`not verified${why(report)}`, { io, colour: "yellow" })}\n`;
  const text = jsonText(plain(report));
  // Where the report has scrolled its first line away, the same stands below it.
  const isLong = io.terminal.stdout && text.split("\n").length > MAX_SCREEN;
  return `${heading}${text}${isLong ? heading : ""}`;
}

/**
 * What happens, as one line; null for what says nothing to a person.
 *
 * @example
 * ```ts
 * import { stepText } from "gatehouse/cli/flow_tui_text.ts";
 *
 * const text = stepText({ kind: "tool", role: "coder", tool: "file_write", path: "a\u001b[2Jb" });
 * if (text !== "  coder: file_write ab\n") throw new Error(String(text));
 * ```
 */
export function stepText(step: FlowReport): string | null {
  const words = wordsOf(step);
  return words === null ? null : `  ${oneLine(withoutSequences(words).trimEnd(), MAX_STEP)}\n`;
}

function wordsOf(step: FlowReport): string | null {
  const { kind, status } = step;
  const text = (name: string): string => String(step[name] ?? "");
  switch (kind) {
    case "role":
      return `${text("role")}: ${text("model")}, round ${text("cycle")}`;
    case "turn":
      return `${text("role")}: turn ${text("turn")} of ${text("of")}`;
    case "tool":
      return `${text("role")}: ${text("tool")} ${text("path")}`;
    case "tool_end":
      return status === "ok" ? null : `${text("role")}: ${text("tool")}: ${text("status")}`;
    case "role_end":
      return `${text("role")}: ${text("status")} after ${text("turns")} ${
        step["turns"] === 1 ? "turn" : "turns"
      }`;
    case "check":
      return `check ${text("name")}`;
    case "check_end":
      return `check ${text("name")}: ${text("status")}, ${text("ms")} ms`;
    case "verified":
      return `round ${text("cycle")}: ${step["verified"] === true ? "the checks pass" : text("status")}`;
    default:
      return null;
  }
}

function why({ reasons, status }: FlowReport): string {
  const codes = (Array.isArray(reasons) ? reasons : []).flatMap((reason) =>
    isRecord(reason) && typeof reason["code"] === "string" ? [reason["code"]] : []
  );
  const text = codes.length === 0 ? String(status) : [...new Set(codes)].join(", ");
  return `: ${oneLine(withoutSequences(text), MAX_STEP)}`;
}

/** Control sequences and strings (ECMA-48, 5.4 and 5.6), and what is left of them; other controls are escaped later. */
const SEQUENCES =
  // deno-lint-ignore no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

function withoutSequences(text: string): string {
  return text.replace(SEQUENCES, "");
}

function plain(value: unknown): unknown {
  if (typeof value === "string") return withoutSequences(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [withoutSequences(key), plain(inner)]),
  );
}
