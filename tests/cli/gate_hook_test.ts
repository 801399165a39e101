import { answerHook } from "gatehouse/cli/gate_hook.ts";
import { hookClients } from "gatehouse/cli/hook_clients.ts";
import { systemIo } from "gatehouse/cli/io.ts";
import { z } from "zod";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { Program } from "./parts/program.ts";
import { run, withState, type World } from "./parts/run.ts";

/** What Codex takes: it calls a hook with any other field failed, and runs the tool. */
const codexAnswer = z.union([
  z.strictObject({}),
  z.strictObject({
    hookSpecificOutput: z.strictObject({
      hookEventName: z.literal("PreToolUse"),
      permissionDecision: z.literal("deny"),
      permissionDecisionReason: z.string().min(1),
    }),
  }),
]);

const claudeAnswer = z.union([
  z.strictObject({}),
  z.strictObject({
    hookSpecificOutput: z.strictObject({
      hookEventName: z.literal("PreToolUse"),
      permissionDecision: z.enum(["allow", "ask", "deny"]),
      permissionDecisionReason: z.string().min(1),
    }),
  }),
]);

const genericAnswer = z.strictObject({
  decision: z.enum(["allow", "ask", "deny"]),
  reason: z.string().min(1),
  rule: z.string().nullable(),
  safer: z.string().nullable(),
});

/** The decision in a client's answer; `none` where the client's own rules are to decide. */
function decisionIn(client: string, out: string): string {
  assertTrue(out.endsWith("}\n") && out.indexOf("\n") === out.length - 1, `One line: ${out}`);
  const answer: unknown = JSON.parse(out);
  if (client === "generic") return genericAnswer.parse(answer).decision;
  const parsed = (client === "codex" ? codexAnswer : claudeAnswer).parse(answer);
  return "hookSpecificOutput" in parsed ? parsed.hookSpecificOutput.permissionDecision : "none";
}

async function ask(client: string, stdin: string, world: World = {}): Promise<string> {
  const { code, out } = await run(["gate", "hook", client], { ...world, stdin });
  assertEquals(code, 0);
  return decisionIn(client, out);
}

function bash(client: string, command: string, cwd = "/home/me/project"): string {
  return JSON.stringify(
    client === "generic" ? { command, cwd } : {
      session_id: "s",
      cwd,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command, description: "d" },
    },
  );
}

Deno.test("each client is told allow, ask and deny in words that it takes", async () => {
  const told = async (client: string) =>
    await Promise.all(
      ["ls -l", "rm -rf build", "rm -rf /"].map((command) => ask(client, bash(client, command))),
    );
  assertEquals(await told("claude-code"), ["allow", "ask", "deny"]);
  assertEquals(await told("generic"), ["allow", "ask", "deny"]);
  // Its hooks know no allow and no ask: the one leaves it to its own rules, the other must not let it run.
  assertEquals(await told("codex"), ["none", "deny", "deny"]);
});

Deno.test("the reason is one line that names the rule, the part to blame and a safer way", async () => {
  const { out } = await run(["gate", "hook", "claude-code"], {
    stdin: bash("claude-code", "ls && rm -rf 'a\nb'"),
  });
  const { hookSpecificOutput: { permissionDecisionReason: reason } } = JSON.parse(out);
  assertIncludes(reason, "files.delete_many: ");
  assertIncludes(reason, "(in: 'a\\u{a}b')");
  assertIncludes(reason, ". Safer: ");
});

Deno.test("the directory that the client names is the one that paths resolve against", async () => {
  assertEquals(await ask("claude-code", bash("claude-code", "rm -rf ..", "/")), "deny");
  assertEquals(await ask("generic", JSON.stringify({ command: "rm -rf .." }), { cwd: "/" }), "deny");
});

const UNREADABLE: readonly (readonly [name: string, stdin: string])[] = [
  ["nothing", ""],
  ["no JSON", "{"],
  ["no object", "[]"],
  ["null", "null"],
  ["no tool", "{}"],
  ["a command that is no text", '{"tool_name":"Bash","tool_input":{"command":["ls"]},"command":["ls"]}'],
  ["no command", '{"tool_name":"Bash","tool_input":{}}'],
  ["a blank command", '{"tool_name":"Bash","tool_input":{"command":" "},"command":" "}'],
  ["more than 1 MiB", JSON.stringify({ command: "ls", notes: "x".repeat(1_100_000) })],
];

for (const client of ["claude-code", "codex", "generic"]) {
  for (const [name, stdin] of UNREADABLE) {
    Deno.test(`${client} is told deny when the hook gets ${name}`, async () => {
      assertEquals(await ask(client, stdin), "deny");
    });
  }

  Deno.test(`${client} is told deny for a command of 20,001 characters`, async () => {
    assertEquals(await ask(client, bash(client, `echo ${"x".repeat(19_996)}`)), "deny");
  });

  Deno.test(`${client} is told deny when the configuration cannot be used`, async () => {
    const { code, out } = await run(["gate", "hook", client, "--config", "/nowhere/g.toml"], {
      stdin: bash(client, "ls"),
    });
    assertEquals([code, decisionIn(client, out)], [0, "deny"]);
  });

  Deno.test(`${client} is told deny when the hook is called with a wrong flag, or amid help`, async () => {
    for (const more of ["--bogus", "--help", "twice"]) {
      const { code, out, err } = await run(["gate", "hook", client, more], { stdin: bash(client, "ls") });
      assertEquals([code, decisionIn(client, out)], [0, "deny"], more);
      assertIncludes(err, "gatehouse: ");
    }
  });

  Deno.test(`${client} is told deny when stdin never ends`, async () => {
    let out = "";
    const io = { ...systemIo(new AbortController().signal), environment: {}, err() {}, revoke() {} };
    const code = await answerHook({
      ...io,
      stdin: new ReadableStream<Uint8Array>(),
      out: (text) => (out += text) !== "",
    }, { client, limitMs: 1 });
    assertEquals([code, decisionIn(client, out)], [0, "deny"]);
  });

  Deno.test(`${client} is told deny when the answer comes by a defect`, async () => {
    let out = "";
    const broken = new Error("broken stream");
    const code = await answerHook({
      ...systemIo(new AbortController().signal),
      environment: {},
      err() {},
      revoke() {},
      stdin: new ReadableStream<Uint8Array>({ start: (controller) => controller.error(broken) }),
      out: (text) => (out += text) !== "",
    }, { client });
    assertEquals([code, decisionIn(client, out)], [0, "deny"]);
  });

  Deno.test(`${client} is told deny, and 0, by a hook that a signal ends`, async () => {
    await using program = new Program(["gate", "hook", client]);
    // More than a pipe holds: once it is written, the program reads, and its signal handlers stand.
    await program.send(JSON.stringify({ notes: "x".repeat(500_000) }).slice(0, -1), { more: true });
    program.kill("SIGTERM");
    const { code, out } = await program.ended();
    assertEquals([code, decisionIn(client, out)], [0, "deny"]);
  });
}

Deno.test("a client of an unknown name is refused in a form that each client takes", async () => {
  for (const args of [["gate", "hook", "cluade"], ["gate", "hook"]]) {
    const { code, out, err } = await run(args, { stdin: bash("codex", "ls") });
    const { decision, reason, hookSpecificOutput } = JSON.parse(out);
    assertEquals([code, decision, hookSpecificOutput.permissionDecision], [0, "block", "deny"]);
    assertTrue(reason !== "" && err.startsWith("gatehouse: "));
  }
});

Deno.test("an event other than PreToolUse is refused", async () => {
  for (const client of ["claude-code", "codex"]) {
    const stdin = bash(client, "ls").replace('"PreToolUse"', '"PermissionRequest"');
    assertEquals(await ask(client, stdin), "deny");
  }
});

Deno.test("tools that run no command are left to the client, those that run one elsewhere are not", async () => {
  const tool = (name: string, input: unknown) => JSON.stringify({ tool_name: name, tool_input: input });
  const patch = tool("apply_patch", { command: "*** Begin Patch" });
  assertEquals(await ask("claude-code", tool("Write", { file_path: "a" })), "none");
  assertEquals(await ask("claude-code", tool("mcp__x__gate", { command: "ls" })), "none");
  assertEquals(await ask("claude-code", tool("PowerShell", { command: "ls" })), "ask");
  assertEquals(await ask("codex", tool("exec", { command: "ls" })), "deny");
  assertEquals(await ask("claude-code", tool("Shell", { command: ["rm", "-rf", "/"] })), "ask");
  assertEquals(await ask("codex", tool("exec_command", { cmd: "rm -rf /" })), "deny");
  assertEquals(await ask("codex", patch), "none");
});

const UNWRITABLE: Readonly<Record<string, () => boolean>> = {
  "a full disk": () => {
    throw new Error("disk full");
  },
  "a pipe that nobody reads any more": () => false,
};

for (const [what, out] of Object.entries(UNWRITABLE)) {
  Deno.test(`a hook that cannot write its answer to ${what} ends with 2, which its client takes for a refusal`, async () => {
    let err = "";
    const code = await answerHook({
      ...systemIo(new AbortController().signal),
      environment: {},
      stdin: new Blob([bash("codex", "ls")]).stream(),
      revoke() {},
      out,
      err: (text) => void (err += text),
    }, { client: "codex" });
    assertEquals(code, 2);
    assertIncludes(err, "Refused");
  });
}

Deno.test("a verdict that a hook gave is in the audit log", async () => {
  await withState(async (environment) => {
    await ask("claude-code", bash("claude-code", "rm -rf /"), { environment });
    const { out } = await run(["audit", "tail", "--json"], { environment });
    const [row] = JSON.parse(out).rows;
    assertEquals([row.entry.tool, row.entry.via, row.entry.facts.decision], ["gate", "cli", "deny"]);
  });
});

Deno.test("every client has a section in the guide to hooks", async () => {
  const guide = await Deno.readTextFile(new URL("../../docs/hooks.md", import.meta.url));
  for (const client of hookClients) assertIncludes(guide, `gatehouse gate hook ${client}`);
});
