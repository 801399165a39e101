import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import type { Flags } from "gatehouse/config/flags.ts";
import { loadSettings } from "gatehouse/config/load.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { directory } from "./parts/load.ts";

/** A home with files, and how the settings come out in it. */
class Home {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  async write(path: string, text: string): Promise<void> {
    await Deno.mkdir(`${this.#home}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${this.#home}/${path}`, text);
  }

  async load(
    flags: Flags = {},
    { cwd = "project", env = {} }: { cwd?: string; env?: Record<string, string> } = {},
  ) {
    return await loadSettings({ modelOf: "served", ...flags }, {
      environment: { HOME: this.#home, ...env },
      cwd: `${this.#home}/${cwd}`,
      families: ["gate", "flow"],
    });
  }

  async flow(flags: Flags = {}, options: { cwd?: string; env?: Record<string, string> } = {}) {
    const { settings } = await this.load(flags, options);
    return settings.familySettings.flow;
  }

  async refusal(flags: Flags = {}): Promise<string> {
    const failure = await this.load(flags).then(() => null, (error) => error);
    return failure instanceof ToolError ? failure.line.replaceAll(this.#home, "HOME") : "nothing was refused";
  }

  at(path: string): string {
    return `${this.#home}/${path}`;
  }
}

function inHome(name: string, work: (home: Home) => Promise<void>): void {
  Deno.test(name, async () => {
    const home = await directory();
    try {
      await Deno.mkdir(`${home}/project/sub`, { recursive: true });
      await work(new Home(home));
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  });
}

inHome(
  "a relative workspace stands beside its file, one of a flag in the working directory",
  async (home) => {
    await home.write("conf/op.toml", 'workspace_dir = "../project"\n');
    const config = home.at("conf/op.toml");
    assertEquals((await home.flow({ config }, { cwd: "conf" }))?.workspace, home.at("project"));
    assertEquals((await home.flow({ config, workspace: "sub" }))?.workspace, home.at("project/sub"));
    assertEquals((await home.flow({ workspace: "" }))?.workspace, home.at("project"));
    assertEquals((await home.flow({ workspace: "." }))?.workspace, home.at("project"));
    assertEquals((await home.flow({ config: "../conf/op.toml" }))?.workspace, home.at("project"));
  },
);

inHome("~ is the home directory, in a file and in a flag", async (home) => {
  await home.write("op.toml", 'workspace_dir = "~/project"\n');
  assertEquals((await home.flow({ config: home.at("op.toml") }))?.workspace, home.at("project"));
  assertEquals((await home.flow({ workspace: "~/project/sub" }))?.workspace, home.at("project/sub"));
  assertEquals((await home.flow({ workspace: "~" }))?.workspace, home.at("").slice(0, -1));
  const failure = await loadSettings({ workspace: "~/x" }, { environment: {}, cwd: "/", families: [] })
    .then(() => "", (error) => error.line);
  assertIncludes(failure, "no home directory is known");
});

inHome("the workspace is the directory itself, not a link to it", async (home) => {
  await Deno.symlink(home.at("project"), home.at("link"));
  const [real, linked] = [
    await home.flow({ workspace: home.at("project") }),
    await home.flow({ workspace: home.at("link") }),
  ];
  assertEquals(linked?.workspace, home.at("project"));
  assertEquals(linked?.undoDirectory, real?.undoDirectory);
  assertTrue(real?.undoDirectory !== (await home.flow({ workspace: "sub" }))?.undoDirectory);
});

inHome("the older program's file is read when ours says nothing of a workspace", async (home) => {
  await home.write(".config/flow/config.toml", 'workspace_dir = "/a"\n[agent]\nmax_cycles = 4\n');
  assertEquals((await home.flow())?.agent.maxCycles, 4);
  await home.write(".config/gatehouse/gatehouse.toml", "port = 1\n");
  const both = await home.load();
  assertEquals([both.settings.port, both.settings.familySettings.flow?.workspace], [1, "/a"]);
  assertEquals(both.settings.familySettings.flow?.loadedFiles.length, 2);
  await home.write(".config/gatehouse/gatehouse.toml", 'workspace_dir = "/b"\n');
  const own = await home.flow();
  assertEquals([own?.workspace, own?.agent.maxCycles], ["/b", 2]);
});

inHome("the older program's file stands where XDG_CONFIG_HOME says", async (home) => {
  await home.write("xdg/flow/config.toml", 'workspace_dir = "/a"\n');
  assertEquals(await home.flow(), null);
  assertEquals((await home.flow({}, { env: { XDG_CONFIG_HOME: home.at("xdg") } }))?.workspace, "/a");
});

inHome("--config alone decides, and must be there", async (home) => {
  await home.write(".config/flow/config.toml", 'workspace_dir = "/a"\n');
  await home.write("op.toml", "[agent]\nmax_cycles = 1\n");
  assertEquals(await home.flow({ config: home.at("op.toml") }), null);
  assertIncludes(await home.refusal({ config: home.at("none.toml") }), "there is no such file");
});

inHome("the older program's file takes nothing that is not about the workspace", async (home) => {
  await home.write(".config/flow/config.toml", "port = 1\n");
  assertIncludes(
    await home.refusal(),
    "Unknown setting port at HOME/.config/flow/config.toml:1. The settings of this file are workspace_dir,",
  );
  await home.write(".config/flow/config.toml", "trusted = true\n");
  assertIncludes(await home.refusal(), "it is a flag, for whoever starts the program");
  await home.write(".config/flow/config.toml", "[agent]\nmax_cycles = 9\n");
  assertIncludes(
    await home.refusal(),
    "Could not use agent.max_cycles 9 from HOME/.config/flow/config.toml:2",
  );
});

inHome("without the family, the older program's file is not looked at", async (home) => {
  await home.write(".config/flow/config.toml", "port = 1\n");
  assertEquals(await home.flow({ families: "gate" }), null);
});

inHome("no file of the working directory or of the workspace is read", async (home) => {
  for (const name of ["config.toml", ".flow.toml", "gatehouse.toml", "flow/config.toml"]) {
    await home.write(`project/${name}`, "[agent]\nmax_cycles = 5\n");
  }
  assertEquals((await home.flow({ workspace: "" }))?.agent.maxCycles, 2);
});

inHome("a flag's workspace beats the file's, and the others of the file stay", async (home) => {
  await home.write("op.toml", 'workspace_dir = "/a"\n[agent]\nmax_cycles = 4\n');
  const { settings, origin } = await home.load({ config: home.at("op.toml"), workspace: "sub" });
  const { flow } = settings.familySettings;
  assertEquals([flow?.workspace, flow?.agent.maxCycles], [home.at("project/sub"), 4]);
  assertEquals(origin("workspace_dir"), "--workspace");
});

inHome("a command may take the working directory when nobody names a workspace", async (home) => {
  assertEquals((await home.flow({ workspaceHere: true }))?.workspace, home.at("project"));
  await home.write(".config/flow/config.toml", 'workspace_dir = "/a"\n');
  assertEquals((await home.flow({ workspaceHere: true }))?.workspace, "/a");
});

inHome("--model is for all roles, where it is meant for them", async (home) => {
  await home.write("op.toml", 'workspace_dir = "/a"\n[ollama]\nmodel = "m"\n[models]\ncoder = "c"\n');
  const config = home.at("op.toml");
  const models = async (flags: Flags) => {
    const { settings: { familySettings: { flow, gate } } } = await home.load({ config, ...flags });
    return [flow?.models.planner, flow?.models.coder, gate.model];
  };
  assertEquals(await models({}), ["m", "c", undefined]);
  assertEquals(await models({ model: "x", modelOf: "gate" }), ["m", "c", "x"]);
  assertEquals(await models({ model: "x", modelOf: "flow" }), ["x", "x", undefined]);
  assertEquals(await models({ model: "x", modelOf: "served" }), ["x", "x", undefined]);
  assertEquals(await models({ model: "x", modelOf: "served", l1Enabled: true }), ["m", "c", "x"]);
  assertEquals(await models({ model: "x", modelOf: "served", families: "gate" }), ["m", "c", "x"]);
  const none = await home.load({ model: "x", modelOf: "served" });
  assertEquals(none.settings.familySettings.gate.model, "x");
  assertIncludes(
    await home.refusal({ config, model: "", modelOf: "flow" }),
    "from --model. Give a model's name",
  );
});

inHome("checks that take longer together than a call may are told", async (home) => {
  const check = (at: number) => `[checks.c${at}]\ncmd = ["x"]\ntimeout = 600000\n`;
  const warned = async (count: number) => {
    await home.write(
      "op.toml",
      `workspace_dir = "/a"\n${Array.from({ length: count }, (_, at) => check(at)).join("")}`,
    );
    return (await home.load({ config: home.at("op.toml") })).warnings.length;
  };
  assertEquals([await warned(6), await warned(7)], [0, 1]);
});

inHome("a run that cannot take its time is told", async (home) => {
  await home.write("op.toml", 'workspace_dir = "/a"\n');
  const { warnings } = await home.load({ config: home.at("op.toml") }, {
    env: { MCP_SERVER_MAX_DEADLINE_MS: "60000" },
  });
  assertEquals(warnings, [
    "A run may take 1800 s (agent.max_seconds), but every call ends after 60000 ms (policy.max_deadline_ms)",
  ]);
});

inHome(
  "a command that works on no project does not look at the older program's file: a mistake there stops no hook",
  async (home) => {
    await home.write(".config/flow/config.toml", "[tools]\nshell = true\n");
    assertIncludes(await home.refusal(), "Unknown setting");
    assertEquals((await home.load({ modelOf: undefined })).settings.familySettings.flow, null);
  },
);
