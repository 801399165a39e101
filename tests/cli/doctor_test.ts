/** `doctor`: what it looks at on a machine, what it says, and what it leaves behind. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { record, tamper } from "../state/parts.ts";
import { type Line, machine } from "./parts/doctor.ts";

const NAMES = [
  ...["runtime", "permissions", "platform", "config", "state-directory", "disk-space", "audit-log", "clock"],
  ...["gate-model", "hosts", "ollama", "editor", "docker", "clients", "audit-chain"],
];

Deno.test("on an empty machine nothing fails, every line has a next step, and no trace is left", async () => {
  await using at = await machine();
  const { code, lines, err } = await at.doctor();
  assertEquals([code, err], [0, ""]);
  assertEquals(lines.map(({ name }) => name), NAMES);
  for (const { name, status, detail, next } of lines) {
    assertTrue(["ok", "skip"].includes(status), `${name} ${status}: ${detail}`);
    assertTrue(detail !== "" && next !== "", name);
  }
  assertEquals(await at.files(), []);
});

Deno.test("the right to write is given up before anything is looked at, and at the end all but reading", async () => {
  await using at = await machine();
  const { revoked } = await at.doctor();
  assertEquals(revoked, ["env", "write", "net", "run", "write"]);
});

Deno.test("without a home directory nothing fails either", async () => {
  await using at = await machine();
  const { code, lines } = await at.doctor([], { environment: {} });
  assertEquals(code, 0);
  assertEquals(lines.find(({ name }) => name === "state-directory")?.status, "warn");
});

Deno.test("the page has a line and a next step for each check, no colour when piped, and a count", async () => {
  await using at = await machine();
  const { out } = await at.run(["doctor"]);
  // deno-lint-ignore no-control-regex
  assertTrue(!/\x1b/.test(out));
  for (const name of NAMES) assertMatch(out, new RegExp(`^(?:ok  |skip)  ${name} +\\S.*\\n +-> \\S`, "m"));
  assertMatch(out, /\n\d+ ok, \d+ skipped\n$/);
});

Deno.test("a terminal gets colours, unless NO_COLOR is set", async () => {
  await using at = await machine();
  const terminal = { stdin: true, stdout: true };
  const coloured = await at.run(["doctor"], { terminal });
  assertIncludes(coloured.out, "\x1b[32mok  \x1b[39m  runtime");
  const plain = await at.run(["doctor"], { terminal, environment: { ...at.environment, NO_COLOR: "1" } });
  assertTrue(!plain.out.includes("\x1b"));
});

Deno.test("a configuration with a mistake fails with its line, and what depends on it is skipped", async () => {
  await using at = await machine();
  await at.config("port = 7\n\nprot = 8\n");
  const { code, of } = await at.doctor();
  assertEquals(code, 1);
  const { status, detail, next } = of("config");
  assertEquals(status, "fail");
  assertIncludes(detail, "gatehouse.toml:3");
  assertEquals(next, "Did you mean port?");
  for (const name of ["state-directory", "gate-model", "hosts", "ollama", "editor"]) {
    assertEquals(of(name).status, "skip", name);
  }
  assertEquals(of("runtime").status, "ok");
});

Deno.test("a configuration with wrong rights, a link and a pipe fail at once, each in its own words", async () => {
  await using at = await machine();
  const file = await at.config("");
  await Deno.chmod(file, 0o662);
  assertIncludes((await at.doctor()).of("config").next, "chmod go-w");
  await Deno.rename(file, `${at.home}/real.toml`);
  await Deno.symlink(`${at.home}/real.toml`, file);
  assertIncludes((await at.doctor()).of("config").detail, "it is a link");
  await Deno.remove(file);
  await new Deno.Command("mkfifo", { args: [file] }).output();
  const { code, of } = await at.doctor();
  assertEquals(code, 1);
  assertIncludes(of("config").detail, "a named pipe");
});

Deno.test("a configuration with passwords that others may read is warned of", async () => {
  await using at = await machine();
  const secret =
    '[hosts.web]\ntype = "ssh"\nhost = "host.invalid"\npassword = "canary-a"\nknown_hosts_file = "/k"\n';
  const file = await at.config(secret);
  await Deno.chmod(file, 0o644);
  const { of } = await at.doctor(["--families", "gate"]);
  assertEquals([of("config").status, of("config").next], ["warn", `Run chmod go= ${file}`]);
});

Deno.test("a gatehouse.toml in the working directory is named as ignored", async () => {
  await using at = await machine();
  await Deno.mkdir(`${at.home}/project`);
  await Deno.writeTextFile(`${at.home}/project/gatehouse.toml`, "port = 1\n");
  const { code, of } = await at.doctor([], { cwd: `${at.home}/project` });
  assertEquals([code, of("config-ignored").status], [0, "warn"]);
  assertIncludes(of("config-ignored").next, "--config");
});

Deno.test("a file that the settings name is looked at as the server looks at it", async () => {
  await using at = await machine();
  const rules = `${at.home}/rules.toml`;
  await at.config(`[gate]\nrules = "${rules}"\n`);
  const missing = await at.doctor();
  assertEquals([missing.code, missing.of("rules").status], [1, "fail"]);
  assertIncludes(missing.of("rules").detail, rules);
});

Deno.test("a record that is whole is ok, and looking changes none of it", async () => {
  await using at = await machine();
  await record(at.state, { to: 5 });
  const before = await at.bytes();
  const { code, of } = await at.doctor();
  assertEquals([code, of("audit-log").status, of("audit-chain").status], [0, "ok", "ok"]);
  assertIncludes(of("audit-chain").detail, "5 rows in 1 file");
  assertEquals(of("state-directory").status, "ok");
  assertEquals(await at.bytes(), before);
});

Deno.test("a record in which a row was changed fails, and names the row", async () => {
  await using at = await machine();
  await record(at.state, { to: 5 });
  tamper(at.state, (db) => db.exec("UPDATE audit SET body = replace(body, 'ok', 'no') WHERE seq = 3"));
  const changed = await at.doctor();
  assertEquals([changed.code, changed.of("audit-chain").status], [1, "fail"]);
  assertIncludes(changed.of("audit-chain").detail, "Row 3 is bad");
  assertIncludes(changed.of("audit-chain").next, "gatehouse audit verify");
});

Deno.test("a record whose oldest files were removed is a warning, and its other rows are checked", async () => {
  await using at = await machine();
  await record(at.state, { to: 5 });
  await record(at.state, { from: 6, to: 9, rotateBytes: 1 });
  await record(at.state, { from: 10, to: 12 });
  await Deno.remove(`${at.state}/audit-000000000001.sqlite`);
  const { code, of } = await at.doctor();
  assertEquals([code, of("audit-chain").status], [0, "warn"]);
  assertIncludes(of("audit-chain").detail, "the files with rows 1 to 9 are gone");
  tamper(at.state, (db) => db.exec("UPDATE audit SET body = '{}' WHERE seq = (SELECT max(seq) FROM audit)"));
  assertEquals((await at.doctor()).of("audit-chain").status, "fail");
});

Deno.test("a record that is no store, is open to others, or is a link, fails without a trace of a defect", async () => {
  await using at = await machine();
  await record(at.state, { to: 2 });
  const path = `${at.state}/audit-000000000001.sqlite`;
  await Deno.chmod(path, 0o644);
  const open = await at.doctor();
  assertEquals([open.code, open.of("audit-log").status, open.err], [1, "fail", ""]);
  assertIncludes(open.of("audit-log").next, "chmod");
  await Deno.rename(path, `${at.home}/elsewhere`);
  await Deno.symlink(`${at.home}/elsewhere`, path);
  const link = await at.doctor();
  assertEquals([link.of("audit-log").status, link.of("audit-chain").status, link.err], ["fail", "fail", ""]);
  await Deno.remove(path);
  await Deno.writeTextFile(path, "nonsense", { mode: 0o600 });
  const nonsense = await at.doctor();
  assertEquals([nonsense.code, nonsense.of("audit-chain").status, nonsense.err], [1, "fail", ""]);
});

Deno.test("a state directory that others may write to fails, and a file in its place as well", async () => {
  await using at = await machine();
  await Deno.mkdir(at.state, { recursive: true, mode: 0o700 });
  await Deno.chmod(at.state, 0o777);
  const open = await at.doctor();
  assertEquals([open.code, open.of("state-directory").status], [1, "fail"]);
  assertIncludes(open.of("state-directory").next, "chmod go-w");
  await Deno.chmod(at.state, 0o755);
  assertEquals((await at.doctor()).of("state-directory").status, "warn");
  await Deno.remove(at.state);
  await Deno.writeTextFile(at.state, "");
  assertIncludes((await at.doctor()).of("state-directory").detail, "no directory");
});

Deno.test("clients that start us are told apart from those that do not, and nothing else of their files is shown", async () => {
  await using at = await machine();
  const write = async (path: string, text: string) => {
    await Deno.mkdir(`${at.home}/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
    await Deno.writeTextFile(`${at.home}/${path}`, text);
  };
  const entry = (command: string) =>
    JSON.stringify({ mcpServers: { gatehouse: { command, args: [], env: { API: "canary-client-1" } } } });
  await write(".cursor/mcp.json", entry(Deno.execPath()));
  await write(".codex/config.toml", 'key = "canary-client-2"\n[mcp_servers.mygatehouse2]\ncommand = "x"\n');
  await write(".codeium/windsurf/mcp_config.json", entry(`${at.home}/gone`));
  const { code, of, out } = await at.doctor();
  assertEquals(
    ["client:cursor", "client:codex", "client:windsurf"].map((name) => of(name).status),
    ["ok", "skip", "warn"],
  );
  assertIncludes(of("client:codex").next, "gatehouse init --client codex");
  assertIncludes(of("client:windsurf").detail, `${at.home}/gone, which is not there`);
  await write(".cursor/mcp.json", '{"mcpServers": {"gatehouse": canary-client-3');
  const broken = await at.doctor();
  assertEquals([code, broken.code, broken.of("client:cursor").status], [0, 0, "warn"]);
  assertTrue(!`${out}${broken.out}`.includes("canary"));
});

Deno.test("a client's configuration that is a pipe is not waited for", async () => {
  await using at = await machine();
  await Deno.mkdir(`${at.home}/.cursor`);
  await new Deno.Command("mkfifo", { args: [`${at.home}/.cursor/mcp.json`] }).output();
  assertEquals((await at.doctor()).of("client:cursor").status, "warn");
});

Deno.test("no secret of the configuration, the environment or a file is printed, whatever fails", async () => {
  await using at = await machine();
  const key = `${at.home}/id`;
  await Deno.writeTextFile(key, "canary-file-0", { mode: 0o644 });
  const servers = {
    vps: { type: "mikrus", key: "canary-key-1", srv: "srv1", api_url: "https://127.0.0.1:1" },
    web: {
      type: "ssh",
      host: "127.0.0.1",
      port: 1,
      password: "canary-word-2",
      sudo_password: "canary-sudo-3",
      ssh_key: key,
      known_hosts_file: `${at.home}/known`,
    },
  };
  const environment = {
    ...at.environment,
    MCP_SERVERS: JSON.stringify(servers),
    SOME_TOKEN: "canary-token-4",
  };
  for (const args of [["doctor"], ["doctor", "--json"], ["config", "print"], ["config", "check"]]) {
    const { out, err } = await at.run(args, { environment });
    assertTrue(!`${out}${err}`.includes("canary"), args.join(" "));
  }
  // Also where a secret was put in a wrong place, and the message shows what stands there.
  const wrong = { ...environment, MCP_PORT: "canary-token-4" };
  const { code, of, out } = await at.doctor([], { environment: wrong });
  assertEquals([code, of("config").status], [1, "fail"]);
  assertIncludes(of("config").detail, "[redacted]");
  assertTrue(!out.includes("canary"), out);
});

Deno.test("a signal ends it at once", async () => {
  await using at = await machine();
  const stop = new AbortController();
  stop.abort();
  const { lines } = await at.doctor([], { signal: stop.signal });
  assertTrue(lines.every(({ detail }: Line) => detail === "It was interrupted"), JSON.stringify(lines));
});
