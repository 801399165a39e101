/** What a line of `flow tui` does: a command, or a task in words. */
import { nearest } from "../core/nearest.ts";
import { ToolError } from "../core/errors.ts";
import { oneLine } from "../core/bounds.ts";
import { askFlow, flowCommand, type FlowReport } from "./flow_session.ts";
import { stepText } from "./flow_tui_text.ts";
import { MAX_INPUT_BYTES } from "./input.ts";
import type { Io } from "./io.ts";
import type { Session } from "./session.ts";

/** What the terminal's work needs of the world. */
export type TuiIo = Pick<Io, "stdin" | "out" | "signal" | "terminal" | "environment" | "onInterrupt">;

/** By what is typed; the words after it are the second half of the line in `help`. */
const HELP = {
  "/help": "This list",
  "/status": "What is configured, and how the last task ended",
  "/check [name]": "Run the checks, or one of them",
  "/tools": "What the models may do",
  "/models": "The models that the service has",
  "/model NAME": "From now on this model, in all three roles",
  "/build REQUEST": 'The same as the task "Build REQUEST"',
  "/undo": "Put the files of the last task back as they were",
  "/clear": "Nothing: see the note",
  "/quit, /exit, Ctrl-D": "Leave; Ctrl-C ends a task, and what it has saved stays",
  "anything else": "A task: plan, code, check, review",
} as const;

const NOTE = "Each task starts with fresh contexts, so there is nothing to clear";

/** What the program did before it had checks, and why it no longer does. */
const GONE: Readonly<Record<string, string>> = {
  "/plugins": "Plugins would run code that nobody has checked",
  "/evolve": "Nothing here changes its own code",
  "/memory": "Nothing is remembered from one task to the next",
  "/feedback": "What counts is what the checks say; there is nowhere to keep an opinion",
};

/** Milliseconds between two looks at whether an interrupted task has let go, and how many there are. */
const LOOK_MS = 50;
const LOOKS = 100;

type Work = (rest: string, signal: AbortSignal) => Promise<FlowReport> | FlowReport;

/** A session with its commands; what it opened is closed with it. */
export class TuiCommands implements AsyncDisposable {
  readonly #io: TuiIo;
  readonly #open: (model?: string) => Promise<Session>;
  #session: Promise<Session>;
  readonly #commands: Readonly<Record<string, Work>>;
  /** A task was interrupted, and its check may still be on its way out. */
  #isEnding = false;

  constructor(io: TuiIo, open: (model?: string) => Promise<Session>) {
    this.#io = io;
    this.#open = open;
    this.#session = open();
    const help = () => ({ status: "ok", commands: HELP, note: NOTE });
    const command = (name: string): Work => async (_rest, signal) =>
      await flowCommand({ ...await this.#session, signal }, { name });
    this.#commands = {
      "/help": help,
      "/clear": help,
      "/status": (_rest, signal) => this.#ask("flow_status", {}, signal),
      "/check": (name, signal) => this.#ask("flow_check", name === "" ? {} : { name }, signal),
      "/tools": command("tools"),
      "/models": command("models"),
      "/undo": command("undo"),
      "/model": (name, signal) => this.#choose(name, signal),
      "/build": (request, signal) =>
        request === ""
          ? mistake("/build needs a request", "Say what to build: /build REQUEST")
          : this.#ask("flow_run", { task: `Build ${request}` }, signal),
    };
  }

  /** How it stands, at the start. @throws ToolError when the session cannot be opened. */
  async status(): Promise<FlowReport> {
    await this.#session;
    return await this.#interruptible((signal) => this.#ask("flow_status", {}, signal));
  }

  /**
   * Does what the line asks for.
   *
   * @param line Null for one that could not be read.
   * @returns The report; null to leave.
   * @throws ToolError `CANCELLED` by a signal that ends the program.
   */
  async answer(line: string | null): Promise<FlowReport | null> {
    if (line === null) {
      return mistake(`The line has more than ${MAX_INPUT_BYTES} bytes or is no UTF-8`, "Say less");
    }
    const text = line.trim();
    if (!text.startsWith("/")) {
      return await this.#interruptible((signal) => this.#ask("flow_run", { task: text }, signal));
    }
    const [name = ""] = text.split(/\s/, 1);
    if (name === "/quit" || name === "/exit") return null;
    const rest = text.slice(name.length).trim();
    const gone = Object.hasOwn(GONE, name) ? GONE[name] : undefined;
    if (gone !== undefined) return { status: "unavailable", error: gone };
    const work = Object.hasOwn(this.#commands, name) ? this.#commands[name] : undefined;
    if (work !== undefined) return await this.#interruptible((signal) => work(rest, signal));
    const meant = nearest(name, [...Object.keys(this.#commands), "/quit", "/exit"]);
    return mistake(
      `There is no command ${oneLine(name, 64)}`,
      `${meant === null ? "" : `Did you mean ${meant}? `}/help shows what there is`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#session.catch(() => null))?.[Symbol.asyncDispose]();
  }

  async #ask(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<FlowReport> {
    const step = (step: FlowReport): void => {
      const text = stepText(step);
      if (text !== null) this.#io.out(text);
    };
    return await askFlow({ ...await this.#session, signal }, { tool, args, step });
  }

  /** Another model needs another session: nothing that runs changes its settings. */
  async #choose(name: string, signal: AbortSignal): Promise<FlowReport> {
    if (name === "") return mistake("/model needs a name", "/models shows those that there are");
    const session = await this.#session;
    const report = await flowCommand({ ...session, signal }, { name: "models" });
    const { models } = report;
    if (!Array.isArray(models)) return report;
    if (!models.includes(name) && !models.includes(`${name}:latest`)) {
      return mistake(`The service has no model ${oneLine(name, 100)}`, "/models shows those that there are");
    }
    const next = await this.#open(name);
    this.#session = Promise.resolve(next);
    await session[Symbol.asyncDispose]();
    return { status: "ok", model: name, note: "In all three roles, until you leave" };
  }

  async #interruptible(work: (signal: AbortSignal) => Promise<FlowReport> | FlowReport): Promise<FlowReport> {
    const stop = new AbortController();
    const end = (): void => stop.abort();
    this.#io.signal.addEventListener("abort", end, { once: true });
    if (this.#io.signal.aborted) end();
    this.#io.onInterrupt?.(end);
    try {
      if (this.#isEnding) await this.#idle(stop.signal);
      return await work(stop.signal);
    } catch (error) {
      if (!(error instanceof ToolError) || this.#io.signal.aborted) throw error;
      this.#isEnding ||= stop.signal.aborted;
      if (stop.signal.aborted) return mistake("Interrupted; what was saved stays", "/undo puts it back");
      return { status: "error", code: error.code, error: error.message, next: error.next ?? null };
    } finally {
      this.#io.signal.removeEventListener("abort", end);
    }
  }

  /** Waits until nothing goes on any more: what comes next would be refused as long as something does. */
  async #idle(signal: AbortSignal): Promise<void> {
    for (let look = 0; look < LOOKS; look++) {
      const { busy } = await this.#ask("flow_status", {}, signal);
      if (busy !== true) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    this.#isEnding = false;
  }
}

function mistake(error: string, next: string): FlowReport {
  return { status: "error", error, next };
}
