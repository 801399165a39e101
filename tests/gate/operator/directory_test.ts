/** Where a call of an operator's rule runs: certainly in its directory, or only perhaps. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { CWD, rulesOf, verdictWith } from "./parts/rules.ts";

Deno.test("what find runs in the directory of a file it found runs under no directory that is known", async () => {
  const found = await rulesOf({
    id: "ops.found",
    verdict: "allow",
    reason: "The project's own script",
    program: `${CWD}/run.sh`,
    via: "find",
    under: CWD,
    match: ["find . -exec ./run.sh ';'"],
    not_match: ["./run.sh"],
  });
  for (const option of ["-execdir", "-okdir"]) {
    const command = `find /srv ${option} ./run.sh ';'`;
    assertTrue(verdictWith(found, command).decision !== "allow", command);
  }
});

const build = await rulesOf({
  id: "ops.build",
  verdict: "allow",
  reason: "The project's own build",
  program: "make",
  args: ["build"],
  under: CWD,
  match: ["make build"],
  not_match: ["make"],
});

const ELSEWHERE = "/tmp/other";

/** Lines that name the rule's directory, and may run the call in another. */
const STRANDED = [
  `cd ${CWD}/nowhere; make build`,
  `cd ${CWD}\nmake build`,
  `cd ${CWD}; ls && make build`,
  `pushd ${CWD}; make build`,
  `pushd -n ${CWD} && make build`,
  `! cd ${CWD} && make build`,
  `cd ${CWD} || make build`,
  `cd ${CWD} || true; make build`,
  `until cd ${CWD}; do make build; done`,
  `while ! cd ${CWD}; do make build; done`,
  `if cd ${CWD}; then :; else make build; fi`,
  `{ cd ${CWD}; true; } && make build`,
  `f() { cd ${CWD}; true; }; f && make build`,
  `cd() { true; }; cd ${CWD} && make build`,
  `cd ${CWD}/a; cd .. && make build`,
  `cd -P ${CWD}/link/.. && make build`,
  `bash -c 'cd ${CWD}; make build'`,
];

for (const command of STRANDED) {
  Deno.test(`a directory that may not have been reached is none of a rule's: ${command}`, () => {
    assertTrue(verdictWith(build, command, ELSEWHERE).decision !== "allow");
  });
}

Deno.test("a directory that was certainly reached is the rule's, and so is one of the rule's after another", () => {
  for (const line of ["make build", "cd sub; make build", "cd sub && make build", "cd /tmp || make build"]) {
    assertEquals(verdictWith(build, line).decision, "allow", line);
  }
  assertEquals(verdictWith(build, `cd ${CWD} && make build`, ELSEWHERE).decision, "allow");
  assertEquals(verdictWith(build, `cd ${CWD} && ls && make build`, ELSEWHERE).decision, "allow");
  assertEquals(verdictWith(build, `cd ${CWD} || exit 1; make build`, ELSEWHERE).decision, "allow");
  assertTrue(verdictWith(build, `{ cd ${ELSEWHERE}; false; } || make build`).decision !== "allow");
});

Deno.test("a file that a rule names is not the one that a failed cd leaves in reach", async () => {
  const script = await rulesOf({
    id: "ops.script",
    verdict: "allow",
    reason: "The project's own script",
    program: `${CWD}/run.sh`,
    match: ["./run.sh"],
    not_match: ["run.sh"],
  });
  assertEquals(verdictWith(script, `cd ${CWD} && ./run.sh`, ELSEWHERE).decision, "allow");
  assertTrue(verdictWith(script, `cd ${CWD}; ./run.sh`, ELSEWHERE).decision !== "allow");
});

Deno.test("a deny for a directory also speaks where a cd out of it may fail", async () => {
  const deny = await rulesOf({
    id: "ops.no_ls",
    verdict: "deny",
    reason: "Not here",
    program: "ls",
    under: CWD,
    match: ["ls"],
    not_match: ["id"],
  });
  assertEquals(verdictWith(deny, "cd /srv/nowhere; ls").decision, "deny");
  assertEquals(verdictWith(deny, "cd /srv && ls").decision, "allow");
});
