import fc from "fast-check";
import {
  complaint,
  configureLog,
  DEFAULT_LOG,
  isLogged,
  LEAST_LEVELS,
  logLine,
  type LogSettings,
} from "gatehouse/core/log.ts";
import type { LogLevel } from "gatehouse/core/tool.ts";
import { assertEquals, assertTrue } from "../assert.ts";

/** Runs with these settings, and leaves none behind. */
function withLog<T>(settings: Partial<LogSettings>, work: () => T): T {
  const before = configureLog({ ...DEFAULT_LOG, ...settings });
  try {
    return work();
  } finally {
    configureLog(before);
  }
}

const json = (line: string): Record<string, unknown> => JSON.parse(line);

Deno.test("a text line is as it always was, whatever fields it has", () => {
  const line = logLine("warning", "a\nb", { fields: { port: 1 } });
  assertEquals(line, "gatehouse[warning]: a\\u{a}b\n");
  assertEquals(complaint("Unknown flag", { code: "USAGE" }), "gatehouse: Unknown flag\n");
});

Deno.test("a JSON line is one object with time, level, message and the fields", () => {
  withLog({ format: "json" }, () => {
    const { time, ...rest } = json(logLine("notice", "listening", { fields: { port: 8255, open: true } }));
    assertEquals(new Date(String(time)).toISOString(), time);
    assertEquals(rest, { level: "notice", message: "listening", port: 8255, open: true });
    const { time: _, ...told } = json(complaint("Unknown flag", { code: "USAGE" }));
    assertEquals(told, { level: "error", message: "Unknown flag", code: "USAGE" });
  });
});

Deno.test("no field replaces the time, the level or the message", () => {
  withLog({ format: "json" }, () => {
    const line = json(
      logLine("info", "true", { fields: { level: "debug", message: "false", time: "never" } }),
    );
    assertEquals([line["level"], line["message"]], ["info", "true"]);
    assertTrue(line["time"] !== "never");
  });
});

Deno.test("secrets are masked in both forms, in the text and in the fields", () => {
  for (const format of ["text", "json"] as const) {
    withLog({ format }, () => {
      const line = logLine("info", "password=hunter2", { fields: { line: "password=hunter3" } });
      assertTrue(!line.includes("hunter"), line);
    });
  }
});

Deno.test("whatever the text, a line is one line, bounded, and holds nothing a terminal acts on", () => {
  // deno-lint-ignore no-control-regex
  const acts = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3_000 }),
    fc.constant("\x1b[2J\u202e\u2028\x9b"),
  );
  for (const format of ["text", "json"] as const) {
    withLog({ format }, () =>
      fc.assert(
        fc.property(text, (given) => {
          const line = logLine("info", given, { fields: { given } });
          assertTrue(line.endsWith("\n") && !acts.test(line.slice(0, -1)), line);
          if (format === "json") assertEquals(typeof json(line)["message"], "string");
        }),
        { numRuns: 200 },
      ));
  }
  withLog({ format: "json" }, () => {
    const line = json(logLine("info", "x".repeat(9_000), { fields: { given: "y".repeat(9_000) } }));
    assertEquals([String(line["message"]).length, String(line["given"]).length], [2_001, 4_001]);
  });
});

Deno.test("a JSON line says the text itself, not an escape of it", () => {
  withLog({ format: "json" }, () => {
    assertEquals(json(logLine("info", "a\nb\u202ezażółć 😀"))["message"], "a\nb\u202ezażółć 😀");
  });
});

Deno.test("the level leaves out what is less severe, and never an error", () => {
  const all: LogLevel[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
  for (const [at, level] of LEAST_LEVELS.entries()) {
    assertEquals(withLog({ level }, () => all.filter(isLogged)), all.slice(at));
  }
  assertEquals(all.filter(isLogged), all.slice(1), "info is the default");
});
