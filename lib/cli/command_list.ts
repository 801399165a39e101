/** A file of commands: one a line as the shell would get it, or as a JSON object with `command` and `cwd`. */
import { z } from "zod";
import { resolve } from "../config/place.ts";
import { oneLine } from "../core/bounds.ts";
import { usageError } from "./failure.ts";
import { MAX_INPUT_BYTES, readLines } from "./input.ts";
import type { Io } from "./io.ts";

/** Other keys are let pass: a line may carry its own notes. */
const entry = z.object({ command: z.string(), cwd: z.string().min(1).optional() });

/** Commands of one file. */
const MAX_COMMANDS = 100_000;

/** A command and the absolute directory it would run in. */
export interface ListedCommand {
  readonly command: string;
  readonly cwd: string;
}

/**
 * The commands in the file. Blank lines, and lines that begin with `#`, are left out. Only a line that begins with `{"`
 * is JSON: `{ ls; }` is a command.
 *
 * @param options `path`: absolute. `cwd`: the directory of commands that name none.
 * @throws ToolError `USAGE` when the file cannot be read, or a line is neither; `CANCELLED` by a signal.
 *
 * @example
 * ```ts
 * import { readCommands } from "gatehouse/cli/command_list.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '# two\nls\n{"command": "id", "cwd": "/"}\n');
 * const list = await readCommands({ signal: new AbortController().signal }, { path, cwd: "/a" });
 * if (list.map(({ command, cwd }) => `${command} ${cwd}`).join() !== "ls /a,id /") throw new Error("other commands");
 * ```
 */
export async function readCommands(
  { signal }: Pick<Io, "signal">,
  { path, cwd }: { readonly path: string; readonly cwd: string },
): Promise<readonly ListedCommand[]> {
  const file = await Deno.open(path, { read: true }).catch((error: unknown) => {
    const why = error instanceof Deno.errors.NotFound ? "there is no such file" : "it could not be opened";
    throw usageError(`Could not read ${oneLine(path, 300)}: ${why}`, "Check the path of the command list");
  });
  const { isDirectory, isCharDevice } = await file.stat();
  if (isDirectory || isCharDevice) {
    file.close();
    const what = isDirectory ? "it is a directory" : "it is a device";
    throw usageError(`Could not read ${oneLine(path, 300)}: ${what}`, "Name a file of commands");
  }
  const commands: ListedCommand[] = [];
  for await (const line of readLines({ stdin: file.readable, signal })) {
    const at = `entry ${commands.length + 1} of ${oneLine(path, 300)}`;
    if (line === null) {
      throw usageError(
        `Could not read ${at}: more than ${MAX_INPUT_BYTES} bytes, or no UTF-8`,
        "Mend that line",
      );
    }
    if (line.startsWith("#")) continue;
    if (commands.length === MAX_COMMANDS) {
      throw usageError(`${oneLine(path, 300)} has more than ${MAX_COMMANDS} commands`, "Give fewer");
    }
    const read = line.startsWith('{"') ? fromJson(line, at) : { command: line };
    commands.push({ command: read.command, cwd: read.cwd === undefined ? cwd : resolve(cwd, read.cwd) });
  }
  return commands;
}

function fromJson(line: string, at: string): z.output<typeof entry> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = null;
  }
  const parsed = entry.safeParse(value);
  if (parsed.success) return parsed.data;
  throw usageError(
    `Could not read ${at}: no object with a text command`,
    'Give {"command": "…", "cwd": "…"}',
  );
}
