import { openHouse } from "gatehouse/house.ts";
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { run, withState } from "./parts/run.ts";

Deno.test("a judged command is in the record, which verifies", () =>
  withState(async (environment) => {
    await run(["gate", "check", "--", "ls"], { environment });
    const { code, out } = await run(["audit", "tail", "--json"], { environment });
    assertEquals(code, 0);
    const [{ entry }] = JSON.parse(out).rows;
    assertEquals([entry.via, entry.tool, entry.principal, entry.facts.command], [
      "cli",
      "gate",
      "posix-uid:1000",
      "ls",
    ]);
    const text = await run(["audit", "tail", "--limit", "1"], { environment });
    assertMatch(text.out, /^1 +\d{4}-\d\d-\d\dT\S+ +cli +posix-uid:1000 +gate +ok /);
    const verified = await run(["audit", "verify"], { environment });
    assertEquals(verified.code, 0);
    assertMatch(verified.out, /^intact: 1 rows? in 1 file,/);
    assertEquals(JSON.parse((await run(["audit", "verify", "--json"], { environment })).out).intact, true);
  }));

Deno.test("a key that was swapped is told, and verify ends with 1", () =>
  withState(async (environment) => {
    await run(["gate", "check", "--", "ls"], { environment });
    const directory = `${environment["XDG_STATE_HOME"]}/gatehouse`;
    await Deno.writeFile(`${directory}/keys/audit.key`, new Uint8Array(32));
    const { code, out } = await run(["audit", "verify"], { environment });
    assertEquals(code, 1);
    assertMatch(out, /^not intact/);
  }));

Deno.test("without a record there is one line and a next step, and nothing is made", () =>
  withState(async (environment) => {
    for (const command of ["tail", "verify"]) {
      const { code, out, err } = await run(["audit", command], { environment });
      assertEquals([code, out], [1, ""]);
      assertMatch(err, /^gatehouse: There is no audit log in .*\n$/);
    }
    assertEquals(await Array.fromAsync(Deno.readDir(environment["XDG_STATE_HOME"] ?? "")), []);
  }));

Deno.test("without a state directory the record's commands end with 2, and a verdict says that none is kept", async () => {
  const { code, err } = await run(["audit", "tail"]);
  assertEquals([code, err], [
    2,
    "gatehouse: No state directory is known. Set HOME, XDG_STATE_HOME, or dir in the table [state]\n",
  ]);
  const house = openHouse({ families: null, readOnly: false, stateDirectory: null });
  assertIncludes(house.audit.degraded ?? "", "No state directory is known");
});

Deno.test("a record that cannot be written is told on stderr and changes no verdict", () =>
  withState(async (environment) => {
    await Deno.writeTextFile(`${environment["XDG_STATE_HOME"]}/gatehouse`, "in the way");
    const { code, out, err } = await run(["gate", "check", "--json", "--", "ls"], { environment });
    assertEquals(code, { allow: 0, deny: 1, ask: 2 }[JSON.parse(out).decision as "allow" | "deny" | "ask"]);
    assertMatch(err, /^gatehouse\[warning\]: The audit log is not written: .*\n$/);
  }));

Deno.test("the record is narrowed by time, by tool and by how a call ended", () =>
  withState(async (environment) => {
    await run(["gate", "check", "--", "ls"], { environment });
    await run(["gate", "check", "--", "rm -rf /"], { environment });
    await run(["call", "classify", "{}"], { environment });
    const tail = async (...flags: string[]) => {
      const { code, out, err } = await run(["audit", "tail", "--json", ...flags], { environment });
      assertEquals(code, 0, err);
      return JSON.parse(out).rows.map(({ entry }: { entry: { tool: string; facts: { command?: string } } }) =>
        entry.facts.command ?? entry.tool
      );
    };
    assertEquals(await tail(), ["ls", "rm -rf /", "classify"]);
    assertEquals(await tail("--tool", "gate"), ["ls", "rm -rf /"]);
    assertEquals(await tail("--decision", "deny"), ["rm -rf /"]);
    assertEquals(await tail("--decision", "allow", "--since", "1h"), ["ls"]);
    assertEquals(await tail("--decision", "ARGUMENTS_INVALID"), ["classify"]);
    assertEquals(await tail("--tool", "gate", "--limit", "1"), ["rm -rf /"]);
    assertEquals(await tail("--since", "2999-01-01T00:00Z"), []);
    assertEquals((await tail("--since", "2020-01-01")).length, 3);
  }));

Deno.test("a word that no call ends with is a usage error with those there are, not an empty record", () =>
  withState(async (environment) => {
    await run(["gate", "check", "--", "ls"], { environment });
    for (const word of ["denied", "Deny", "-", "arguments_invalid"]) {
      const { code, out, err } = await run(["audit", "tail", `--decision=${word}`], { environment });
      assertEquals([code, out], [2, ""], word);
      assertIncludes(err, `Could not use decision ${word} from --decision. Give allow, ask, deny`);
    }
    for (const word of ["ask", "question", "intent", "OUTCOME_UNKNOWN"]) {
      assertEquals((await run(["audit", "tail", "--decision", word], { environment })).code, 0, word);
    }
  }));

Deno.test("a time that is none, or has no zone, is a usage error with the forms there are", () =>
  withState(async (environment) => {
    for (
      const since of [
        "yesterday",
        "1",
        "5w",
        "2026-11-30T08:00",
        "2026-13-40",
        "2026-02-31",
        "2026-02-31T00:00Z",
        "",
      ]
    ) {
      const { code, err } = await run(["audit", "tail", `--since=${since}`], { environment });
      assertEquals(code, 2, `${since}: ${err}`);
    }
  }));
