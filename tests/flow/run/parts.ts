/** A run in this process: a real workspace, real checks, and a scripted model behind the real client. */
import { type CallContext, WorkerService } from "gatehouse/flow/run/worker_service.ts";
import type { CheckSettings, FlowSettings, RunReport, Step } from "gatehouse/flow/types.ts";
import { runProgram } from "gatehouse/isolate/run_program.ts";
import { Watchdog } from "gatehouse/isolate/watchdog.ts";
import { call, ScriptedModel, type ScriptEntry, type SeenRequest } from "../parts/scripted_model.ts";

export * from "../parts/scripted_replies.ts";

/** What a test says of a run; everything else is as the configuration has it by default. */
export interface FlowOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly checks?: readonly CheckSettings[];
  readonly agent?: Partial<FlowSettings["agent"]>;
  readonly endpoint?: Partial<FlowSettings["endpoint"]>;
  readonly settings?: Partial<FlowSettings>;
}

/** A worker's service with everything around it. */
export class Flow implements AsyncDisposable {
  readonly steps: Step[] = [];
  readonly service: WorkerService;
  readonly #watchdog = new Watchdog();

  private constructor(
    /** Holds the workspace and the journal. */
    readonly home: string,
    readonly model: ScriptedModel,
    readonly settings: FlowSettings,
  ) {
    this.service = new WorkerService(settings, { fileIo: "posix-checked" });
  }

  static async open(script: readonly ScriptEntry[] = [], options: FlowOptions = {}): Promise<Flow> {
    const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-run-" }));
    const workspace = `${home}/project`;
    await Deno.mkdir(workspace);
    await Deno.mkdir(`${home}/undo`, { mode: 0o700 });
    for (const [name, content] of Object.entries(options.files ?? {})) {
      await Deno.mkdir(`${workspace}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${workspace}/${name}`, content);
    }
    const model = new ScriptedModel(script);
    return new Flow(home, model, {
      workspace,
      trusted: true,
      endpoint: {
        baseUrl: model.url,
        api: "ollama",
        temperature: 0.2,
        contextLength: 16_384,
        timeoutSeconds: 20,
        allowRemote: false,
        ...options.endpoint,
      },
      models: { planner: "m", coder: "m", reviewer: "m" },
      agent: {
        maxIterations: 6,
        maxCycles: 2,
        maxToolCalls: 64,
        maxContextChars: 100_000,
        maxTaskChars: 16_000,
        maxSeconds: 60,
        protect: [],
        checkEnv: [],
        ...options.agent,
      },
      checks: options.checks ?? [LINT],
      editor: null,
      ownFiles: [],
      undoDirectory: `${home}/undo`,
      warnings: [],
      ...options.settings,
    });
  }

  get workspace(): string {
    return this.settings.workspace;
  }

  /** Carries out a task. */
  run(task = "Make it 42", signal = new AbortController().signal): Promise<RunReport> {
    return this.service.run(task, this.context(signal));
  }

  /** What a call brings with it; the checks are run by the program that runs them for a worker. */
  context(signal = new AbortController().signal): CallContext {
    return {
      signal,
      tell: (step) => void this.steps.push(step),
      run: async (name, options) => {
        const check = this.settings.checks.find((each) => each.name === name);
        if (check === undefined) throw new Error(`No check ${name}`);
        const env = { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" };
        const { cmd: argv, timeoutMs } = check;
        const program = { argv, cwd: this.workspace, env, timeoutMs };
        return await runProgram(program, { ...options, watchdog: this.#watchdog });
      },
    };
  }

  /** A file of the workspace; null when it is not there. */
  read(name: string): string | null {
    try {
      return Deno.readTextFileSync(`${this.workspace}/${name}`);
    } catch {
      return null;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watchdog.end();
    await this.model[Symbol.asyncDispose]();
    await Deno.remove(this.home, { recursive: true });
  }
}

/** A check whose command is a line of Python. */
export function python(name: string, code: string, more: Partial<CheckSettings> = {}): CheckSettings {
  return {
    name,
    cmd: ["python3", "-B", "-c", code],
    timeoutMs: 20_000,
    required: true,
    kind: "lint",
    filetypes: ["python"],
    ...more,
  };
}

/** Passes when `edited.py` has a `value` of 42. */
export const LINT = python("lint", "import edited; assert edited.value == 42, edited.value");

/** Passes always, and covers nothing. */
export const TEST = python("test", "print('passed')", { kind: "test" });

/** Writes `edited.py`. */
export function write(content: string): ReturnType<typeof call> {
  return call("file_write", { path: "edited.py", content });
}

/** The names of the tools that a request offers. */
export function offeredIn(request: SeenRequest | undefined): readonly string[] {
  return (request?.body.tools ?? []).map((tool) => tool.function.name);
}

/** The context that a request's second message carries. */
// deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
export function contextIn(request: SeenRequest | undefined): any {
  return JSON.parse(request?.body.messages?.[1]?.content ?? "{}").context;
}

/** The codes of a report's reasons. */
export function codes(report: RunReport): readonly string[] {
  return report.reasons.map(({ code }) => code);
}
