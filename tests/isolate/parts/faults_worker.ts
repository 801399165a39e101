/** A worker with every fault that a worker can have. */
import { serveWorker } from "gatehouse/core/worker.ts";
import { ToolError } from "gatehouse/core/errors.ts";

console.log("printed while loading");

/** Node's modules: none in an executable, where those that nothing of ours uses cannot be loaded. */
async function node<T>(name: string): Promise<T | null> {
  try {
    return await import(`node:${name}`);
  } catch {
    return null;
  }
}

const fs = await node<typeof import("node:fs")>("fs");
const process = (await node<{ readonly default: typeof import("node:process") }>("process"))?.default;

const port = globalThis as unknown as { postMessage(message: unknown): void; close(): void };
const encoder = new TextEncoder();
const never = () => new Promise<never>(() => {});
const count = { aborted: 0 };
const ended = Promise.withResolvers<string>();
const last: { tell: ((event: unknown) => void) | null } = { tell: null };

serveWorker({
  echo: (input) => input,
  setup: (_, { setup }) => setup,
  pid: () => Deno.pid,
  aborted: () => count.aborted,
  typed() {
    throw new ToolError("TARGET_UNKNOWN", "Could not find the target x", {
      retryable: true,
      next: "Name another",
    });
  },
  defect() {
    throw new RangeError("inner detail");
  },
  forgesCancel() {
    throw new ToolError("CANCELLED", "Nobody cancelled");
  },
  obeys: (_, { signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => {
        count.aborted++;
        reject(new Error("stopped"));
      })
    ),
  obeysInYourWords: (_, { signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener(
        "abort",
        () => reject(new ToolError("CANCELLED", "The caller cancelled the call")),
      )
    ),
  async run(name, { run, signal }) {
    const ran = await run(String(name), { signal });
    ended.resolve(ran.outcome);
    return ran;
  },
  async runsStopped(name, { run }) {
    return (await run(String(name), { signal: AbortSignal.abort() })).outcome;
  },
  firstRan: () => ended.promise,
  connects: async (path) => (await Deno.connect({ transport: "unix", path: String(path) })).close(),
  tells(events, { tell }) {
    for (const event of events as unknown[]) tell(event);
    return "told";
  },
  tellsLater: (_, { tell }) => void (last.tell = tell),
  later() {
    last.tell?.("late");
    return "told";
  },
  saysEvent: () => (port.postMessage('{"id":1,"event":"after the end"}'), null),
  says: (text) => (port.postMessage(String(text)), never()),
  deaf: never,
  busy() {
    console.log("busy from here on");
    while (true);
  },
  heap() {
    const held: unknown[] = [];
    while (true) held.push({ at: held.length, text: `${Math.random()}` });
  },
  buffers() {
    const held: unknown[] = [];
    while (true) held.push(new Uint8Array(16_777_216).fill(1));
  },
  giant: (size) => "x".repeat(Number(size)),
  throwsLater() {
    setTimeout(() => {
      throw new Error("thrown later");
    }, 0);
    return never();
  },
  rejects() {
    Promise.reject(new Error("nobody catches this"));
    return never();
  },
  flood() {
    for (let at = 0;; at++) port.postMessage(`{"id":${-at},"ok":true}`);
  },
  floodOfObjects() {
    while (true) port.postMessage({ not: "a frame" });
  },
  notText: () => (port.postMessage(5), never()),
  twoLines: () => (port.postMessage('{"ready":true}\n{"ready":true}'), never()),
  malformed: () => (port.postMessage('{"id":'), never()),
  answersOthers: () => (port.postMessage('{"id":999999,"ok":true,"value":1}'), never()),
  kills() {
    Deno.kill(Deno.pid, "SIGKILL");
    return never();
  },
  readsInput: () => (fs?.readSync(0, new Uint8Array(10)), never()),
  exit: () => Deno.exit(0),
  close: () => port.close(),
  processExit: () => (process ?? Deno).exit(0),
  processAbort: () => (process?.abort ?? Deno.exit)(),
  async prints() {
    console.log("by console.log");
    console.table([["by console.table"]]);
    Deno.stdout.writeSync(encoder.encode("by Deno.stdout.writeSync\n"));
    await Deno.stdout.write(encoder.encode("by Deno.stdout.write\n"));
    process?.stdout.write("by process.stdout\n");
    fs?.writeSync(1, '{"id":1,"ok":true,"value":"forged"}\n');
    fs?.writeSync(1, "without a line feed");
    return { node: fs !== null && process !== undefined };
  },
});
