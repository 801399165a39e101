/**
 * A machine as the operations see it: the constant command, the supervisor and frames, started here instead of through
 * a connection. What goes over a connection is proven with the real server.
 */
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
import { frame, PYTHON_COMMAND, replyOf, SHELL_COMMAND } from "gatehouse/hosts/remote/protocol.ts";
import { sourceOf } from "gatehouse/hosts/remote/source.ts";
import { SUPERVISOR } from "gatehouse/hosts/remote/supervisor.ts";
import type { HelperReply } from "gatehouse/hosts/types.ts";

/** How a machine differs from this one. */
export interface MachineOptions {
  /** Directories before the usual ones on its PATH. */
  readonly bin?: readonly string[];
  /** Its whole PATH instead. */
  readonly path?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs as this user and group; takes root. */
  readonly uid?: number;
  /** What sudo may be told; null where it is not configured. */
  readonly sudo?: { readonly password: string | null } | null;
}

/** How one order differs. */
export interface OrderOptions {
  readonly budgetMs?: number;
  readonly sudo?: { readonly password: string | null } | null;
}

/** Plain data of an operation; a test names the fields that it expects, which have no better type here. */
// deno-lint-ignore no-explicit-any
export type Answer = Readonly<Record<string, any>>;

/** Where another python3 lies that the tests are to run with; default: the machine's own. */
const OTHER_PYTHON = Deno.env.get("GATEHOUSE_TEST_PYTHON");

const USUAL_PATH = (OTHER_PYTHON === undefined ? "" : `${OTHER_PYTHON}:`) +
  "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** A supervisor that runs; it carries out one order after the other. */
export class Machine implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #options: MachineOptions;
  readonly #known = new Set<string>();
  #rest: Uint8Array = new Uint8Array();
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(child: Deno.ChildProcess, options: MachineOptions) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reader = child.stdout.getReader();
    this.#options = options;
  }

  /** Starts one. */
  static async start(options: MachineOptions = {}): Promise<Machine> {
    const as = options.uid === undefined
      ? []
      : ["setpriv", `--reuid=${options.uid}`, `--regid=${options.uid}`, "--clear-groups"];
    const [program = "sh", ...args] = [...as, "/bin/sh", "-c", PYTHON_COMMAND];
    const child = new Deno.Command(program, {
      args,
      clearEnv: true,
      env: environmentOf(options),
      cwd: "/",
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const machine = new Machine(child, options);
    await machine.#writer.write(frame(SUPERVISOR));
    return machine;
  }

  /** Its supervisor's process id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Carries out one operation and reads the answer. @throws ToolError as the operation fails. */
  async do(
    operation: string,
    input: Readonly<Record<string, unknown>> = {},
    options: OrderOptions = {},
  ): Promise<Answer> {
    const order = orderOf(operation, input, { leftMs: options.budgetMs ?? 20_000 });
    const reply = await this.send(operation, input, options);
    return answerOf(order, reply) as Answer;
  }

  /** Carries out one operation; the reply is as the machine gave it. */
  send(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    options: OrderOptions = {},
  ): Promise<HelperReply> {
    const turn = this.#turn.then(() => this.#send(operation, input, options));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #send(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    options: OrderOptions,
  ): Promise<HelperReply> {
    const order = orderOf(operation, input, { leftMs: options.budgetMs ?? 20_000 });
    const nonce = crypto.randomUUID().replaceAll("-", "");
    const source = this.#known.has(operation) ? null : sourceOf(order).python;
    this.#known.add(operation);
    const sudo = order.privileged ? options.sudo ?? this.#options.sudo ?? null : null;
    const told = {
      nonce,
      key: operation,
      source,
      operation,
      input,
      budgetMs: order.budgetMs,
      maxBytes: 1_000_000,
      sudo,
    };
    await this.#writer.write(frame(JSON.stringify(told)));
    for (;;) {
      const line = await this.#line();
      const [first, status, length] = line.split(" ");
      if (first !== nonce) continue;
      const text = new TextDecoder().decode(await this.#take(Number(length)));
      const reply = replyOf(text);
      if (reply === null) throw new Error(`No reply (status ${status}): ${text.slice(0, 300)}`);
      return reply;
    }
  }

  /** Closes its input, as a connection that breaks; settles when it has ended. */
  async hangUp(): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hangUp();
    await this.#reader.cancel();
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) return new TextDecoder().decode((await this.#take(end + 1)).subarray(0, end));
      await this.#more();
    }
  }

  async #take(length: number): Promise<Uint8Array> {
    while (this.#rest.length < length) await this.#more();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { value } = await this.#reader.read();
    if (value === undefined) throw new Error("The supervisor ended");
    const joined = new Uint8Array(this.#rest.length + value.length);
    joined.set(this.#rest);
    joined.set(value, this.#rest.length);
    this.#rest = joined;
  }
}

/** Runs an order's shell text, as on a machine without python3. */
export async function byShell(
  operation: string,
  input: Readonly<Record<string, unknown>>,
  options: MachineOptions = {},
) {
  const order = orderOf(operation, input);
  const { shell } = sourceOf(order);
  if (shell === null) throw new Error(`${operation} needs python3`);
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", SHELL_COMMAND],
    clearEnv: true,
    env: environmentOf(options),
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(shell));
  await writer.close();
  const text = new TextDecoder().decode((await child.output()).stdout);
  const reply = replyOf(text);
  if (reply === null) throw new Error(`No reply: ${text.slice(0, 300)}`);
  return answerOf(order, reply) as Answer;
}

function environmentOf({ bin = [], path, environment = {} }: MachineOptions): Record<string, string> {
  return { HOME: "/tmp", ...environment, PATH: path ?? [...bin, USUAL_PATH].join(":") };
}
