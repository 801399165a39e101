import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { complaint, type Given, load } from "./parts/load.ts";

/** The file that an older program's users have. */
const OPERATOR = `
workspace_dir = "."

[ollama]
base_url = "http://127.0.0.1:11434"
model = "qwen2.5-coder:7b"
timeout = 120 # seconds

[models]
planner = "a"
coder = "b"
reviewer = ""

[agent]
max_iterations = 7
max_cycles = 3
max_tool_calls = 65
max_context_chars = 100001

[checks.tests]
cmd = [".venv/bin/python", "-m", "pytest", "-q"]
timeout = 60001
required = true
kind = "test"
filetypes = ["python"]

[checks.lint]
cmd = [".venv/bin/ruff", "check", "."]
`;

const W = 'workspace_dir = "."\n';

async function flow(given: Given) {
  const { settings: { familySettings } } = await load(given);
  if (familySettings.flow === null) throw new Error("No workspace");
  return familySettings.flow;
}

Deno.test("an operator's file is taken as it stands", async () => {
  const { workspace, undoDirectory, ownFiles, loadedFiles, workspaceOrigin, uid, ...rest } = await flow({
    file: OPERATOR,
  });
  assertEquals(rest, {
    trusted: false,
    endpoint: {
      baseUrl: "http://127.0.0.1:11434",
      api: "ollama",
      temperature: 0.2,
      contextLength: 16_384,
      timeoutSeconds: 120,
      allowRemote: false,
    },
    models: { planner: "a", coder: "b", reviewer: "qwen2.5-coder:7b" },
    agent: {
      maxIterations: 7,
      maxCycles: 3,
      maxToolCalls: 65,
      maxContextChars: 100_001,
      maxTaskChars: 16_000,
      maxSeconds: 1_800,
      checkEnv: [],
    },
    checks: [
      {
        name: "tests",
        cmd: [".venv/bin/python", "-m", "pytest", "-q"],
        timeoutMs: 60_001,
        required: true,
        kind: "test",
        filetypes: ["python"],
      },
      {
        name: "lint",
        cmd: [".venv/bin/ruff", "check", "."],
        timeoutMs: 60_000,
        required: true,
        kind: "check",
        filetypes: [],
      },
    ],
    editor: null,
  });
  assertTrue(undoDirectory?.startsWith(`${workspace}/.local/state/gatehouse/flow/`), undoDirectory ?? "none");
  assertEquals(loadedFiles, [`${workspace}/given.toml`]);
  for (
    const own of [
      "given.toml",
      ".config/gatehouse/gatehouse.toml",
      ".config/flow/config.toml",
      ".local/state/gatehouse",
    ]
  ) {
    assertTrue(ownFiles.includes(`${workspace}/${own}`), own);
  }
  assertIncludes(workspaceOrigin, "given.toml:2");
  assertEquals(uid, Deno.uid());
});

Deno.test("what is new in the file is taken as well", async () => {
  const file =
    `${W}[ollama]\napi = "openai"\n[agent]\nmax_seconds = 60\nprotect = []\ncheck_env = ["VIRTUAL_ENV"]`;
  const { endpoint, agent } = await flow({ file });
  assertEquals([endpoint.api, agent.maxSeconds, agent.protect, agent.checkEnv], ["openai", 60, [], [
    "VIRTUAL_ENV",
  ]]);
});

Deno.test("without a workspace there is nothing to work on, and the tools say so", async () => {
  const { settings, warnings } = await load({ flags: { trusted: true, nvim: "/n" } });
  assertEquals([settings.familySettings.flow, settings.has["flow"]], [null, []]);
  assertEquals(warnings.map((text) => text.split(":")[0]), [
    "--trusted has no effect",
    "--nvim has no effect",
  ]);
});

const RANGES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["ollama.base_url", ['"http://localhost:1"', '"http://[::1]:9/"', '"https://127.9.9.9"'], [
    '"http://10.0.0.5:11434"',
    '"http://me@127.0.0.1"',
    '"http://@127.0.0.1"',
    '"http://127.0.0.1/v1"',
    '"http://127.0.0.1/?"',
    '"http://127.0.0.1?a=1"',
    '"http://127.0.0.1#a"',
    '"ftp://127.0.0.1"',
    '"127.0.0.1:11434"',
    "1",
  ]],
  ["ollama.api", ['"ollama"', '"openai"'], ['"other"', "true"]],
  ["ollama.model", ['"m"'], ['""', '" "', "1", '"a\\nb"']],
  ["ollama.temperature", ["0", "2", "0.5"], ["-0.1", "2.1", "true", "nan", "inf", '"1"']],
  ["ollama.context_length", ["1024", "131072"], ["1023", "131073", "1024.5", "true", "inf"]],
  ["ollama.timeout", ["0.1", "600"], ["0.09", "600.1", "nan", "inf", "true"]],
  ["ollama.allow_remote", ["true", "false"], ["1", '"true"']],
  ["models.planner", ['""', '"p"'], ['" "', "1"]],
  ["agent.max_iterations", ["1", "32"], ["0", "33", "1.5", "true"]],
  ["agent.max_cycles", ["1", "5"], ["0", "6", "true"]],
  ["agent.max_tool_calls", ["1", "256"], ["0", "257", "true"]],
  ["agent.max_context_chars", ["4096", "1000000"], ["4095", "1000001", "true"]],
  ["agent.max_task_chars", ["1", "100000"], ["0", "100001", "true"]],
  ["agent.max_seconds", ["1", "3600"], ["0", "3601", "true", "nan"]],
  ["agent.protect", ["[]", '["a/**"]'], ['"a"', '[""]', "[1]"]],
  ["agent.check_env", ["[]", '["A_1"]'], ['["A=B"]', '["1A"]', '"A"']],
  ["checks.a.cmd", ['["x"]'], ['"x"', "[]", '[""]', '["a\\u0000"]', "[1]", `[${'"x",'.repeat(129)}]`]],
  ["checks.a.timeout", ["1", "600000"], ["0", "600001", "1.5", "true", "nan"]],
  ["checks.a.required", ["true", "false"], ["1", '"yes"']],
  ["checks.a.filetypes", ["[]", '["python", ".py", "*"]'], ['"python"', "[1]", '[""]']],
  ["checks.a.kind", ['"check"', '"test"', '"lint"', '"typecheck"', '"diagnostics"', '"build"'], [
    '"other"',
    "1",
  ]],
];

for (const [name, good, bad] of RANGES) {
  const [, table = "", key = ""] = name.match(/^(.*)\.(.*)$/) ?? [];
  const cmd = table === "checks.a" && key !== "cmd" ? 'cmd = ["x"]\n' : "";
  Deno.test(`${name} takes its range and nothing beside it`, async () => {
    for (const value of good) await load({ file: `${W}[${table}]\n${cmd}${key} = ${value}` });
    for (const value of bad) {
      const told = await complaint({ file: `${W}[${table}]\n${cmd}${key} = ${value}` });
      const isElsewhere = told.startsWith("Could not use the model service ");
      assertTrue(isElsewhere || told.startsWith(`Could not use ${name} `), `${value}: ${told}`);
    }
  });
}

for (
  const [file, told] of [
    ["[shell]\nallow = true", "Unknown setting shell at HOME/given.toml:2"],
    ["[plugins]\na = 1", "Unknown setting plugins at "],
    ["[self_improve]\na = 1", "Unknown setting self_improve at "],
    ["[ollama]\nhost = 1", "Unknown setting ollama.host at HOME/given.toml:3"],
    ["[models]\nplaner = 'x'", "Did you mean models.planner?"],
    ["[agent]\nmax_cycle = 1", "Did you mean agent.max_cycles?"],
    ['[checks.a]\ncmd = ["x"]\ncwd = "/"', "Unknown setting checks.a.cwd at "],
    ['[checks.a]\ncmd = ["x"]\nenv = {}', "Unknown setting checks.a.env at "],
    ['[checks.a]\ncmd = ["x"]\nworkspace_dir = "/"', "Put workspace_dir before the first table"],
    ["[checks.a]\nrequired = true", "checks.a from HOME/given.toml:2 has no cmd"],
    ["[checks]\na = 1", "Could not use checks.a 1 from "],
    ['[checks."a b"]\ncmd = ["x"]', "Could not use the check a b from "],
    ['[checks.-a]\ncmd = ["x"]', "Could not use the check -a from "],
    [`[checks.${"a".repeat(65)}]\ncmd = ["x"]`, "Could not use the check "],
    ["checks = 1", "Could not use checks 1 from "],
    [
      Array.from({ length: 33 }, (_, at) => `[checks.c${at}]\ncmd = ["x"]`).join("\n"),
      "there are 33. Give at most 32",
    ],
    ["nvim = '/n'", "it is a flag. Give --nvim instead"],
    ["editor_timeout = 1", "it is a flag. Give --editor-timeout instead"],
    ["flow_model = 'm'", "it is a flag. Give --model instead"],
  ] as const
) {
  Deno.test(`the file ${JSON.stringify(file).slice(0, 60)} is refused by name`, async () => {
    assertIncludes(await complaint({ file: `\n${file}` }), told);
  });
}

for (
  const file of [
    "trusted = true",
    "trusted = false",
    "[trusted]\na = 1",
    "[agent]\ntrusted = true",
    "[ollama]\ntrusted = 1",
    "[flow]\ntrusted = true",
    "[flow.more]\ntrusted = true",
    '[checks.a]\ncmd = ["x"]\ntrusted = true',
    "[[flow]]\ntrusted = true",
  ]
) {
  Deno.test(`no file gives trust: ${JSON.stringify(file)}`, async () => {
    assertIncludes(
      await complaint({ file }),
      "it is a flag, for whoever starts the program. Remove it, and give --trusted when you start the program",
    );
  });
}

Deno.test("a server or a check may be called trusted", async () => {
  const file = `${W}[checks.trusted]\ncmd = ["x"]\n[hosts.trusted]\ntype = "ssh"\nhost = "h"`;
  assertEquals((await flow({ file })).checks[0]?.name, "trusted");
});

for (const name of ["TRUSTED", "FLOW_TRUSTED", "PHLOW_TRUSTED", "GATEHOUSE_TRUSTED", "MCP_TRUSTED"]) {
  Deno.test(`the variable ${name} gives no trust`, async () => {
    assertIncludes(
      await complaint({ environment: { [name]: "0" } }),
      `Could not use trusted from ${name}: it is a flag`,
    );
    assertEquals((await load({ environment: { [name]: "" } })).warnings, []);
  });
}

Deno.test("trust is a flag, and read-only takes it back", async () => {
  assertEquals((await flow({ file: W, flags: { trusted: true } })).trusted, true);
  const { settings, warnings } = await load({ file: W, flags: { trusted: true, readOnly: true } });
  assertEquals(settings.familySettings.flow?.trusted, false);
  assertEquals(warnings, ["--trusted has no effect: the program was told to be read-only"]);
});

Deno.test("a service on another machine needs allow_remote", async () => {
  const url = 'base_url = "http://10.0.0.5:11434"';
  assertIncludes(
    await complaint({ file: `[ollama]\n${url}` }),
    "it is on another machine. Set allow_remote = true",
  );
  const { endpoint } = await flow({ file: `${W}[ollama]\n${url}\nallow_remote = true` });
  assertEquals([endpoint.baseUrl, endpoint.allowRemote], ["http://10.0.0.5:11434", true]);
});

Deno.test("the editor is given by flags, and its time limit is checked", async () => {
  const flags = { workspace: "", nvim: "/private/nvim.sock" };
  assertEquals((await flow({ flags })).editor, {
    socket: "/private/nvim.sock",
    timeoutSeconds: 120,
    uid: Deno.uid(),
  });
  for (const editorTimeout of ["0.1", "660", "2.5"]) {
    assertEquals(
      (await flow({ flags: { ...flags, editorTimeout } })).editor?.timeoutSeconds,
      Number(editorTimeout),
    );
  }
  for (const editorTimeout of ["0", "0.09", "660.1", "nan", "NaN", "inf", "Infinity", "-1", "soon", ""]) {
    assertIncludes(await complaint({ flags: { ...flags, editorTimeout } }), "Give seconds from 0.1 to 660");
  }
  for (const nvim of ["127.0.0.1:6666", "nvim.sock", "", "tcp://127.0.0.1:1"]) {
    assertIncludes(await complaint({ flags: { ...flags, nvim } }), "an address of the network is not taken");
  }
});
