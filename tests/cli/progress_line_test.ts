import fc from "fast-check";
import { writeLog } from "gatehouse/core/log.ts";
import { progressLine, working } from "gatehouse/cli/progress_line.ts";
import { coloured } from "gatehouse/cli/print.ts";
import { assertEquals, assertMatch, assertTrue } from "../assert.ts";
import { run } from "./parts/run.ts";

const CLEAR = "\r\x1b[K";

/** A terminal, and what it was sent; `next` waits for more of it. */
function terminal(
  environment: Record<string, string> = {},
  more: { stderr?: boolean; columns?: number } = {},
) {
  const told: string[] = [];
  let changed = Promise.withResolvers<void>();
  const io = {
    environment,
    terminal: { stdin: true, stdout: true, stderr: true, ...more },
    err(text: string) {
      told.push(text);
      changed.resolve();
      changed = Promise.withResolvers();
    },
  };
  return { io, told, next: () => changed.promise };
}

Deno.test("there is no line for a pipe, for a dumb terminal, and where no sequences are wanted", async () => {
  for (
    const { io, told } of [
      terminal({}, { stderr: false }),
      terminal({ TERM: "dumb" }),
      terminal({ NO_COLOR: "1" }),
    ]
  ) {
    assertEquals(progressLine(io), null);
    await working(io, {
      what: "a tool",
      quietMs: 0,
      work: (progress) => {
        assertEquals(progress, undefined);
        return Promise.resolve();
      },
    });
    assertEquals(told, []);
  }
  assertTrue(progressLine(terminal({ NO_COLOR: "" }).io) !== null, "empty is not set");
});

Deno.test("work shows how far it is and is wiped when it ends, well or not", async () => {
  for (const fails of [false, true]) {
    const { io, told } = terminal();
    const work = working(io, {
      what: "a tool",
      quietMs: 0,
      work: (progress) => {
        progress?.(3, 10, "half\x1b[2J\nway");
        return fails ? Promise.reject(new Error("failed")) : Promise.resolve();
      },
    });
    assertEquals(await work.then(() => null, ({ message }) => message), fails ? "failed" : null);
    assertEquals(told, [`${CLEAR}a tool (0 s): 3 of 10 half\\u{1b}[2J\\u{a}way`, CLEAR]);
  }
});

Deno.test("work that says nothing shows how long it has taken", async () => {
  const { io, told, next } = terminal();
  await working(io, { what: "a tool", quietMs: 0, tickMs: 1, work: next });
  assertMatch(told[0] ?? "", /a tool \(\d+ s\)$/);
  assertEquals(told.at(-1), CLEAR);
});

Deno.test("work that is soon over shows nothing", async () => {
  const { io, told } = terminal();
  await working(io, { what: "a tool", quietMs: 60_000, work: (progress) => Promise.resolve(progress?.(1)) });
  assertEquals(told, []);
});

Deno.test("a busy tool does not flood the terminal", async () => {
  const { io, told } = terminal();
  await working(io, {
    what: "a tool",
    quietMs: 0,
    work: (progress) => {
      for (let at = 0; at < 10_000; at++) progress?.(at, 10_000);
      return Promise.resolve();
    },
  });
  assertTrue(told.length < 100, `${told.length} lines`);
});

Deno.test("a line fits the terminal whatever it says, wide characters too, and is no second line", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 2, max: 200 }), (text, columns) => {
    const { io, told } = terminal({}, { columns });
    progressLine(io)?.show(text);
    const [shown = ""] = told;
    const line = shown.slice(CLEAR.length);
    const wide =
      line.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]|[\u{10000}-\u{10ffff}]/gu)?.length ??
        0;
    assertTrue(shown.startsWith(CLEAR) && [...line].length + wide < columns, JSON.stringify(shown));
    // deno-lint-ignore no-control-regex
    assertTrue(!/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/.test(line), JSON.stringify(line));
  }));
});

Deno.test("a log line stands on a line of its own", () => {
  const { io, told } = terminal();
  const line = progressLine(io);
  line?.show("half done");
  writeLog("warning", "a line for this test");
  line?.end();
  writeLog("warning", "another line for this test");
  assertEquals(told, [`${CLEAR}half done`, CLEAR, CLEAR]);
});

Deno.test("colour obeys NO_COLOR and TERM=dumb, and is for a terminal alone", () => {
  const text = (environment: Record<string, string>, stdout: boolean) =>
    coloured("deny", { io: { environment, terminal: { stdin: true, stdout } }, colour: "red" });
  assertEquals(text({}, true), "\x1b[31mdeny\x1b[39m");
  assertEquals([text({ NO_COLOR: "1" }, true), text({ TERM: "dumb" }, true), text({}, false)], [
    "deny",
    "deny",
    "deny",
  ]);
});

Deno.test("no command sends a sequence where none is wanted", async () => {
  for (const environment of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
    for (
      const args of [
        ["gate", "check", "--", "rm -rf /"],
        ["gate", "explain", "--", "ls"],
        ["call", "gate", '{"command":"ls"}'],
        ["skills", "refresh"],
        ["tools"],
        ["config", "print"],
        ["--help"],
      ]
    ) {
      const { out, err } = await run(args, {
        environment,
        terminal: { stdin: true, stdout: true, stderr: true },
      });
      assertTrue(!(out + err).includes("\x1b"), args.join(" "));
    }
  }
});
