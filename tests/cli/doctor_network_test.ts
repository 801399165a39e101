/** `doctor` and what answers, or does not: servers, models, the editor. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { ScriptedModel } from "../flow/parts/scripted_model.ts";
import { Sshd } from "../hosts/parts/sshd.ts";
import { closedPort, StandIn } from "../parts/systemone.ts";
import { type Machine, machine } from "./parts/doctor.ts";

/** Takes connections, and never says a word. */
class BlackHole implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #taken: Deno.Conn[] = [];
  readonly #taking: Promise<void>;

  constructor() {
    this.#taking = this.#take();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  async #take(): Promise<void> {
    for await (const conn of this.#listener) this.#taken.push(conn);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    await this.#taking.catch(() => {});
    for (const conn of this.#taken) conn.close();
  }
}

interface SshServer {
  readonly type: "ssh";
  readonly host: string;
  readonly [field: string]: unknown;
}

function servers(at: Machine, all: Readonly<Record<string, SshServer>>): Readonly<Record<string, string>> {
  return { ...at.environment, MCP_SERVERS: JSON.stringify(all) };
}

Deno.test("a server that nobody resolves, one that refuses, and one that is silent fail, each in its own words and time", async () => {
  await using at = await machine();
  await using hole = new BlackHole();
  const environment = servers(at, {
    lost: { type: "ssh", host: "host.invalid", timeout: 3 },
    shut: { type: "ssh", host: "127.0.0.1", port: closedPort(), timeout: 3 },
    mute: { type: "ssh", host: "127.0.0.1", port: hole.port, timeout: 1 },
  });
  const { code, of } = await at.doctor([], { environment });
  assertEquals([code, ...["host:lost", "host:shut", "host:mute"].map((name) => of(name).status)], [
    1,
    "fail",
    "fail",
    "fail",
  ]);
  assertIncludes(of("host:lost").detail, "does not resolve");
  assertIncludes(of("host:shut").detail, "refused");
  assertIncludes(of("host:mute").detail, "did not answer as an SSH server in time");
});

Deno.test("a server whose key is not known fails with how to trust it, and is ok once it is; nobody logs in", async () => {
  await using at = await machine();
  await using sshd = await Sshd.start();
  const web: SshServer = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: "nobody-we-know",
    timeout: 10,
  };
  const environment = servers(at, { web });
  const unknown = await at.doctor([], { environment });
  assertEquals([unknown.code, unknown.of("host:web").status], [1, "fail"]);
  assertIncludes(unknown.of("host:web").next, "gatehouse hosts trust web");
  const trust = await at.run(["hosts", "trust", "web"], {
    environment,
    stdin: "yes\n",
    terminal: { stdin: true, stdout: true },
  });
  assertEquals(trust.code, 0, trust.err);
  const known = await at.doctor([], { environment });
  assertEquals([known.code, known.of("host:web").status], [0, "ok"], known.of("host:web").detail);
  assertIncludes(known.of("host:web").detail, "no login was tried");
  assertEquals(sshd.log.filter((line) => /userauth|invalid user|accepted|failed/i.test(line)), []);
});

Deno.test("a server whose key has changed fails as what may be somebody in between", async () => {
  await using at = await machine();
  await using sshd = await Sshd.start({ hostKeys: ["ed25519"] });
  const other = "AAAAC3NzaC1lZDI1NTE5AAAAIKqPlmrF2Qm0KcmyQ8fYkRk1Q0sHdD8iEvH4uLzq2V1M";
  await Deno.mkdir(`${at.home}/.ssh`, { mode: 0o700 });
  await Deno.writeTextFile(`${at.home}/.ssh/known_hosts`, `[127.0.0.1]:${sshd.port} ssh-ed25519 ${other}\n`);
  const web: SshServer = { type: "ssh", host: "127.0.0.1", port: sshd.port, timeout: 10 };
  const { code, of } = await at.doctor([], { environment: servers(at, { web }) });
  assertEquals([code, of("host:web").status], [1, "fail"]);
  assertIncludes(of("host:web").detail, "CHANGED");
});

Deno.test("an API is reached without its key", async () => {
  await using at = await machine();
  await using hole = new BlackHole();
  const vps = { type: "mikrus", key: "canary-1", srv: "srv1", api_url: `https://127.0.0.1:${hole.port}` };
  const environment = { ...at.environment, MCP_SERVERS: JSON.stringify({ vps }) };
  const { code, of, out } = await at.doctor([], { environment });
  assertEquals([code, of("host:vps").status], [0, "ok"]);
  assertTrue(!out.includes("canary"));
});

Deno.test("the decision model is asked when it is on, and a silent one fails within its time", async () => {
  await using at = await machine();
  await using service = new StandIn();
  const good = await at.doctor(["--l1-enabled", "--server", service.url]);
  assertEquals([good.code, good.of("gate-model").status, service.seen.length], [0, "ok", 1]);
  await using hole = new BlackHole();
  const file = await at.config(
    `[gate]\nserver = "http://127.0.0.1:${hole.port}"\ntimeout = 0.3\nl1_enabled = true\n`,
  );
  const silent = await at.doctor(["--config", file]);
  assertEquals([silent.code, silent.of("gate-model").status], [1, "fail"]);
  assertIncludes(silent.of("gate-model").detail, "did not answer");
});

Deno.test("the models of a workspace are looked at, and the default's known fault comes with its remedy", async () => {
  await using at = await machine();
  await Deno.mkdir(`${at.home}/project`);
  await using model = new ScriptedModel();
  const file = await at.config(`[ollama]\nbase_url = "${model.url}"\n`);
  const args = ["--config", file, "--workspace", `${at.home}/project`, "--trusted"];
  const before = await at.files();
  const { code, of } = await at.doctor(args);
  assertEquals([code, of("ollama").status, of("workspace").status], [0, "ok", "ok"]);
  assertEquals(of("model:qwen2.5-coder:7b").status, "ok");
  assertIncludes(
    of("model:qwen2.5-coder:7b").detail,
    "calls tools, 32768 tokens (for planner, coder, reviewer)",
  );
  assertEquals(of("model-calls:qwen2.5-coder:7b").status, "warn");
  assertIncludes(of("model-calls:qwen2.5-coder:7b").next, "ollama pull qwen3:8b");
  assertEquals(model.turns.length, 0);
  assertEquals(await at.files(), before);
});

Deno.test("a model that is missing, cannot call tools, or takes too little, says so by itself", async () => {
  await using at = await machine();
  await using model = new ScriptedModel([], {
    models: { small: { contextLength: 4_096 }, mute: { tools: false } },
  });
  const file = await at.config(
    `workspace_dir = "${at.home}"\n[ollama]\nbase_url = "${model.url}"\n` +
      '[models]\nplanner = "small"\ncoder = "mute"\nreviewer = "gone"\n',
  );
  const { code, of } = await at.doctor(["--config", file]);
  assertEquals([code, of("ollama").status], [1, "ok"]);
  assertEquals(["model:small", "model:mute", "model:gone"].map((name) => of(name).status), [
    "warn",
    "fail",
    "fail",
  ]);
  assertIncludes(of("model:small").next, "context_length = 4096");
  assertIncludes(of("model:gone").next, "ollama pull gone");
});

Deno.test("a model service that is not there fails, with what to start", async () => {
  await using at = await machine();
  const file = await at.config(
    `workspace_dir = "${at.home}"\n[ollama]\nbase_url = "http://127.0.0.1:${closedPort()}"\n`,
  );
  const { code, of } = await at.doctor(["--config", file]);
  assertEquals([code, of("ollama").status], [1, "fail"]);
  assertIncludes(of("ollama").next, "ollama.base_url");
});

Deno.test("an editor's socket is held to the rules, and has to be listened at", async () => {
  await using at = await machine();
  await using model = new ScriptedModel();
  const file = await at.config(`workspace_dir = "${at.home}"\n[ollama]\nbase_url = "${model.url}"\n`);
  const socket = `${at.home}/nvim.sock`;
  const of = async () =>
    (await at.doctor(["--config", file, "--nvim", socket], {})).lines.find(({ name }) => name === "editor");
  assertIncludes((await of())?.detail ?? "", "nothing is there");
  const listener = Deno.listen({ transport: "unix", path: socket });
  assertEquals((await of())?.status, "ok");
  await Deno.chmod(at.home, 0o755);
  assertIncludes((await of())?.detail ?? "", "neither it nor its directory is private");
  await Deno.chmod(at.home, 0o700);
  listener.close();
  const left = await of();
  assertEquals(left?.status, "fail");
  assertTrue(/Nobody listens|nothing is there/.test(left?.detail ?? ""), left?.detail);
});
