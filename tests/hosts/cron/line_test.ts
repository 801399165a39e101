/** A profile's line: what a shell makes of it is what was asked for. */
import fc from "fast-check";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { run } from "../../tasks/parts/child.ts";
import { environmentFault } from "gatehouse/hosts/cron/environment.ts";
import { type CronJob, cronLine } from "gatehouse/hosts/cron/line.ts";
import { isScheduleField } from "gatehouse/hosts/cron/schedule.ts";
import { place } from "../parts/place.ts";

const EVERY = { minute: "*", hour: "*", day_of_month: "*", month: "*", day_of_week: "*" };

const job = (more: Partial<CronJob> = {}): CronJob => ({
  schedule: EVERY,
  executable: "cat",
  argv: [],
  environment: {},
  ...more,
});

/** Prints its arguments and one variable, each with a NUL behind it. */
const PRINTER = `#!/bin/sh\nprintf '%s\\0' "$@" "$V"\n`;

async function withPrinter(work: (path: string) => Promise<void>): Promise<void> {
  await using bin = await place();
  await Deno.writeTextFile(`${bin.path}/cat`, PRINTER);
  await Deno.chmod(`${bin.path}/cat`, 0o755);
  await work(`${bin.path}:/usr/bin:/bin`);
}

/** The command of a line, as cron(8) hands it to a shell. */
async function asRun(line: string, { shell, path }: { shell: string; path: string }): Promise<string[]> {
  const command = line.split(" ").slice(5).join(" ");
  const { stdout, stderr, code } = await run([shell, "-c", command], { env: { PATH: path } });
  assertEquals([code, stderr], [0, ""]);
  return stdout.split("\0").slice(0, -1);
}

Deno.test("arguments and variables arrive as they were given, in every POSIX shell", async () => {
  const argv = [
    "",
    "'",
    "''",
    `"`,
    "\\",
    "\\'",
    "a b",
    "$(id)",
    "`id`",
    "$HOME",
    "!!",
    "~",
    "*",
    "#",
    ";",
    "-n",
    "--",
    "{a,b}",
    "\u{1f600}é",
    "\u2028",
  ];
  await withPrinter(async (path) => {
    for (const shell of ["/bin/sh", "/bin/bash", "/bin/dash"]) {
      const { line } = await cronLine("a", job({ argv, environment: { V: "it's $(id)" } }));
      assertEquals(await asRun(line, { shell, path }), [...argv, "it's $(id)"]);
    }
  });
});

Deno.test("any arguments that a line can hold arrive as they were given", async () => {
  const safe = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !/[\p{Cc}%]/u.test(text));
  await withPrinter(async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.array(safe, { maxLength: 8 }), safe, async (argv, value) => {
        const { line } = await cronLine("a", job({ argv, environment: { V: value } }));
        assertEquals(await asRun(line, { shell: "/bin/sh", path }), [...argv, value]);
      }),
      { numRuns: 60 },
    );
  });
});

Deno.test("a line is one line without a percent sign, or it is none at all", async () => {
  // Of all characters the dangerous ones would hardly ever come up.
  const unit = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom("%", "\n", "\r", "\0", "\t", "\x1b", "\x7f", "\ud800", "'", "\\", "$", "#", "a", " "),
  );
  const text = fc.string({ unit, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 4 }),
      text,
      async (argv, value) => {
        const made = await cronLine("a", job({ argv, environment: { V: value } })).catch(({ code }) => code);
        if (made === "VALIDATION_FAILED") return;
        // deno-lint-ignore no-control-regex -- none may be in it
        assertTrue(!/[\x00-\x1f\x7f%]/.test(made.line));
        assertTrue(made.line.isWellFormed());
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("variables are sorted, so that one profile has one digest", async () => {
  const one = await cronLine("a", job({ environment: { B: "1", A: "2", a: "3" } }));
  const other = await cronLine("a", job({ environment: { a: "3", A: "2", B: "1" } }));
  assertEquals(one, other);
  assertEquals(one.line, "* * * * * A='2' B='1' a='3' 'cat'");
});

Deno.test("a command of 998 bytes is taken, and one of more is refused, which some crons would cut", async () => {
  const fits = await cronLine("a", job({ argv: ["x".repeat(998 - 8)] }));
  assertEquals(fits.line.length, 998 + 10);
  for (const argv of [["x".repeat(991)], ["é".repeat(500)], ["'".repeat(300)]]) {
    const error = await assertFails(() => cronLine("a", job({ argv })), "VALIDATION_FAILED");
    assertIncludes(error.message, "LINE_TOO_LONG");
  }
});

const FIELDS = {
  minute: ["0", "59", "00", "*/59", "0-59/59", "1,2,3", Array(24).fill("1").join(",")],
  hour: ["0", "23", "*/23", "9-17/2"],
  day_of_month: ["1", "31", "1-31", "*/31"],
  month: ["1", "12", "*/12"],
  day_of_week: ["0", "7", "5-7", "*/7"],
} as const;

const REFUSED = {
  minute: [
    "60",
    "-1",
    "*/0",
    "*/60",
    "5/2",
    "1-",
    "-",
    "1-2-3",
    "",
    ",",
    "1,",
    "* ",
    "٣",
    "a",
    "*-5",
    "1.5",
    "5-1",
    Array(25).fill("1").join(","),
    "1,".repeat(50) + "1",
    "000",
    "@daily",
  ],
  hour: ["24", "*/24", "0-24"],
  day_of_month: ["0", "32", "*/32", "L"],
  month: ["0", "13", "jan"],
  day_of_week: ["8", "sun", "6-8", "7-1"],
} as const;

Deno.test("each field has its numbers, ranges, lists and steps, and nothing else", () => {
  for (const field of ["minute", "hour", "day_of_month", "month", "day_of_week"] as const) {
    for (const text of FIELDS[field]) assertTrue(isScheduleField(text, field), `${field} ${text}`);
    for (const text of REFUSED[field]) assertTrue(!isScheduleField(text, field), `${field} ${text}`);
  }
});

Deno.test("variables that decide which code runs, or where it connects to, cannot be set", () => {
  const refused = [
    "PATH",
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "BASH_ENV",
    "ENV",
    "IFS",
    "SHELL",
    "HOME",
    "PYTHONPATH",
  ]
    .concat([
      "DOCKER_HOST",
      "CURL_HOME",
      "XDG_CONFIG_HOME",
      "https_proxy",
      "HTTP_PROXY",
      "SYSTEMD_PAGER",
      "LESSOPEN",
    ])
    .concat(["SSLKEYLOGFILE", "GIT_SSH", "BASH_FUNC_cat", "PS4", "path", "UID", "GREP_OPTIONS", "PERL5LIB"]);
  for (const name of refused) assertIncludes(environmentFault({ [name]: "" }) ?? name, "UNSAFE_ARGUMENT");
  for (const name of ["TZ", "LANG", "LC_ALL", "REPORT", "_", "A1", "PATHS", "ENVIRONMENT", "MY_PATH"]) {
    assertEquals([name, environmentFault({ [name]: "" })], [name, null]);
  }
  for (const name of ["", "1A", "A-B", "A B", "é", "A\n", "a".repeat(65)]) {
    assertIncludes(environmentFault({ [name]: "" }) ?? name, "UNSAFE_ARGUMENT");
  }
  assertEquals(environmentFault({ A: "x".repeat(1_024) }), null);
  assertIncludes(environmentFault({ A: "x".repeat(1_025) }) ?? "", "SIZE_LIMIT_EXCEEDED");
  const many = Object.fromEntries([..."abcdefghi"].map((name) => [name, "x".repeat(1_000)]));
  assertIncludes(environmentFault(many) ?? "", "SIZE_LIMIT_EXCEEDED");
});
