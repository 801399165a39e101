/** The host's verification with a real workspace, a real journal and checks that are real processes. */
import { runProgram } from "../../../lib/isolate/run_program.ts";
import { Watchdog } from "../../../lib/isolate/watchdog.ts";
import { diffOf } from "../../../lib/flow/look/diff.ts";
import { listFiles } from "../../../lib/flow/look/list.ts";
import { isTestOrCheckFile, protectedBy } from "../../../lib/flow/look/protect.ts";
import { DEFAULT_PROTECT } from "../../../lib/flow/look/protect_defaults.ts";
import { searchFiles } from "../../../lib/flow/look/search.ts";
import { Journal } from "../../../lib/flow/undo/journal.ts";
import type { CheckSettings } from "../../../lib/flow/types.ts";
import { beginVerification, endVerification } from "../../../lib/flow/verify/verify.ts";
import { Workspace } from "../../../lib/flow/workspace/workspace.ts";
import { assertEquals } from "../../assert.ts";

const { signal } = new AbortController();

/** A workspace in which a run is under way. */
class Real implements AsyncDisposable {
  readonly #top = Deno.realPathSync(Deno.makeTempDirSync());
  readonly root = `${this.#top}/project`;
  readonly workspace: Workspace;
  readonly journal: Journal;
  readonly #watchdog = new Watchdog();

  constructor(files: Readonly<Record<string, string>>) {
    Deno.mkdirSync(this.root);
    for (const [path, content] of Object.entries(files)) {
      Deno.writeTextFileSync(`${this.root}/${path}`, content);
    }
    Deno.mkdirSync(`${this.#top}/undo`, { mode: 0o700 });
    const isProtected = protectedBy(DEFAULT_PROTECT);
    this.workspace = new Workspace({ root: this.root, trusted: true, ownFiles: [], isProtected });
    this.journal = Journal.begin(`${this.#top}/undo`, this.root);
    this.workspace.begin(this.journal);
  }

  checking(commands: Readonly<Record<string, string>>) {
    const checks = Object.entries(commands).map(([name, line]): CheckSettings => ({
      name,
      cmd: ["/bin/sh", "-c", line],
      timeoutMs: 30_000,
      required: true,
      kind: "lint",
      filetypes: ["*"],
    }));
    return {
      settings: { workspace: this.root, trusted: true, checks },
      workspace: this.workspace,
      editor: null,
      run: (name: string) => {
        const argv = checks.find((check) => check.name === name)?.cmd ?? [];
        const program = { argv, cwd: this.root, env: { PATH: "/usr/bin:/bin" }, timeoutMs: 30_000 };
        return runProgram(program, { signal, watchdog: this.#watchdog });
      },
      tell: () => {},
    };
  }

  async [Symbol.asyncDispose]() {
    this.journal[Symbol.dispose]();
    await this.#watchdog.end();
    Deno.removeSync(this.#top, { recursive: true });
  }
}

Deno.test("a real check that passes on what a run wrote verifies it, and one that fails does not", async () => {
  await using real = new Real({ "a.sh": "exit 1\n" });
  assertEquals(real.workspace.write("a.sh", "exit 0\n").status, "ok");
  for (const [line, status] of [["sh a.sh", "ok"], ["sh a.sh && exit 3", "failed"]] as const) {
    const checking = real.checking({ lint: line });
    const begun = await beginVerification(checking, signal);
    const { verification } = await endVerification(checking, begun, { signal });
    assertEquals([verification.status, verification.checks[0]?.returncode], [
      status,
      status === "ok" ? 0 : 3,
    ]);
    assertEquals(verification.coverage?.[0]?.language, "bash");
  }
});

Deno.test("a real formatter that runs as a check is named as what rewrote the file", async () => {
  await using real = new Real({ "a.sh": "" });
  real.workspace.write("a.sh", "exit   0\n");
  const checking = real.checking({ read: "cat a.sh", format: "printf 'exit 0\\n' > a.sh" });
  const begun = await beginVerification(checking, signal);
  const { verification, changes } = await endVerification(checking, begun, { signal });
  assertEquals([verification.status, verification.checks.map(({ rewrote }) => rewrote)], ["stale", [
    undefined,
    ["a.sh"],
  ]]);
  assertEquals(changes.map(({ code, check }) => [code, check]), [["rewritten_by_check", "format"]]);
});

Deno.test("a check that replaces the root leaves nothing verified, and nothing of the new root is read", async () => {
  await using real = new Real({ "a.sh": "" });
  real.workspace.write("a.sh", "exit 0\n");
  const checking = real.checking({
    lint: "mv ../project ../moved && mkdir ../project && echo secret > ../project/a.sh",
  });
  const begun = await beginVerification(checking, signal);
  const { verification, changes } = await endVerification(checking, begun, { signal });
  assertEquals([verification.verified, verification.checks[0]?.status], [false, "stale"]);
  assertEquals(changes.map(({ code }) => code), ["root_replaced"]);
  const looks = await Promise.all([listFiles(real.workspace), searchFiles(real.workspace, { query: "x" })]);
  assertEquals(looks.map(({ status }) => status), [
    "stale",
    "stale",
  ]);
});

Deno.test("the diff of a run has what its files were before the first write, and what they are now", async () => {
  await using real = new Real({ "a.sh": "one\ntwo\n", "b.sh": "same\n", "c.sh": "x\n" });
  real.workspace.write("a.sh", "one\nzwei\n");
  real.workspace.write("a.sh", "one\ndrei\n");
  real.workspace.write("d.sh", "new");
  real.workspace.write("c.sh", "y\n");
  real.workspace.write("c.sh", "x\n");
  const paths = real.workspace.changed;
  assertEquals(
    await diffOf(real.journal, real.workspace, { paths, maxChars: 10_000 }),
    "--- a/a.sh\n+++ b/a.sh\n@@ -1,2 +1,2 @@\n one\n-two\n+drei\n" +
      "--- /dev/null\n+++ b/d.sh\n@@ -0,0 +1,1 @@\n+new\n\\ No newline at end of file\n",
  );
});

Deno.test("a real workspace refuses to write tests and what configures checks, however they are spelt", async () => {
  await using real = new Real({ "a.sh": "" });
  for (
    const path of ["tests/a.py", "./tests//a.py", "Makefile", "x/conftest.py", ".github/workflows/a.yml"]
  ) {
    assertEquals(real.workspace.write(path, "x").status, "error", path);
    assertEquals(isTestOrCheckFile(path), true);
  }
  assertEquals((await listFiles(real.workspace))["files"], ["a.sh"]);
});
