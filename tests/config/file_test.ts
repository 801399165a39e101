import { assertEquals, assertIncludes } from "../assert.ts";
import { loadSettings } from "gatehouse/config/load.ts";
import { complaint, directory, load } from "./parts/load.ts";

const FULL = `
families = ["gate"]
read_only = true
transport = "http"
host = "::1"
port = 0
token_file = "/t"

[state]
dir = "/s"

[gate]
engine = "systemone"
server = "https://model.example.com/api"
servers = ["http://127.0.0.1:9000"]
allow_remote = true
timeout = 2.5
model = "m"
l1_enabled = true
token_file = "/m"
noul_threshold = 0.8
deny_at = 6
ask_at = 3.5
rules = "/r.toml"
guard = "/g"
table = "/x"

[skills]
config = "/skills-roots.json"
quarantine = true
format = "agent-skills"
gap_rules = "/gaps.json"

[skills.roots.own]
path = "/srv/own"

[skills.roots.team]
path = "/srv/team"
format = "phases"
follow_links = true

[policy]
scopes = ["tool:*", "target:web", "write:server"]
writes = true
principal = "ann"
approval_file = "/approvals.json"
approvals = "elicit"
allow_insecure_ssh = false
default_server = "web"
default_deadline_ms = 70000
max_deadline_ms = 90000
max_request_bytes = 2048
max_result_bytes = 4096
job_store = "/jobs.json"
cron_store = "/cron.json"
plan_store = "/plans.json"
config_revision = "r1"
deployment_receipt = "/receipt.json"

[hosts.vps]
type = "mikrus"
key = "k"
srv = "srv123"
api_url = "https://127.0.0.1:8443/"
api_ca_file = "/ca.pem"

[hosts.web]
type = "ssh"
host = "web.example.com"
port = 2222
user = "admin"
password = "p"
sudo_password = "s"
ssh_key = "~/.ssh/key"
ssh_key_passphrase_file = "/passphrase"
ssh_cert = "/cert"
known_hosts_file = "/known"
timeout = 10
verify_host_key = true
sudo = false
`;

Deno.test("the file takes every setting", async () => {
  const home = await directory();
  const { settings, warnings } = await load({ file: FULL, environment: { HOME: home } });
  await Deno.remove(home);
  assertEquals(settings, {
    families: ["gate"],
    readOnly: true,
    transport: "http",
    host: "::1",
    port: 0,
    tokenFile: "/t",
    stateDirectory: "/s",
    familySettings: {
      gate: {
        engine: "systemone",
        server: "https://model.example.com/api",
        servers: ["http://127.0.0.1:9000"],
        allowRemote: true,
        timeoutMs: 2_500,
        model: "m",
        l1Enabled: true,
        tokenFile: "/m",
        rulesFile: "/r.toml",
        noulThreshold: 0.8,
        denyAt: 6,
        askAt: 3.5,
      },
      skills: {
        roots: [
          { id: "own", path: "/srv/own" },
          { id: "team", path: "/srv/team", format: "phases", followLinks: true },
        ],
        configFile: "/skills-roots.json",
        quarantine: true,
        format: "agent-skills",
        gapRules: "/gaps.json",
      },
      hosts: {
        targets: [
          {
            type: "mikrus",
            alias: "vps",
            srv: "srv123",
            key: "k",
            apiUrl: "https://127.0.0.1:8443",
            apiCaFile: "/ca.pem",
          },
          {
            type: "ssh",
            alias: "web",
            host: "web.example.com",
            port: 2_222,
            user: "admin",
            password: "p",
            sudoPassword: "s",
            keyFile: `${home}/.ssh/key`,
            keyPassphraseFile: "/passphrase",
            certFile: "/cert",
            knownHostsFile: "/known",
            timeout: 10,
            verifyHostKey: true,
            sudo: false,
            programs: {},
          },
        ],
        defaultTarget: "web",
        stores: { job_store: "/jobs.json", cron_store: "/cron.json", plan_store: "/plans.json" },
        maxResultBytes: 4_096,
        configRevision: "r1",
        deploymentReceipt: "/receipt.json",
      },
      flow: null,
    },
    policy: { scopes: ["tool:*", "target:web", "write:server"], writes: true, maxMs: 70_000, elicits: true },
    has: { hosts: ["target", "mikrus", "ssh", "job_store", "cron_store", "plan_store", "writes"], flow: [] },
    principal: "ann",
    approvalFile: "/approvals.json",
    maxRequestBytes: 2_048,
    log: { format: "text", level: "info" },
    telemetry: null,
  });
  assertEquals(warnings.length, 2);
});

for (
  const [file, line] of [
    ["prot = 1", "Unknown setting prot at HOME/given.toml:1. Did you mean port?"],
    [
      '# x\n\n[gate]\nsever = "http://127.0.0.1"',
      "Unknown setting gate.sever at HOME/given.toml:4. Did you mean gate.server?",
    ],
    ['server = "http://127.0.0.1"', "Unknown setting server at HOME/given.toml:1. Did you mean gate.server?"],
    [
      "[gatte]\nmodel = 1",
      "Unknown setting gatte at HOME/given.toml:1. At the top stand families, read_only,",
    ],
    ["[gate.more]\nx = 1", "Unknown setting gate.more at HOME/given.toml:1."],
    [
      "[gate]\nunheard = 1",
      "Unknown setting gate.unheard at HOME/given.toml:2. Those of [gate] are gate.engine, gate.server,",
    ],
    ['"a\\u001bb" = 1', "Unknown setting a\\u{1b}b at HOME/given.toml:1."],
    ["__proto__ = 1", "Unknown setting __proto__ at HOME/given.toml:1."],
    ["unheard = 1", "; the tables are [state], [log], [telemetry], [gate],"],
    ["gate = 1", "Could not use gate 1 from HOME/given.toml:1. Give a table"],
    ['port = "8255"', "Could not use port 8255 from HOME/given.toml:1. Give a whole number from 0 to 65535"],
    ["port = 70000", "Could not use port 70000 from HOME/given.toml:1. Give a whole number from 0 to 65535"],
    ['read_only = "no"', "Could not use read_only no from HOME/given.toml:1. Give true or false"],
    [
      'families = ["gate", 7]',
      'Could not use families ["gate",7] from HOME/given.toml:1. Give a list of family names',
    ],
    [
      "gate = { timeout = nan }",
      "Could not use gate.timeout NaN from HOME/given.toml:1. Give seconds from 0.1 to 300",
    ],
    ["port = 1\nport = 2", "Could not read HOME/given.toml:2:"],
    ["port = ", "Could not read HOME/given.toml:1:"],
    ["[gate]\n[gate]\n", "Could not read HOME/given.toml:2:"],
  ] as const
) {
  Deno.test(`the file ${JSON.stringify(file)} is refused with its line`, async () => {
    assertIncludes(await complaint({ file }), line);
  });
}

Deno.test("the line of a setting is the statement's, not one that looks like it", async () => {
  const file = 'families = [\n  "gate",\n]\nmodel_ = """\nport = 1\n"""\nport = 2';
  assertIncludes(await complaint({ file }), "Unknown setting model_ at HOME/given.toml:4.");
  const whole = await load({ file: 'families = [\n  "gate",\n]\n\n# port = 1\nport = 2' });
  assertIncludes(whole.origin("port"), "given.toml:6");
  assertIncludes(whole.origin("families"), "given.toml:1");
});

Deno.test("the line is found behind any number of blanks and comments, and given up on behind too many values", async () => {
  const idle = "\n#\n".repeat(15_000);
  assertIncludes(await complaint({ file: `${idle}prot = 1` }), "at HOME/given.toml:30001.");
  const long = `families = [\n${'"gate",\n'.repeat(7_000)}1]`;
  assertIncludes(await complaint({ file: long }), "from HOME/given.toml. Give");
});

Deno.test("a file that --config names must be there, the one in the home need not", async () => {
  assertEquals(
    await complaint({ flags: { config: "missing.toml" } }),
    "Could not read HOME/missing.toml: there is no such file. Check the path after --config",
  );
  assertEquals((await load({})).settings.port, 8255);
});

/** A home whose configuration file holds this. */
async function home(text: string): Promise<string> {
  const base = await directory();
  await Deno.mkdir(`${base}/.config/gatehouse`, { recursive: true });
  await Deno.writeTextFile(`${base}/.config/gatehouse/gatehouse.toml`, text);
  return base;
}

Deno.test("the file in the home is read, XDG_CONFIG_HOME beats HOME, a relative one is ignored", async () => {
  const [first, second] = [await home("port = 1"), await home("port = 2")];
  const port = async (environment: Record<string, string>) =>
    (await loadSettings({}, { environment, cwd: "/", families: [] })).settings.port;
  assertEquals(await port({ HOME: first }), 1);
  assertEquals(await port({ HOME: first, XDG_CONFIG_HOME: `${second}/.config` }), 2);
  assertEquals(await port({ HOME: first, XDG_CONFIG_HOME: ".config" }), 1);
  await Promise.all([first, second].map((path) => Deno.remove(path, { recursive: true })));
});

Deno.test("a home that is reached through a link is read all the same", async () => {
  const base = await home("port = 1");
  await Deno.symlink(base, `${base}-link`);
  const { settings } = await loadSettings({}, {
    environment: { HOME: `${base}-link` },
    cwd: "/",
    families: [],
  });
  assertEquals(settings.port, 1);
  await Deno.remove(`${base}-link`);
  await Deno.remove(base, { recursive: true });
});

Deno.test("a gatehouse.toml in the working directory is not read, and that is said", async () => {
  const cwd = await directory();
  await Deno.writeTextFile(`${cwd}/gatehouse.toml`, "port = 1\nno TOML");
  const { settings, warnings } = await loadSettings({}, { environment: { HOME: cwd }, cwd, families: [] });
  assertEquals(settings.port, 8255);
  assertEquals(warnings.length, 1);
  assertIncludes(warnings[0] ?? "", `Ignored ${cwd}/gatehouse.toml`);
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("a gatehouse.toml in the working directory that --config names is read without a warning", async () => {
  const cwd = await directory();
  await Deno.writeTextFile(`${cwd}/gatehouse.toml`, "port = 1");
  const { settings, warnings } = await loadSettings({ config: "gatehouse.toml" }, {
    environment: {},
    cwd,
    families: [],
  });
  assertEquals([settings.port, warnings], [1, []]);
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("a file that others may write to, a link, a directory or a large file is refused", async () => {
  const cwd = await directory();
  const refused = (config: string) =>
    loadSettings({ config }, { environment: {}, cwd, families: [] })
      .then(() => "", (error) => `${error.code} ${error.line}`);
  await Deno.writeTextFile(`${cwd}/open`, "port = 1");
  await Deno.chmod(`${cwd}/open`, 0o666);
  assertIncludes(
    await refused("open"),
    `CONFIG_INVALID Refused to open ${cwd}/open: it is open to group or others`,
  );
  await Deno.symlink(`${cwd}/open`, `${cwd}/link`);
  assertIncludes(await refused("link"), "it is a link");
  assertIncludes(await refused("."), "CONFIG_INVALID");
  await Deno.writeTextFile(`${cwd}/large`, `# ${"x".repeat(65_536)}`);
  assertIncludes(await refused("large"), "more than 65536");
  await Deno.writeFile(`${cwd}/latin`, new Uint8Array([0x23, 0xff]));
  assertIncludes(await refused("latin"), "no UTF-8");
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("[host.web] is told as a misspelt [hosts.web], and what it holds is not shown", async () => {
  const told = await complaint({
    file: '[host.web]\ntype = "ssh"\nhost = "a"\npassword = "hunter2hunter2"\n',
  });
  assertIncludes(told, "Did you mean [hosts.ALIAS]?");
  assertEquals(told.includes("hunter2"), false);
});
