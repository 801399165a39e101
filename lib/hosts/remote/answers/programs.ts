/** Answers of the operations that run programs. */
import { ToolError } from "../../../core/errors.ts";
import { controlsIn, harmless } from "../harmless.ts";
import { fields, flag, type Reader, text, whole } from "../shapes.ts";

/** Bytes of both streams together, in base64. */
const MAX_ENCODED = 700_000;

const ran = fields({
  out: text(MAX_ENCODED),
  err: text(MAX_ENCODED),
  code: whole(-255, 255),
  cut: flag,
  leftovers: whole(),
});

/** What a program did. */
export interface ProgramAnswer {
  readonly output: string;
  readonly stderr: string;
  /** Negative: the signal that ended it. */
  readonly exit_code: number;
  /** It wrote more than is shown, and was ended. */
  readonly truncated: boolean;
  /** `lossy`: bytes that are no UTF-8 stand as U+FFFD. */
  readonly encoding: "utf-8" | "lossy";
  /** Characters that are not shown as they were written. */
  readonly controls_escaped: number;
  /** Processes that it left behind, which were ended. */
  readonly leftovers_ended: number;
}

const programAnswer: Reader<ProgramAnswer> = (value, place) => {
  const { out, err, code, cut, leftovers } = ran(value, place);
  const [output, stderr] = [read(out, place), read(err, place)];
  return {
    output: harmless(output.text),
    stderr: harmless(stderr.text),
    exit_code: code,
    truncated: cut,
    encoding: output.isLossy || stderr.isLossy ? "lossy" : "utf-8",
    controls_escaped: controlsIn(output.text) + controlsIn(stderr.text),
    leftovers_ended: leftovers,
  };
};

function read(base64: string, place: string): { readonly text: string; readonly isLossy: boolean } {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.fromBase64(base64);
  } catch {
    throw new ToolError("UPSTREAM_PROTOCOL", `Could not read the machine's answer: ${place} (PARSER_FAILED)`);
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), isLossy: false };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), isLossy: true };
  }
}

/** Reads the answers, by the name of the operation. */
export const PROGRAM_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  execute_program: programAnswer,
  start_program: programAnswer,
  program_left: fields({ left: whole() }),
};
