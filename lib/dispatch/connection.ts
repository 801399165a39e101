/**
 * One client's connection: which call runs under which id, in which era, and how many at once.
 *
 * At most 64 calls run; the next ones wait, in order. While 1,024 requests or 8 MiB wait, the transport should stop
 * reading (`full`). Cancellations and the client's answers are read until then, so that a cancelled call is found
 * whether it runs or waits. Answers that need no work (`initialize`, `ping`, the lists) never wait.
 */
import type { Era } from "./era.ts";
import { eraOf } from "./era.ts";
import {
  CODES,
  errorFrame,
  isRequestId,
  type NotificationFrame,
  type Parsed,
  type RequestFrame,
  type RequestId,
} from "./frames.ts";
import type { Serving } from "./serving.ts";
import { answerInShell } from "./shell.ts";
import type { Side } from "./side.ts";

/** Calls that run at once. */
const MAX_RUNNING = 64;
/** Requests that wait before the transport should stop reading. */
const MAX_WAITING = 1_024;
/** Bytes of them. */
const MAX_WAITING_BYTES = 8_388_608;

/** Requests that are answered at once, whatever runs. */
const LIGHT = new Set(["initialize", "ping", "shutdown", "server/discover", "tools/list"]);

/** What a client that reads too slowly can do without. */
const LOSSY = new Set<unknown>(["notifications/progress", "notifications/message"]);

/** A call that runs: in the shell with its controller, or in the SDK of an era. */
type Running = { readonly controller: AbortController } | { readonly era: Era };

/** A request that waits for its turn. */
interface Waiting {
  readonly frame: RequestFrame;
  readonly era: Era;
  readonly bytes: number;
}

/**
 * What a connection needs: `send` takes every frame for the client; `lossy` those that may be left out when the client
 * reads too slowly.
 */
export interface Outlet {
  send(frame: object): void;
  lossy(frame: object): void;
}

/**
 * A client's connection, without its bytes.
 *
 * @example
 * ```ts
 * import { Connection } from "gatehouse/dispatch/connection.ts";
 * import { parseText } from "gatehouse/dispatch/frames.ts";
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const serving = {
 *   house,
 *   info: { name: "gatehouse", version: "0.0.0" },
 *   instructions: "",
 *   publicLists: true,
 *   principal: "loopback",
 * } as const;
 * const sent: object[] = [];
 * const connection = new Connection(serving, { send: (frame) => sent.push(frame), lossy() {} });
 * connection.receive(parseText('{"jsonrpc":"2.0","id":1,"method":"ping"}'), 40);
 * connection.close();
 * if (sent.length !== 1) throw new Error("no answer");
 * ```
 */
export class Connection {
  readonly #serving: Serving;
  readonly #outlet: Outlet;
  readonly #running = new Map<RequestId, Running>();
  readonly #waiting = new Map<RequestId, Waiting>();
  readonly #sides = new Map<Era, Promise<Side>>();
  #waitingBytes = 0;
  #initialize: RequestFrame | null = null;
  #closed = false;
  /** Resolved and renewed each time a call ends. */
  #ended = Promise.withResolvers<void>();

  constructor(serving: Serving, outlet: Outlet) {
    this.#serving = serving;
    this.#outlet = outlet;
  }

  /** True while no further frame should be read. */
  get full(): boolean {
    return !this.#closed && (this.#waiting.size >= MAX_WAITING || this.#waitingBytes >= MAX_WAITING_BYTES);
  }

  /** Resolves when the connection is no longer full, or closed. */
  async room(): Promise<void> {
    while (this.full) await this.#ended.promise;
  }

  /** Resolves when nothing runs or waits, or the connection is closed. */
  async idle(): Promise<void> {
    while (!this.#closed && this.#running.size + this.#waiting.size > 0) await this.#ended.promise;
  }

  /** Takes one frame of the client. `bytes` is its size on the wire. */
  receive(parsed: Parsed, bytes: number): void {
    if (this.#closed) return;
    if (parsed.kind === "refused") this.#outlet.send(parsed.answer);
    else if (parsed.kind === "request") this.#request(parsed.frame, bytes);
    else if (parsed.kind === "notification") this.#notification(parsed.frame);
    else this.#deliverIfOpen("legacy", parsed.frame);
  }

  /** Aborts everything; nothing is sent from here on. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#serving.house.ongoing.close();
    for (const call of this.#running.values()) if ("controller" in call) call.controller.abort();
    this.#running.clear();
    this.#waiting.clear();
    for (const side of this.#sides.values()) side.then((open) => open.close(), () => {});
    this.#ended.resolve();
  }

  #request(frame: RequestFrame, bytes: number): void {
    const { id } = frame;
    if (this.#running.has(id) || this.#waiting.has(id)) {
      const message = "Invalid request: a request with this id is still being answered";
      return this.#outlet.send(errorFrame(id, { code: CODES.invalidRequest, message }));
    }
    const era = eraOf(frame, this.#initialize !== null);
    if (this.#running.size < MAX_RUNNING || LIGHT.has(frame.method)) return this.#start(frame, era);
    this.#waiting.set(id, { frame, era, bytes });
    this.#waitingBytes += bytes;
  }

  #start(frame: RequestFrame, era: Era): void {
    const { id } = frame;
    const controller = new AbortController();
    const shelled = answerInShell(this.#serving, frame, { era, via: "stdio", signal: controller.signal });
    if (shelled === "sdk") {
      this.#running.set(id, { era });
      this.#deliver(era, frame);
    } else if (shelled instanceof Promise) {
      const call = { controller };
      this.#running.set(id, call);
      shelled.then((answer) => {
        if (this.#running.get(id) !== call) return;
        if (answer !== "silent") this.#outlet.send(answer);
        this.#end(id);
      });
    } else {
      if (frame.method === "initialize" && "result" in shelled) this.#greeted(frame);
      this.#outlet.send(shelled);
    }
  }

  #greeted(frame: RequestFrame): void {
    this.#initialize = frame;
    this.#sides.get("legacy")?.then((side) => side.initialize(frame)).catch(this.#serving.house.onDefect);
  }

  #notification(frame: NotificationFrame): void {
    if (frame.method === "notifications/cancelled") return this.#cancel(frame);
    // A request without an id wants no answer, so that nothing needs to be done for it.
    if (frame.method.startsWith("notifications/")) this.#deliverIfOpen("legacy", frame);
  }

  #cancel(frame: NotificationFrame): void {
    const id = frame.params?.["requestId"];
    if (!isRequestId(id)) return;
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) {
      this.#waiting.delete(id);
      this.#waitingBytes -= waiting.bytes;
      return this.#tell();
    }
    const running = this.#running.get(id);
    if (running === undefined) return;
    if ("controller" in running) running.controller.abort();
    else {this.#deliverIfOpen(running.era, {
        jsonrpc: "2.0",
        method: frame.method,
        params: { requestId: id },
      });}
    this.#end(id);
  }

  #end(id: RequestId): void {
    this.#running.delete(id);
    for (const [next, { frame, era, bytes }] of this.#waiting) {
      if (this.#running.size >= MAX_RUNNING) break;
      this.#waiting.delete(next);
      this.#waitingBytes -= bytes;
      this.#start(frame, era);
    }
    this.#tell();
  }

  #tell(): void {
    this.#ended.resolve();
    this.#ended = Promise.withResolvers();
  }

  /** Frames of one era keep their order: all of them wait for the same promise. */
  #deliver(era: Era, frame: RequestFrame): void {
    let side = this.#sides.get(era);
    if (side === undefined) {
      side = this.#open(era);
      this.#sides.set(era, side);
    }
    side.then((open) => {
      if (!this.#closed) open.deliver(frame);
    }).catch((error) => {
      this.#serving.house.onDefect(error);
      this.#fromSide(era, errorFrame(frame.id, { code: CODES.internalError, message: "Internal error" }));
    });
  }

  #deliverIfOpen(era: Era, frame: object): void {
    this.#sides.get(era)?.then((side) => side.deliver(frame)).catch(this.#serving.house.onDefect);
  }

  async #open(era: Era): Promise<Side> {
    const { openSide } = await import("./side.ts");
    const side = await openSide(this.#serving, { era, send: (frame) => this.#fromSide(era, frame) });
    if (era === "legacy" && this.#initialize !== null) await side.initialize(this.#initialize);
    if (this.#closed) side.close();
    return side;
  }

  #fromSide(era: Era, frame: object): void {
    if (this.#closed) return;
    if ("method" in frame) {
      return LOSSY.has(frame.method) ? this.#outlet.lossy(frame) : this.#outlet.send(frame);
    }
    const id = "id" in frame && isRequestId(frame.id) ? frame.id : undefined;
    const call = id === undefined ? undefined : this.#running.get(id);
    // An answer that nobody waits for is that of a cancelled call.
    if (id === undefined || call === undefined || !("era" in call) || call.era !== era) return;
    this.#outlet.send(frame);
    this.#end(id);
  }
}
