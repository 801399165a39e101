/**
 * The child's side: a process that starts one worker with narrowed permissions and carries lines between it and the
 * parent.
 *
 * The main thread only waits, so that it sees the end of its input, which is the parent's end, whatever the worker does.
 * Whoever starts this entry by hand has a process of their own account, and could have started anything else.
 */
import { isRecord } from "../core/record.ts";
import { eachLine } from "./lines.ts";
import { withoutSockets, workerPermissions } from "./permissions.ts";
import { programsOf } from "./program.ts";
import { Runner } from "./runner.ts";
import { MAX_LINE, type Start, type Why } from "./protocol.ts";

/** Bytes of memory, all threads together, at which the child ends itself: 512 MiB. */
const MAX_MEMORY = 536_870_912;

/** Milliseconds between two looks at the memory. */
const LOOK_MS = 100;

/**
 * Lives until the input ends, the worker ends, or the memory is used up.
 *
 * @param workers The entries, by name.
 * @returns The exit code; the caller must exit, because the worker may never yield.
 *
 * @example
 * ```ts
 * import { serveChild } from "gatehouse/isolate/child.ts";
 *
 * if (serveChild.length !== 1) throw new Error("other arguments");
 * ```
 */
export async function serveChild(workers: Readonly<Record<string, () => URL>>): Promise<number> {
  ignoreSignals();
  const child = new Child(workers);
  let watch: ReturnType<typeof setInterval> | undefined;
  const onLine = (line: string): void => {
    child.take(line);
    // After the worker's start, which need not wait for the timers to be loaded.
    watch ??= setInterval(() => {
      if (Deno.memoryUsage().rss > MAX_MEMORY) child.end("memory", `more than ${MAX_MEMORY / 1_048_576} MiB`);
    }, LOOK_MS);
  };
  const input = eachLine(chunks(), { max: MAX_LINE, onLine }).then(() => 0, () => 1);
  const code = await Promise.race([input, child.ended]);
  clearInterval(watch);
  child.close();
  return code;
}

/** Stdin as it comes; read by hand, because loading the streams would delay the worker's start. */
async function* chunks(): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(65_536);
  for (let read = await Deno.stdin.read(buffer); read !== null; read = await Deno.stdin.read(buffer)) {
    yield buffer.slice(0, read);
  }
}

const ENCODER = new TextEncoder();

class Child {
  readonly #workers: Readonly<Record<string, () => URL>>;
  #output: WritableStreamDefaultWriter<Uint8Array> | undefined;
  readonly #end = Promise.withResolvers<number>();
  #mark = "";
  #worker: Worker | null = null;
  #runner: Runner | null = null;
  /** Permissions that the main thread needs for longer than the worker's start. */
  #kept: readonly string[] = [];
  #ready = false;
  #over = false;

  constructor(workers: Readonly<Record<string, () => URL>>) {
    this.#workers = workers;
  }

  /** The exit code, when it is the child that ends. */
  get ended(): Promise<number> {
    return this.#end.promise;
  }

  /** A line of the parent. */
  take(line: string): void {
    if (this.#over) return;
    if (this.#worker !== null) return this.#worker.postMessage(line);
    try {
      const start = startOf(line);
      this.#mark = start.mark;
      const worker = this.#worker = this.#open(start);
      this.#runner = new Runner(start.programs ?? {}, (line) => worker.postMessage(line));
      this.#kept = start.programs === undefined ? [] : ["run"];
      worker.postMessage(JSON.stringify({ setup: start.setup }));
    } catch (error) {
      this.end("start", error instanceof Error ? error.message : String(error));
    }
  }

  /** Kills what was run for the worker. */
  close(): void {
    this.#runner?.close();
  }

  /** Says why, and ends. */
  end(why: Why, detail: string): void {
    if (this.#over) return;
    this.#over = true;
    this.close();
    const frame = `${this.#mark}${JSON.stringify({ ended: why, detail: detail.slice(0, 2_000) })}\n`;
    this.#write(frame).finally(() => this.#end.resolve(1)).catch(() => {});
  }

  #write(text: string): Promise<void> {
    this.#output ??= Deno.stdout.writable.getWriter();
    return this.#output.write(ENCODER.encode(text));
  }

  #open({ worker: name, permissions }: Start): Worker {
    const entry = Object.hasOwn(this.#workers, name) ? this.#workers[name] : undefined;
    if (entry === undefined) throw new RangeError(`No worker ${name}`);
    const worker = narrowed(name, { entry: entry(), permissions: workerPermissions(permissions) });
    worker.onmessage = ({ data }) => this.#give(data);
    worker.onmessageerror = () => this.end("protocol", "The worker sent what cannot be read");
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(this.#ready ? "crash" : "start", event.message);
    };
    return worker;
  }

  /** A message of the worker. */
  #give(data: unknown): void {
    if (this.#over) return;
    if (typeof data !== "string" || data.includes("\n") || data.length > MAX_LINE) {
      return this.end("protocol", "The worker sent no frame");
    }
    if (!this.#ready) {
      this.#ready = true;
      revokeAll(this.#kept);
    } else if (Runner.isFor(data)) {
      if (this.#runner?.take(data) !== true) this.end("protocol", "The worker asked for no program");
      return;
    }
    this.#write(`${this.#mark}${data}\n`).catch(() => this.#end.resolve(1));
  }
}

/**
 * The worker has its own, and this thread needs none any more, or only that to run programs: what breaks out into it has
 * gained no more than that.
 */
function revokeAll(kept: readonly string[]): void {
  for (const name of ["net", "read", "write", "run", "env", "sys", "ffi"] as const) {
    if (!kept.includes(name)) Deno.permissions.revokeSync({ name });
  }
}

/** A terminal and a supervisor send signals to the whole group: when a child ends is the parent's to say. */
function ignoreSignals(): void {
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => {});
}

/** @throws TypeError for anything else than a start frame. */
function startOf(line: string): Start {
  const frame: unknown = JSON.parse(line);
  if (isRecord(frame)) {
    const { mark, worker, permissions, setup } = frame;
    if (typeof mark === "string" && typeof worker === "string" && isRecord(permissions)) {
      const { programs } = frame;
      return {
        mark,
        worker,
        permissions,
        setup,
        ...(programs === undefined ? {} : { programs: programsOf(programs) }),
      };
    }
  }
  throw new TypeError("The first line is no start frame");
}

function narrowed(
  name: string,
  { entry, permissions }: { entry: URL; permissions: ReturnType<typeof workerPermissions> },
): Worker {
  const open = (granted: typeof permissions) =>
    new Worker(entry.href, { type: "module", name, deno: { permissions: mutable(granted) } });
  try {
    return open(permissions);
  } catch (error) {
    // How a Deno refuses an address that it does not know.
    const fewer = error instanceof URIError ? withoutSockets(permissions) : null;
    if (fewer === null) throw error;
    return open(fewer);
  }
}

/** Deno's types want lists that may be changed. */
function mutable(
  { net, read, write, ...none }: ReturnType<typeof workerPermissions>,
): Deno.PermissionOptions {
  const copy = (list: readonly string[] | false) => list === false ? false : [...list];
  return { ...none, net: copy(net), read: copy(read), write: copy(write) };
}
