/** `config check` and `config print`: what a command line means, and what is wrong with it. */
import { gateSettings } from "gatehouse/gate/settings.ts";
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { type Ended, run, type World } from "./parts/run.ts";

/** Secrets that must never be printed; none has a shape that a mask knows. */
const CANARIES = { key: "canary-api-9f31", password: "canary-login-77aa", sudo: "canary-sudo-5c5c" } as const;

interface Place extends AsyncDisposable {
  readonly path: string;
  write(name: string, text: string, mode?: number): Promise<string>;
  run(args: readonly string[], world?: World): Promise<Ended>;
}

async function place(): Promise<Place> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-config-" }));
  return {
    path,
    async write(name, text, mode = 0o600) {
      await Deno.writeTextFile(`${path}/${name}`, text, { mode });
      await Deno.chmod(`${path}/${name}`, mode);
      return `${path}/${name}`;
    },
    run: (args, world = {}) => run(args, { cwd: path, ...world }),
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

interface Row {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
  readonly overrides: readonly string[];
  readonly unused: string | null;
}

async function printed(
  at: Place,
  args: readonly string[],
  world: World = {},
): Promise<(name: string) => Row> {
  const { code, out, err } = await at.run(["config", "print", "--json", ...args], world);
  assertEquals(code, 0, err);
  const { settings } = JSON.parse(out) as { readonly settings: readonly Row[] };
  return (name) => {
    const row = settings.find((one) => one.name === name);
    if (row === undefined) throw new Error(`no row ${name}`);
    return row;
  };
}

Deno.test("print shows the value that wins and where it stands, and what it won over", async () => {
  await using at = await place();
  const file = await at.write("g.toml", '# mine\nport = 7000\n[gate]\nserver = "http://127.0.0.1:9000"\n');
  const of = await printed(at, ["--config", file, "--port", "9001"], { environment: { MCP_PORT: "8001" } });
  assertEquals(
    [of("port").value, of("port").source, of("port").overrides],
    [9001, "--port", ["MCP_PORT", `${file}:2`]],
  );
  assertEquals([of("gate.server").value, of("gate.server").source], ["http://127.0.0.1:9000", `${file}:4`]);
  assertEquals([of("transport").value, of("transport").source], ["stdio", "default"]);
});

Deno.test("print takes the flags of serve, and shows what each of them comes to", async () => {
  await using at = await place();
  const flags = [
    "--http",
    "--read-only",
    "--families",
    "gate,skills",
    "--l1-enabled",
    "--trusted",
    "-w",
    at.path,
  ];
  const of = await printed(at, flags);
  for (
    const [name, value, source] of [
      ["transport", "http", "--http"],
      ["read_only", true, "--read-only"],
      ["families", ["gate", "skills"], "--families"],
      ["gate.l1_enabled", true, "--l1-enabled"],
      ["workspace_dir", at.path, "--workspace"],
      ["trusted", false, "--trusted"],
    ] as const
  ) assertEquals<unknown>([of(name).value, of(name).source], [value, source], name);
});

Deno.test("of a setting that may only be made stricter, the source is the layer that is strictest", async () => {
  await using at = await place();
  const file = await at.write("g.toml", "[gate]\ndeny_at = 3\n");
  const of = await printed(at, ["--config", file], { environment: { PHOCINAE_GUARD_DENY_AT: "6" } });
  assertEquals([of("gate.deny_at").value, of("gate.deny_at").source], [3, `${file}:2`]);
});

Deno.test("what follows from another setting names that one", async () => {
  await using at = await place();
  const of = await printed(at, [], { environment: { MCP_TRANSPORT: "streamable-http" } });
  assertEquals([of("port").value, of("port").source], [8000, "MCP_TRANSPORT"]);
  const models = await printed(at, ["-w", at.path, "--model", "qwen3:8b"]);
  assertEquals([models("models.coder").value, models("models.coder").source], ["qwen3:8b", "--model"]);
});

Deno.test("a given setting without effect says so", async () => {
  await using at = await place();
  const file = await at.write("g.toml", '[ollama]\nmodel = "m"\n[gate]\nguard = "/x"\n');
  const of = await printed(at, ["--config", file]);
  assertEquals(of("ollama.model").unused, "no workspace is configured");
  assertEquals(of("gate.guard").unused, "the rules are built in");
  const { out } = await at.run(["config", "print", "--config", file]);
  assertMatch(out, /^ollama\.model +m .*unused: no workspace is configured\)$/m);
});

Deno.test("print shows every setting of a server, and of a secret only what kind it is", async () => {
  await using at = await place();
  const { key, password, sudo } = CANARIES;
  const file = await at.write(
    "g.toml",
    `[hosts.vps]\ntype = "mikrus"\nkey = "${key}"\nsrv = "srv1"\n` +
      `[hosts.web]\ntype = "ssh"\nhost = "web.example"\npassword = "${password}"\nsudo_password = "${sudo}"\n` +
      'known_hosts_file = "/k"\n',
  );
  for (const format of [["--json"], []]) {
    const { code, out, err } = await at.run(["config", "print", "--config", file, ...format]);
    assertEquals(code, 0, err);
    for (const secret of Object.values(CANARIES)) assertTrue(!`${out}${err}`.includes(secret), secret);
    for (const text of ["(API key)", "(password)", "(sudo password)", "web.example", "srv1"]) {
      assertIncludes(out, text);
    }
  }
  const of = await printed(at, ["--config", file]);
  assertEquals([of("hosts").value, of("hosts.web.port").value], [["vps", "web"], 22]);
  assertEquals(of("policy.default_server").value, "vps");
});

Deno.test("a secret in the arguments of a check is masked", async () => {
  await using at = await place();
  const file = await at.write(
    "g.toml",
    `workspace_dir = "${at.path}"\n[checks.unit]\ncmd = ["make", "test", "--token=abcdefghijkl"]\n`,
  );
  const of = await printed(at, ["--config", file]);
  assertEquals(of("checks").value, ["unit: make test --token=[redacted]"]);
});

Deno.test("a secret that stands for a user or a server's name is masked", async () => {
  await using at = await place();
  const token = `ghp_${"a1B2".repeat(9)}`;
  const table = `[hosts.${token}]\ntype = "ssh"\nhost = "127.0.0.1"\nuser = "${token}"\n`;
  const file = await at.write("g.toml", table);
  for (const json of [[], ["--json"]]) {
    const { code, out, err } = await at.run(["config", "print", "--config", file, ...json], {
      environment: { HOME: at.path },
    });
    assertEquals([code, out.includes(token), out.includes("[redacted]")], [0, false, true], err);
  }
});

Deno.test("the defaults that print shows for the gate are those of the gate", async () => {
  await using at = await place();
  const of = await printed(at, []);
  const own = gateSettings.parse({});
  assertEquals(
    ["engine", "server", "allow_remote", "l1_enabled", "noul_threshold", "deny_at", "ask_at"].map((name) =>
      of(`gate.${name}`).value
    ),
    [own.engine, own.server, own.allowRemote, own.l1Enabled, own.noulThreshold, own.denyAt, own.askAt],
  );
  assertEquals(of("gate.timeout").value, own.timeoutMs / 1_000);
});

Deno.test("check names what it read, and ends with 0", async () => {
  await using at = await place();
  await Deno.mkdir(`${at.path}/skills`);
  const file = await at.write(
    "g.toml",
    `workspace_dir = "${at.path}"\n[skills.roots.own]\npath = "${at.path}/skills"\n[checks.a]\ncmd = ["true"]\n`,
  );
  const { code, out } = await at.run(["config", "check", "--config", file]);
  assertEquals(code, 0, out);
  assertMatch(out, new RegExp(`^settings +${file}$`, "m"));
  assertMatch(out, /^skills +1 root$/m);
  assertMatch(out, /^workspace +.*, not trusted, 1 check$/m);
  assertMatch(out, /^ok: no mistake was found$/m);
});

Deno.test("check tells warnings, of the settings and of the files that they name", async () => {
  await using at = await place();
  await at.write("gatehouse.toml", "port = 1\n");
  const server = {
    type: "ssh",
    host: "web.example",
    ssh_key: `${at.path}/none`,
    known_hosts_file: `${at.path}/no`,
  };
  const { code, out } = await at.run(["config", "check", "--json", "--guard", "/x"], {
    environment: { MCP_SERVERS: JSON.stringify({ web: server }) },
  });
  const { ok, warnings } = JSON.parse(out) as { ok: boolean; warnings: readonly string[] };
  assertEquals([code, ok], [0, true]);
  for (
    const part of [
      `Ignored ${at.path}/gatehouse.toml`,
      "Loaded nothing for --guard",
      "ssh_key of the server web",
    ]
  ) {
    assertTrue(warnings.some((text) => text.includes(part)), part);
  }
});

Deno.test("check ends with 2 and the first mistake with its line, as text and as JSON", async () => {
  await using at = await place();
  const file = await at.write("g.toml", "# one\n\nport = 70000\n");
  const { code, out, err } = await at.run(["config", "check", "--config", file]);
  assertEquals([code, out], [2, ""]);
  assertMatch(err, /^gatehouse: Could not use port 70000 from .*g\.toml:3\. Give .*\n$/);
  const json = await at.run(["config", "check", "--json", "--config", file]);
  assertEquals(json.code, 2);
  const { ok, mistake } = JSON.parse(json.out);
  assertEquals([ok, mistake.code], [false, "CONFIG_INVALID"]);
  assertIncludes(mistake.message, "g.toml:3");
  assertIncludes(mistake.next, "65535");
});

Deno.test("check reads the operator's rules, roots and token as the server does, and refuses what it would", async () => {
  await using at = await place();
  const rules = await at.write("rules.toml", "nonsense = [\n");
  const open = await at.write("token", "x".repeat(40), 0o644);
  const key = await at.write("key", "k", 0o640);
  const server = { type: "ssh", host: "web.example", ssh_key: key, known_hosts_file: "/nowhere" };
  const cases: readonly [text: string, args: readonly string[], world: World][] = [
    ["rules.toml", ["--config", await at.write("a.toml", `[gate]\nrules = "${rules}"\n`)], {}],
    [open, ["--http", "--token-file", open], {}],
    ["skills", ["--skills-config", `${at.path}/none.json`], {}],
    ["ssh_key of the server web", [], { environment: { MCP_SERVERS: JSON.stringify({ web: server }) } }],
    ["no such directory", ["--workspace", `${at.path}/none`], {}],
    ["gate.token_file", ["--config", await at.write("b.toml", `[gate]\ntoken_file = "${open}"\n`)], {}],
    ["policy.approval_file from MCP_APPROVAL_FILE", [], { environment: { MCP_APPROVAL_FILE: open } }],
    ["without a token", ["--http", "--workspace", at.path], {}],
    ["has no server", ["--families", "hosts"], {}],
  ];
  for (const [text, args, world] of cases) {
    const { code, out, err } = await at.run(["config", "check", ...args], world);
    assertEquals([code, out], [2, ""], `${text}: ${err}`);
    assertMatch(err, /^gatehouse: .+\n$/);
    assertIncludes(err, text);
  }
});

Deno.test("a file with wrong rights, a link and a pipe are refused in their own words, and the pipe at once", async () => {
  await using at = await place();
  await at.write("open.toml", "port = 1\n", 0o666);
  await Deno.symlink(await at.write("real.toml", ""), `${at.path}/link.toml`);
  await new Deno.Command("mkfifo", { args: [`${at.path}/pipe.toml`] }).output();
  for (
    const [name, words] of [["open", "chmod go-w"], ["link", "it is a link"], [
      "pipe",
      "a named pipe",
    ]] as const
  ) {
    const { code, err } = await at.run(["config", "check", "--config", `${name}.toml`]);
    assertEquals(code, 2, err);
    assertIncludes(err, words);
  }
});

Deno.test("check and print leave nothing on disk, and give up what they do not need", async () => {
  await using at = await place();
  const environment = { HOME: at.path };
  for (const command of ["check", "print"]) {
    const { code, revoked } = await at.run(["config", command], { environment });
    assertEquals(code, 0);
    for (const kind of ["net", "run", "env"] as const) {
      assertTrue(revoked.includes(kind), `${command} ${kind}`);
    }
  }
  assertEquals(await Array.fromAsync(Deno.readDir(at.path)), []);
});

Deno.test("config without its command is a usage error", async () => {
  const { code, err } = await run(["config"]);
  assertEquals(code, 2);
  assertIncludes(err, "check or print");
});
