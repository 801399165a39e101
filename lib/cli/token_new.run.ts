import { resolve } from "../config/place.ts";
import { usageError } from "./failure.ts";
import { createPrivate } from "../core/file_writes.ts";
import { shownPath } from "../core/file_checks.ts";
import type { Io } from "./io.ts";
import { printJson } from "./print.ts";
import type { TokenFlags } from "./token.ts";

/** Bytes of chance in a token: 256 bits, more than anybody can try. */
const BYTES = 32;

/** Makes the file. The token itself is never printed: what is printed ends in logs and in a shell's history. */
export default function make(io: Io, flags: TokenFlags, file: string): Promise<number> {
  if (file === "") throw usageError("FILE is empty", "Name the file that is to be made");
  const path = resolve(io.cwd, file);
  // Whose the directories above are is compared with the account, which takes the right to ask for it.
  io.revoke(["net", "run", "env"]);
  createPrivate(path, new TextEncoder().encode(`${fresh()}\n`));
  if (flags.json === true) printJson(io, { file: path });
  else {
    io.out(
      `Made ${shownPath(path)}, which only you may read\n` +
        `Serve with --token-file ${
          shownPath(path)
        }; a client sends: Authorization: Bearer <what the file holds>\n`,
    );
  }
  return Promise.resolve(0);
}

/** 43 characters of `A-Z a-z 0-9 - _` (RFC 4648, section 5). */
function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
