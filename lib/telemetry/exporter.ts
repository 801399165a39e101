/** Traces of calls, sent to the collector that the operator named. Loaded only when one is named. */
import type { Endpoint } from "../core/endpoint.ts";
import type { CallTrace, Tracer, TraceStart } from "../core/trace.ts";
import { type CallSpan, CallSpans } from "./call_span.ts";
import { otlpBody, spanCount } from "./otlp.ts";
import { sendTraces } from "./send.ts";
import { traceParentOf } from "./trace_parent.ts";

/** Spans that wait for the collector; of more, the newest calls are dropped. */
const MAX_WAITING = 4_096;

/** Spans of one batch, about; a call is not divided. */
const BATCH = 256;

/** Milliseconds that the first span of a batch waits for others. */
const GATHER_MS = 2_000;

/** Milliseconds without an attempt after one that failed. */
const PAUSE_MS = 5_000;

/** Milliseconds that a collector has for a batch. */
const SEND_MS = 5_000;

/** Milliseconds between two lines about what was dropped. */
const TELL_MS = 60_000;

/** Takes traces until it is closed. */
export interface Exporter extends Tracer {
  /** Spans that never reached the collector, so far. */
  readonly dropped: number;
  /** Sends what waits, within `limitMs`, and drops the rest; nothing is taken from here on. */
  close(limitMs: number): Promise<void>;
}

/** What an exporter is given. */
export interface ExporterOptions {
  /** Told in one sentence what was dropped, once a minute at most, and at the end. */
  readonly warn: (text: string) => void;
  /** Default: 2,000 ms. */
  readonly gatherMs?: number;
  /** Default: 5,000 ms. */
  readonly pauseMs?: number;
  /** Default: 5,000 ms. */
  readonly sendMs?: number;
}

/**
 * An exporter for a collector. Nothing is opened before the first call has ended.
 *
 * @param endpoint Checked by the configuration: an address of this machine, or one that was allowed.
 *
 * @example
 * ```ts
 * import { endpointOf } from "gatehouse/core/endpoint.ts";
 * import { openExporter } from "gatehouse/telemetry/exporter.ts";
 *
 * const endpoint = endpointOf("http://127.0.0.1:9");
 * if (endpoint === null) throw new Error("no address");
 * const exporter = openExporter(endpoint, { warn() {} });
 * exporter.begin({ via: "stdio" })?.end({ outcome: "ok", tool: "gate", family: "gate" });
 * await exporter.close(100);
 * if (exporter.dropped !== 2) throw new Error("the call and its first phase were not dropped");
 * ```
 */
export function openExporter(endpoint: Endpoint, options: ExporterOptions): Exporter {
  return new Batches(endpoint, options);
}

class Batches implements Exporter {
  readonly #endpoint: Endpoint;
  readonly #options: ExporterOptions;
  readonly #instance = crypto.randomUUID();
  #waiting: CallSpan[] = [];
  #waitingSpans = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #stop: AbortController | null = null;
  #notBefore = 0;
  #isClosed = false;
  #toldAt = Number.NEGATIVE_INFINITY;
  #told = 0;
  #why = "More calls ended than it took";
  dropped = 0;

  constructor(endpoint: Endpoint, options: ExporterOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
  }

  begin(start: TraceStart): CallTrace | null {
    if (this.#isClosed) return null;
    const parent = traceParentOf(start.origin?.meta);
    if (parent?.sampled === false) return null;
    // What came with the request is not kept: it may hold anything.
    const origin = start.origin === undefined ? undefined : { era: start.origin.era };
    return new CallSpans({ via: start.via, origin }, { parent, take: (span) => this.#take(span) });
  }

  async close(limitMs: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const until = performance.now() + limitMs;
    const timer = setTimeout(() => this.#stop?.abort(), limitMs);
    try {
      await this.#sending;
      const failedOnce = this.#notBefore > performance.now();
      while (!failedOnce && this.#waiting.length > 0 && performance.now() < until) {
        const before = this.dropped;
        await this.#send();
        if (this.dropped > before) break;
      }
    } finally {
      clearTimeout(timer);
    }
    this.#drop(this.#waitingSpans, this.#why);
    this.#waiting = [];
    this.#waitingSpans = 0;
    this.#tell({ atLast: true });
  }

  #take(span: CallSpan): void {
    const count = spanCount(span);
    if (this.#isClosed || this.#waitingSpans + count > MAX_WAITING) return this.#drop(count, this.#why);
    this.#waiting.push(span);
    this.#waitingSpans += count;
    this.#plan();
  }

  /** One batch at a time: a slow collector is not sent more than it takes. */
  #plan(): void {
    if (this.#sending !== null || this.#isClosed || this.#waiting.length === 0) return;
    const pause = Math.max(0, this.#notBefore - performance.now());
    if (pause === 0 && this.#waitingSpans >= BATCH) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      void this.#send();
      return;
    }
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, Math.max(pause, this.#options.gatherMs ?? GATHER_MS));
    // Whatever waits is sent when the program ends; it does not keep the program.
    Deno.unrefTimer(this.#timer);
  }

  #send(): Promise<void> {
    const sending = this.#batch().finally(() => {
      this.#sending = null;
      this.#plan();
    });
    this.#sending = sending;
    return sending;
  }

  async #batch(): Promise<void> {
    const batch: CallSpan[] = [];
    let spans = 0;
    while (spans < BATCH && batch.length < this.#waiting.length) {
      const call = this.#waiting[batch.length];
      if (call === undefined) break;
      batch.push(call);
      spans += spanCount(call);
    }
    this.#waiting = this.#waiting.slice(batch.length);
    this.#waitingSpans -= spans;
    const stop = new AbortController();
    this.#stop = stop;
    const timer = setTimeout(() => stop.abort(), this.#options.sendMs ?? SEND_MS);
    Deno.unrefTimer(timer);
    try {
      const body = otlpBody(batch, { instance: this.#instance });
      const { rejected } = await sendTraces(this.#endpoint, { body, signal: stop.signal });
      if (rejected > 0) this.#drop(Math.min(rejected, spans), "It rejected them");
    } catch (error) {
      this.#notBefore = performance.now() + (this.#options.pauseMs ?? PAUSE_MS);
      this.#drop(spans, error instanceof Error ? error.message : "Sending failed");
    } finally {
      clearTimeout(timer);
    }
  }

  #drop(spans: number, why: string): void {
    if (spans === 0) return;
    this.dropped += spans;
    this.#why = why;
    this.#tell({ atLast: false });
  }

  #tell({ atLast }: { readonly atLast: boolean }): void {
    const news = this.dropped - this.#told;
    if (news === 0 || (!atLast && performance.now() < this.#toldAt + TELL_MS)) return;
    this.#told = this.dropped;
    this.#toldAt = performance.now();
    this.#options.warn(`${news} spans did not reach the collector ${this.#endpoint.base}. ${this.#why}`);
  }
}
