import { assertEquals } from "../assert.ts";
import { countTests, sum, testsIn } from "./parts/junit.ts";

const PASSED = `<testcase name="a" classname="./a_test.ts" time="0.002">\n        </testcase>`;
const FAILED = `<testcase name="b"><failure message="no">Error: &lt;skipped/&gt;</failure></testcase>`;
const SKIPPED = `<testcase name="c"><skipped/></testcase>`;

Deno.test("passed, failed and skipped tests are counted", () => {
  assertEquals(countTests(`<testsuites>${PASSED}${PASSED}${FAILED}${SKIPPED}</testsuites>`, 1), {
    passed: 2,
    failed: 1,
    skipped: 1,
  });
});

Deno.test("a run that fails without a failed test is a failure", () => {
  assertEquals(countTests(`<testsuites>${PASSED}</testsuites>`, 1), { passed: 1, failed: 1, skipped: 0 });
  assertEquals(countTests(null, 1), { passed: 0, failed: 1, skipped: 0 });
});

Deno.test("a run without tests is a failure, whatever it says", () => {
  assertEquals(countTests(`<testsuites></testsuites>`, 0), { passed: 0, failed: 1, skipped: 0 });
  assertEquals(countTests(`<testsuites>${SKIPPED}</testsuites>`, 0), { passed: 0, failed: 1, skipped: 1 });
});

Deno.test("the report of Deno itself is read right", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const file = `${directory}/x_test.ts`;
    await Deno.writeTextFile(
      file,
      `Deno.test("a <b> & c", () => {});
       Deno.test("d", () => { throw new Error("<skipped/>"); });
       Deno.test({ name: "e", ignore: true, fn() {} });
       Deno.test("f", (t) => t.step('"g"', () => {}).then(() => {}));`,
    );
    const report = `${directory}/junit.xml`;
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--no-config", "--no-lock", "--no-check", `--junit-path=${report}`, file],
      stdout: "null",
      stderr: "null",
    }).output();
    const text = await Deno.readTextFile(report);
    assertEquals(countTests(text, code), { passed: 3, failed: 1, skipped: 1 });
    const [[path = "", tests] = []] = testsIn(text);
    assertEquals([path.endsWith("x_test.ts"), Object.fromEntries(tests ?? [])], [true, {
      "a <b> & c": "passed",
      d: "failed",
      e: "skipped",
      f: "passed",
      'f > "g"': "passed",
    }]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("counts add up", () => {
  assertEquals(sum([{ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 }]), {
    passed: 11,
    failed: 22,
    skipped: 33,
  });
});
