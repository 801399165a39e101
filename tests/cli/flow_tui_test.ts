import { z } from "zod";
import { bareHouse } from "gatehouse/core/bare_house.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { encodePlain } from "gatehouse/core/encode.ts";
import { publish } from "gatehouse/core/publish.ts";
import { defineTool, type Family, type RunContext, runs } from "gatehouse/core/tool.ts";
import type { TuiIo } from "gatehouse/cli/flow_tui_commands.ts";
import { tui } from "gatehouse/cli/flow_tui.ts";
import { answerText } from "gatehouse/cli/flow_tui_text.ts";
import type { Session } from "gatehouse/cli/session.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";

/** A world whose input comes line by line, and in which somebody may press Ctrl-C. */
class Terminal {
  text = "";
  readonly asked: unknown[] = [];
  readonly opened: (string | undefined)[] = [];
  closed = 0;
  /** How often it says from now on that something goes on. */
  busy = 0;
  /** What a task does. */
  work: (task: string, context: RunContext) => unknown = () => ({ status: "ok", verified: true });
  readonly #input = new TransformStream<string, string>();
  readonly #writer = this.#input.writable.getWriter();
  readonly #stop = new AbortController();
  #interrupt: (() => void) | null = null;
  #written = Promise.withResolvers<void>();

  readonly io: TuiIo = {
    stdin: this.#input.readable.pipeThrough(new TextEncoderStream()),
    signal: this.#stop.signal,
    terminal: { stdin: false, stdout: false },
    environment: {},
    out: (text) => {
      this.text += text;
      this.#written.resolve();
      return true;
    },
    onInterrupt: (handler) => {
      this.#interrupt = handler;
    },
  };

  start(): Promise<number> {
    return tui(this.io, (model) => Promise.resolve(this.#session(model)));
  }

  async type(line: string): Promise<void> {
    await this.#writer.write(`${line}\n`);
  }

  async end(): Promise<void> {
    await this.#writer.close();
  }

  interrupt(): void {
    assertTrue(this.#interrupt !== null, "nobody takes the interrupt");
    this.#interrupt();
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Settles once the text holds this. */
  async shows(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      await this.#written.promise;
      this.#written = Promise.withResolvers();
    }
  }

  get isHeard(): boolean {
    return this.#interrupt !== null;
  }

  #session(model: string | undefined): Session {
    this.opened.push(model);
    const family = familyOf(this);
    const catalogue = openCatalogue(publish([family]), { flow: () => Promise.resolve(family) });
    const house = bareHouse(catalogue);
    const session = {
      house,
      principal: "posix-uid:1",
      signal: this.io.signal,
      [Symbol.asyncDispose]: () => Promise.resolve(void this.closed++),
    };
    // The commands look at nothing else of a session.
    return session as unknown as Session;
  }
}

function familyOf(terminal: Terminal): Family {
  const tool = (name: string, input: z.ZodObject, run: (args: unknown, context: RunContext) => unknown) => {
    const declared = defineTool({
      name,
      title: name,
      description: { use: "Test", avoid: "Anything else" },
      access: "read",
      confidentiality: "public",
      timeoutMs: 20_000,
      input,
      output: z.looseObject({ status: z.string() }),
    });
    const runner = runs(declared, (args, context) => {
      terminal.asked.push([name, args]);
      return run(args, context) as { status: string };
    });
    return { tool: runner.tool, load: () => Promise.resolve({ default: runner }) };
  };
  const command = (name: string, report: unknown) => () =>
    Promise.resolve({
      default: () => {
        terminal.asked.push([name]);
        return Promise.resolve(report);
      },
    });
  return {
    name: "flow",
    icon: "M0 0h16v16",
    instructions: "For tests",
    tools: [
      tool(
        "flow_run",
        z.strictObject({ task: z.string() }),
        (args, context) => terminal.work((args as { readonly task: string }).task, context),
      ),
      tool("flow_status", z.strictObject({}), () => ({
        status: "ok",
        workspace: "/project",
        trusted: true,
        busy: terminal.busy-- > 0,
      })),
      tool("flow_check", z.strictObject({ name: z.string().optional() }), () => ({
        status: "failed",
        verified: false,
        checks: [],
      })),
    ],
    resources: [],
    encode: encodePlain,
    facts: () => ({}),
    commands: {
      tools: command("tools", { status: "ok", tools: ["file_read"] }),
      models: command("models", { status: "ok", models: ["one:7b", "two:latest"] }),
      undo: command("undo", { status: "ok", restored: ["a.py"] }),
    },
  };
}

/** What comes of these lines, typed one after the other. */
async function typed(...lines: readonly string[]): Promise<Terminal> {
  const terminal = new Terminal();
  const code = terminal.start();
  for (const line of lines) await terminal.type(line);
  await terminal.end();
  assertEquals(await code, 0);
  assertTrue(!terminal.isHeard, "the interrupt is still taken");
  return terminal;
}

/** The reports in what was printed. */
function reports(text: string): Record<string, unknown>[] {
  return [...text.matchAll(/^\{\n[\s\S]*?\n\}$/gm)].map(([json]) => JSON.parse(json));
}

Deno.test("it begins with the workspace and the right to change it, and asks until the input ends", async () => {
  const { text, closed } = await typed();
  assertEquals(text.split("\n").slice(0, 3), [
    "Gatehouse flow: say what to do, or /help",
    "workspace: /project",
    "trusted: files are written and checks run",
  ]);
  assertIncludes(text, "\nflow > ");
  assertEquals(closed, 1);
});

Deno.test("words are a task, and /build is the same with that word in front", async () => {
  const { asked, text } = await typed("Fix  the tests ", "/build a parser", "/build", "");
  assertEquals(asked.slice(1), [
    ["flow_run", { task: "Fix  the tests" }],
    ["flow_run", { task: "Build a parser" }],
  ]);
  const [first, second, third] = reports(text);
  assertEquals([first, second?.["verified"]], [{ status: "ok", verified: true }, true]);
  assertEquals(third?.["status"], "error");
  assertIncludes(text, "flow > \nverified\n{\n");
});

Deno.test("each command has its report", async () => {
  const { asked, text } = await typed(
    "/status",
    "/check",
    "/check lint",
    "/tools",
    "/models",
    "/undo",
    "/help",
    "/clear",
  );
  assertEquals(asked.slice(1), [
    ["flow_status", {}],
    ["flow_check", {}],
    ["flow_check", { name: "lint" }],
    ["tools"],
    ["models"],
    ["undo"],
  ]);
  const found = reports(text);
  assertEquals(found.length, 8);
  assertEquals(found[3], { status: "ok", tools: ["file_read"] });
  assertIncludes(JSON.stringify(found[6]), "/check [name]");
  assertEquals(found[6], found[7]);
  assertIncludes(String(found[7]?.["note"]), "nothing to clear");
  assertIncludes(text, "not verified: failed\n{");
});

Deno.test("what there was once is unavailable with a reason, and what there never was leads to the help", async () => {
  const lines = ["/plugins", "/evolve all", "/memory", "/feedback good", "/chek", "/constructor", "/"];
  const { asked, text } = await typed(...lines);
  const found = reports(text);
  assertEquals(found.map(({ status }) => status), [
    ...Array<string>(4).fill("unavailable"),
    ...Array<string>(3).fill("error"),
  ]);
  for (const { error } of found) assertTrue(typeof error === "string" && error.length > 20, String(error));
  for (const { next } of found.slice(4)) assertIncludes(String(next), "/help");
  assertIncludes(String(found[4]?.["next"]), "Did you mean /check?");
  assertEquals(asked.length, 1);
});

Deno.test("/model takes a model that the service has, for a session of its own", async () => {
  const { opened, closed, text } = await typed("/model", "/model three", "/model two", "/model one:7b");
  assertEquals(reports(text).map(({ status }) => status), ["error", "error", "ok", "ok"]);
  assertEquals(opened, [undefined, "two", "one:7b"]);
  assertEquals(closed, 3);
});

for (const word of ["/quit", "/exit", " /quit "]) {
  Deno.test(`${JSON.stringify(word)} leaves, whatever comes after it`, async () => {
    const { asked, closed } = await typed(word, "a task");
    assertEquals([asked.length, closed], [1, 1]);
  });
}

Deno.test("what happens in a task is shown line by line while it happens", async () => {
  const terminal = new Terminal();
  const goOn = Promise.withResolvers<void>();
  terminal.work = async (_task, { step }) => {
    step({ kind: "role", role: "coder", model: "one:7b", cycle: 1 });
    step({ kind: "turn", role: "coder", turn: 1, of: 6 });
    step({ kind: "tool", role: "coder", tool: "file_write", path: "a\u001b[31m.py" });
    step({ kind: "tool_end", role: "coder", tool: "file_write", status: "ok" });
    step({ kind: "tool_end", role: "coder", tool: "file_read", status: "error" });
    await goOn.promise;
    step({ kind: "role_end", role: "coder", status: "ok", turns: 1 });
    step({ kind: "check", name: "lint" });
    step({ kind: "check_end", name: "lint", status: "failed", ms: 12 });
    step({ kind: "verified", cycle: 1, status: "failed", verified: false });
    step({ kind: "unheard of" });
    return {
      status: "failed",
      verified: false,
      reasons: [{ code: "check_failed" }, { code: "check_failed" }],
    };
  };
  const code = terminal.start();
  await terminal.type("a task");
  await terminal.shows("coder: file_read: error\n");
  assertTrue(!terminal.text.includes("check lint"));
  goOn.resolve();
  await terminal.end();
  assertEquals(await code, 0);
  assertIncludes(
    terminal.text,
    [
      "flow > ",
      "  coder: one:7b, round 1",
      "  coder: turn 1 of 6",
      "  coder: file_write a.py",
      "  coder: file_read: error",
      "  coder: ok after 1 turn",
      "  check lint",
      "  check lint: failed, 12 ms",
      "  round 1: failed",
      "not verified: check_failed",
      "{",
    ].join("\n"),
  );
});

Deno.test("under a long report a terminal shows once more what came of it", () => {
  const io = (stdout: boolean) => ({ environment: { NO_COLOR: "1" }, terminal: { stdin: true, stdout } });
  const long = { status: "ok", verified: true, events: Array<number>(20).fill(1) };
  assertTrue(answerText(long, io(true)).endsWith("\n}\nverified\n"));
  assertTrue(answerText(long, io(false)).endsWith("\n}\n"));
  assertTrue(answerText({ status: "ok", verified: true }, io(true)).endsWith("\n}\n"));
});

Deno.test("nothing that a model or a check wrote reaches the terminal as a control", async () => {
  const terminal = new Terminal();
  const hostile =
    "a\u001b[2J\u001b]0;title\u0007\u001b]8;;x\u001b\\b\u009b31mc\u001bPq\u001b\\d\u0008\u202e\u0000e\u001b";
  terminal.work = (_task, { step }) => {
    step({ kind: "tool", role: hostile, tool: hostile, path: hostile });
    step({ kind: "role", role: `two\nlines`, model: "m", cycle: 1 });
    return {
      status: hostile,
      verified: false,
      [hostile]: { checks: [hostile] },
      reasons: [{ code: hostile }],
    };
  };
  const code = terminal.start();
  await terminal.type("a task");
  await terminal.end();
  assertEquals(await code, 0);
  // deno-lint-ignore no-control-regex
  assertEquals(terminal.text.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/g), null);
  assertTrue(!/title|\[2J|31m/.test(terminal.text), terminal.text);
  assertIncludes(terminal.text, "two\\u{a}lines");
  assertEquals(reports(terminal.text)[0]?.["status"], "abcd\u0008\u202e\u0000e");
});

Deno.test("an interrupt ends the task that goes on, and the next one waits until it has let go", async () => {
  const terminal = new Terminal();
  const begun = Promise.withResolvers<AbortSignal>();
  terminal.work = (task, { signal }) => {
    if (task === "second") return { status: "ok", verified: true };
    begun.resolve(signal);
    return new Promise(() => {});
  };
  const code = terminal.start();
  await terminal.type("first");
  const signal = await begun.promise;
  terminal.interrupt();
  await terminal.shows("what was saved stays");
  assertTrue(signal.aborted);
  terminal.busy = 2;
  await terminal.type("second");
  await terminal.shows('"verified": true');
  assertEquals(terminal.asked.slice(2), [
    ...Array<unknown>(3).fill(["flow_status", {}]),
    ["flow_run", { task: "second" }],
  ]);
  await terminal.end();
  assertEquals(await code, 0);
});

Deno.test("an interrupt at the prompt only asks again", async () => {
  const terminal = new Terminal();
  const code = terminal.start();
  await terminal.shows("flow > ");
  terminal.interrupt();
  assertTrue(terminal.text.endsWith("flow > \nflow > "));
  await terminal.type("/status");
  await terminal.end();
  assertEquals(await code, 0);
  assertEquals(terminal.asked.length, 2);
});

Deno.test("a signal that ends the program ends a task with it", async () => {
  const terminal = new Terminal();
  const begun = Promise.withResolvers<AbortSignal>();
  terminal.work = (_task, { signal }) => {
    begun.resolve(signal);
    return new Promise(() => {});
  };
  const ended = assertFails(() => terminal.start(), "CANCELLED");
  await terminal.type("a task");
  const signal = await begun.promise;
  terminal.stop();
  await ended;
  assertEquals([signal.aborted, terminal.closed], [true, 1]);
});
