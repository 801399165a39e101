/** Programs that the settings of one server add. */
import { assertEquals, assertIncludes } from "../assert.ts";
import { complaint, load } from "./parts/load.ts";

const web = (programs: string) => ({
  file: `[hosts.web]\ntype = "ssh"\nhost = "web.example.com"\n${programs}`,
});

Deno.test("a program of a server has a table of what it may be told", async () => {
  const given = web(
    '[hosts.web.programs.backup]\npath = "/opt/backup/run"\noperands = "path"\ncommands = ["run", "list"]\n' +
      '[hosts.web.programs.backup.options]\n"--full" = "none"\n"-n" = "number"\n',
  );
  const [target] = (await load(given)).settings.familySettings.hosts.targets;
  assertEquals(target?.type === "ssh" && target.programs, {
    backup: {
      path: "/opt/backup/run",
      options: { "--full": "none", "-n": "number" },
      operands: "path",
      commands: ["run", "list"],
    },
  });
});

Deno.test("a program that is only named may be told nothing", async () => {
  const [target] = (await load(web("[hosts.web.programs.backup]\n"))).settings.familySettings.hosts.targets;
  assertEquals(target?.type === "ssh" && target.programs, {
    backup: { path: null, options: {}, operands: "none", commands: [] },
  });
});

for (
  const [programs, told] of [
    ["programs = 1\n", "Could not use programs"],
    ["[hosts.web.programs.cat]\n", "what it may be told is built in"],
    ['[hosts.web.programs."a/b"]\n', "Give its bare name"],
    ["[hosts.web.programs]\nbackup = 1\n", "Could not use the program backup"],
    ["[hosts.web.programs.backup]\nother = 1\n", "Unknown setting other of the program backup"],
    ['[hosts.web.programs.backup]\npath = "run"\n', "Could not use path"],
    ['[hosts.web.programs.backup]\npath = "/opt/../run"\n', "Could not use path"],
    ['[hosts.web.programs.backup]\noperands = "all"\n', "Could not use operands"],
    ['[hosts.web.programs.backup]\ncommands = "run"\n', "Could not use commands"],
    ['[hosts.web.programs.backup]\ncommands = ["--run"]\n', "Could not use commands"],
    ['[hosts.web.programs.backup.options]\nfull = "none"\n', "Could not use options"],
    ['[hosts.web.programs.backup.options]\n"-full" = "none"\n', "Could not use options"],
    ['[hosts.web.programs.backup.options]\n"--full" = "any"\n', "Could not use options"],
  ] as const
) {
  Deno.test(`${JSON.stringify(programs)} is a mistake that names the server and the setting`, async () => {
    const line = await complaint(web(programs));
    assertIncludes(line, told);
    assertIncludes(line, "of the server web");
  });
}

Deno.test("an account has no programs", async () => {
  const file = '[hosts.vps]\ntype = "mikrus"\nkey = "k"\nsrv = "srv1"\n[hosts.vps.programs.backup]\n';
  assertIncludes(await complaint({ file }), "Unknown setting programs");
});
