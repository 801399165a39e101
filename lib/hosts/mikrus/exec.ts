/**
 * Orders for a machine that is reached only through the API's `/exec`: one text for a shell, run as root for at most
 * about 60 s, whose output comes back with HTML escapes and without an exit status.
 *
 * The text is constant but for two base64 blocks and a nonce, so no value meets the shell. It starts the same supervisor
 * as a channel does and speaks its protocol, from the machine itself; when the API ends the text, the supervisor's input
 * ends and takes the order's processes with it. The reply comes back in base64, which no escaping changes, between marks
 * with the nonce; the last mark carries the exit status, and its absence says that the text did not come to its end.
 */
import { ToolError } from "../../core/errors.ts";
import {
  type HelperSource,
  MAX_REPLY_BYTES,
  NO_SUCH_PROGRAM,
  type OrderFrame,
  PYTHON_COMMAND,
  replyOf,
} from "../remote/protocol.ts";
import { SUPERVISOR } from "../remote/supervisor.ts";
import type { HelperReply, Order } from "../types.ts";
import type { Account, MikrusClient } from "./client.ts";

/** Milliseconds that an order may work: the API's limit, less what starting and ending take. */
const MAX_BUDGET_MS = 50_000;

/** Bytes of a reply: as base64 it has to fit into what is read of the API's answer. */
const MAX_BYTES = Math.floor(MAX_REPLY_BYTES * 0.7);

/** Bytes of the text: Linux starts no program with a single argument of 128 KiB (execve(2)). */
const MAX_COMMAND_BYTES = 120_000;

/** Reads what it is to do from its input; without single quotes, as it stands between them. */
const LOADER = "import sys,zlib,base64,json;" +
  "d=json.loads(zlib.decompress(base64.b64decode(sys.stdin.read())).decode());" +
  'exec(d["run"])';

/** Speaks to the supervisor as the other end of a channel would. Python 3.6; `d` is what the loader read. */
const CLIENT = `
import subprocess


def frame(text):
    body = text.encode()
    return len(body).to_bytes(4, "big") + body


# In a session of its own: whatever ends this text spares the supervisor, which then sees its input end and cleans up.
p = subprocess.Popen(
    ["sh", "-c", d["command"]],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
    start_new_session=True,
)
p.stdin.write(frame(d["supervisor"]) + frame(d["order"]))
p.stdin.flush()
nonce, status, length = p.stdout.readline().decode().split()
data = p.stdout.read(int(length))
sys.stdout.write("\\n%s %s %s\\n" % (nonce, status, base64.b64encode(data).decode()))
sys.stdout.flush()
p.stdin.close()
p.wait()
`;

/** What is carried out. */
export interface ExecuteOptions {
  readonly order: Order;
  readonly source: HelperSource;
  readonly signal: AbortSignal;
}

/**
 * Carries out an order through the API.
 *
 * @returns The helper's reply, also when it is a failure.
 * @throws ToolError as `MikrusClient.run`; `VALIDATION_FAILED` when it is too large to send; `UNAVAILABLE` when the
 * operation needs python3 and the machine has none; `UPSTREAM_FAILED` or `UPSTREAM_PROTOCOL` when no reply came; for
 * what changes something `AMBIGUOUS_OUTCOME` instead of these two.
 *
 * @example
 * ```ts
 * import { execute } from "gatehouse/hosts/mikrus/exec.ts";
 *
 * if (execute.length !== 3) throw new Error("see the tests of orders through the API");
 * ```
 */
export async function execute(
  client: MikrusClient,
  account: Account,
  { order, source, signal }: ExecuteOptions,
): Promise<HelperReply> {
  const nonce = newNonce();
  const command = await commandOf(order, { source, nonce });
  const kind = order.changes ? "change" : "read";
  const output = await client.run(account, { command, kind, signal });
  return replyIn(output, { order, nonce });
}

/** 32 hexadecimal digits. */
function newNonce(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

async function commandOf(
  order: Order,
  { source, nonce }: { readonly source: HelperSource; readonly nonce: string },
): Promise<string> {
  const { operation, input } = order;
  const budgetMs = Math.min(order.budgetMs, MAX_BUDGET_MS);
  const frame: OrderFrame = {
    nonce,
    key: "order",
    source: source.python,
    operation,
    input,
    budgetMs,
    maxBytes: MAX_BYTES,
    // The text runs as root.
    sudo: null,
  };
  const told = { run: CLIENT, command: PYTHON_COMMAND, supervisor: SUPERVISOR, order: JSON.stringify(frame) };
  const python =
    `printf %s '${await packed(JSON.stringify(told))}'|python3 -I -S -c '${LOADER}' 2>/dev/null;` +
    `printf '\\n${nonce} end %s\\n' "$?"`;
  const shell = source.shell === null
    ? `printf '\\n${nonce} end ${NO_SUCH_PROGRAM}\\n'`
    : `printf '\\n${nonce} 0 ';` +
      `sh -c "$(printf %s '${base64(new TextEncoder().encode(source.shell))}'|base64 -d)" ` +
      `</dev/null 2>/dev/null|base64;printf '\\n${nonce} end 0\\n'`;
  const command = `if command -v python3 >/dev/null 2>&1;then ${python};else ${shell};fi`;
  if (command.length <= MAX_COMMAND_BYTES) return command;
  throw new ToolError("VALIDATION_FAILED", `The call is too large for the API: ${command.length} bytes`, {
    next: `At most ${MAX_COMMAND_BYTES} can be sent; use an ssh target, or send less`,
  });
}

function replyIn(
  output: string,
  { order, nonce }: { readonly order: Order; readonly nonce: string },
): HelperReply {
  const end = new RegExp(`${nonce} end (\\d{1,3})`).exec(output);
  if (end === null) {
    throw unknown(order, {
      code: "UPSTREAM_FAILED",
      why: "the API ended it before it was done, or cut its output",
    });
  }
  const [, status] = end;
  if (Number(status) === NO_SUCH_PROGRAM) {
    throw new ToolError(
      "UNAVAILABLE",
      `The server has no python3, which ${order.operation} needs (PYTHON_REQUIRED)`,
      {
        next: "Install python3 on the server",
      },
    );
  }
  const found = new RegExp(`${nonce} -?\\d{1,3} ([A-Za-z0-9+/=\\s]*)\\s${nonce} end`).exec(output);
  const reply = found === null ? null : replyOf(textOf(found[1] ?? ""));
  if (reply !== null) return reply;
  throw unknown(order, {
    code: "UPSTREAM_PROTOCOL",
    why: `no reply could be read; it ended with status ${status}`,
  });
}

function unknown(
  { operation, changes }: Order,
  { code, why }: { readonly code: string; readonly why: string },
): ToolError {
  return changes
    ? new ToolError(
      "AMBIGUOUS_OUTCOME",
      `${operation} was sent to the server, and what came of it is not known: ${why}`,
      {
        next: "Look at the server before anything else; do not simply call again",
      },
    )
    : new ToolError(code, `Could not carry out ${operation} through the API: ${why}`, {
      next: "Ask for less, or use an ssh target",
    });
}

/** Deflated (RFC 1950), in base64. */
async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(binary);
}

/** The text in base64, of which only the alphabet's characters are left; what is no UTF-8 makes it no JSON either. */
function textOf(encoded: string): string {
  try {
    const binary = atob(encoded.replace(/\s+/g, ""));
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return "";
  }
}
