/** What a client of either era is answered, by the program as it is started. */
import { dirname, join } from "node:path";
import { assertEquals, assertTrue } from "../../assert.ts";
import type { Frame } from "../../dispatch/parts/schema.ts";
import { ROOT } from "../../tasks/parts/tree.ts";
import { writePackage } from "../parts/package.ts";
import { type Era, Place, refusalIn, type Said, Served, TODAY } from "../parts/served.ts";

const HELLO = join(ROOT, "skills-examples", "hello-python");

/** A root with only the example package in it, and a Python project. */
interface World {
  readonly served: Served;
  readonly place: Place;
  readonly project: string;
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  await using place = await Place.make();
  const root = join(place.path, "root");
  await copy(HELLO, join(root, "hello-python"));
  const broken = join(place.path, "broken");
  await writePackage(join(broken, "good"));
  await writePackage(join(broken, "bad"), { body: "Nothing of the contract.\n" });
  const paths = join(place.path, "paths");
  await writePackage(join(paths, "routes"), {
    manifest: { description: "Reads /home/ada/notes and GET /api/v1/users" },
  });
  const roots = await place.roots({ main: root, broken, paths, "Équipe": await empty(place) });
  const project = dirname(await place.file("project/app.py", "x = 1\n"));
  await using served = new Served(["--families", "skills", "--skills-config", roots]);
  await work({ served, place, project });
}

async function empty(place: Place): Promise<string> {
  const path = join(place.path, "empty");
  await Deno.mkdir(path);
  return path;
}

const MAIN = { root_ids: ["main"], today: TODAY };

async function planned(world: World, era: Era, args: Frame): Promise<Frame> {
  const said = await world.served.say(era, "plan", {
    ...MAIN,
    target: world.project,
    plan_version: "B3",
    ...args,
  });
  assertEquals(said.isError, false, said.text);
  return said.value["plan"] as Frame;
}

function keysOf(value: unknown): string[] {
  return Object.keys(value as Frame);
}

/** Every sentence, and how it is proved. */
const SENTENCES: readonly (readonly [string, (world: World, era: Era) => Promise<void>])[] = [
  [
    "tools/list names five tools in order, each closed, and the same when it is asked again",
    async ({ served }, era) => {
      const { tools } = (await served.ask(era, "tools/list"))["result"] as {
        tools: { name: string; inputSchema: Frame }[];
      };
      assertEquals(tools.map(({ name }) => name), [
        "phases_agents_detect",
        "phases_agents_get_skill",
        "phases_agents_list_skills",
        "phases_agents_plan",
        "phases_agents_refresh_skills",
      ]);
      for (const { inputSchema } of tools) assertEquals(inputSchema["additionalProperties"], false);
      const again = (await served.ask(era, "tools/list"))["result"] as { tools: unknown };
      assertEquals(again.tools, tools);
    },
  ],
  ["get_skill takes no path", async ({ served }, era) => {
    const answer = await served.call(era, "get_skill", { ...MAIN, skill_id: "hello-python", path: "/etc" });
    assertEquals(refusalIn(answer), [-32602, "Invalid params: unknown argument"]);
  }],
  ["an unsafe root id is refused and never told again", async ({ served }, era) => {
    for (const root_ids of [["C:\\"], [".."], Array.from({ length: 17 }, (_, at) => `r${at}`)]) {
      const answer = await served.call(era, "list_skills", { root_ids, today: TODAY });
      assertEquals(refusalIn(answer), [-32602, "Invalid params: 'root_ids' must contain safe identifiers"]);
      assertTrue(!JSON.stringify(answer).includes("C:\\"));
    }
  }],
  ["a root is found under every spelling of its id", async ({ served }, era) => {
    for (const id of ["MAIN", "ｍａｉｎ"]) {
      const { value, isError } = await served.say(era, "list_skills", { root_ids: [id], today: TODAY });
      assertEquals([isError, (value["skills"] as Frame[]).length], [false, 1]);
    }
  }],
  ["an unknown root id is SKILL_ROOT_UNKNOWN and nothing else", async ({ served }, era) => {
    const said = await served.say(era, "list_skills", { root_ids: ["other"], today: TODAY });
    assertEquals([said.isError, said.text], [true, '{"codes":["SKILL_ROOT_UNKNOWN"]}']);
  }],
  ["a day that no calendar has is refused", async ({ served }, era) => {
    for (const today of ["2026-02-30", "2026-7-1"]) {
      const answer = await served.call(era, "list_skills", { root_ids: ["main"], today });
      assertEquals(refusalIn(answer), [-32602, "Invalid params: valid ISO 'today' is required"]);
    }
  }],
  [
    "with reading and searching the example package is selected first, without limitation",
    async (world, era) => {
      const plan = await planned(world, era, {
        client_capabilities: ["filesystem_read", "filesystem_search"],
      });
      const [skill] = plan["skills_selected"] as Frame[];
      assertEquals([plan["plan_status"], plan["warnings"]], ["READY", []]);
      assertEquals([skill?.["skill_id"], skill?.["position"], skill?.["limitations"]], [
        "hello-python",
        1,
        [],
      ]);
    },
  ],
  ["without searching it is selected with a limitation and a warning", async (world, era) => {
    const plan = await planned(world, era, { client_capabilities: ["filesystem_read"] });
    const [skill] = plan["skills_selected"] as Frame[];
    assertEquals(skill?.["limitations"], ["OPTIONAL_CAPABILITY_UNAVAILABLE:filesystem_search"]);
    assertEquals([plan["plan_status"], plan["warnings"]], ["READY", ["OPTIONAL_CLIENT_CAPABILITY_MISSING"]]);
  }],
  ["with undeclared capabilities it is blocked", async (world, era) => {
    const plan = await planned(world, era, {});
    const [skill] = plan["skills_blocked"] as Frame[];
    assertEquals(skill?.["reason_codes"], ["REQUIRED_CLIENT_CAPABILITY_MISSING"]);
    assertEquals(plan["plan_status"], "BLOCKED");
    assertEquals(plan["warnings"], ["CLIENT_CAPABILITIES_UNDECLARED", "NO_EXECUTABLE_SKILL"]);
  }],
  ["with a forbidden capability it is blocked, and the capability is named", async (world, era) => {
    const plan = await planned(world, era, { client_capabilities: ["filesystem_read", "web"] });
    const [skill] = plan["skills_blocked"] as Frame[];
    assertEquals(skill, {
      skill_id: "hello-python",
      reason_codes: ["FORBIDDEN_CLIENT_CAPABILITY_PRESENT"],
      missing_capabilities: ["web"],
    });
  }],
  ["B3 takes no constraints, and 1.0 no client capabilities", async ({ served, project }, era) => {
    const args = { ...MAIN, target: project };
    const b3 = await served.call(era, "plan", { ...args, plan_version: "B3", constraints: { domains: [] } });
    assertEquals(refusalIn(b3), [-32602, "Invalid params: B3 uses client_capabilities, not constraints"]);
    const older = await served.call(era, "plan", { ...args, client_capabilities: [] });
    assertEquals(refusalIn(older), [-32602, "Invalid params: client_capabilities require plan_version B3"]);
  }],
  [
    "the text is compact JSON with sorted keys, and the structured content is the same value",
    async (world, era) => {
      const said = await world.served.say(era, "list_skills", MAIN);
      assertEquals(JSON.parse(said.text), said.value);
      assertEquals(said.text, sorted(said.value));
      assertEquals(keysOf(said.value).sort(), ["discovery", "skills"]);
    },
  ],
  [
    "a plan's answer holds the discovery and the plan, and nothing that was not asked for",
    async (world, era) => {
      const said = await world.served.say(era, "plan", {
        ...MAIN,
        target: world.project,
        plan_version: "B3",
      });
      assertEquals(keysOf(said.value).sort(), ["discovery", "plan"]);
      assertTrue(!said.text.includes(world.place.path), "no path of this machine");
    },
  ],
  ["digests, parameters and reasons come beside the plan when they are asked for", async (world, era) => {
    const args = { ...MAIN, target: world.project, plan_version: "B3", digests: true, explain: true };
    const { value } = await world.served.say(era, "plan", args);
    assertEquals(keysOf(value).sort(), ["digests", "discovery", "explain", "parameters", "plan"]);
    assertEquals(keysOf(value["digests"]).sort(), ["catalogue", "parameters", "plan", "profile"]);
  }],
  ["detect gives the profile, and evidence only when asked", async ({ served, project }, era) => {
    const plain = await served.say(era, "detect", { target: project });
    assertEquals([plain.isError, keysOf(plain.value)], [false, ["profile"]]);
    assertEquals(keysOf(plain.value["profile"]).sort(), [
      "blocked",
      "exists",
      "facts",
      "issues",
      "languages",
      "markers",
      "types",
    ]);
    const more = await served.say(era, "detect", { target: project, evidence: true });
    assertEquals(keysOf(more.value).sort(), ["evidence", "likely", "profile"]);
  }],
  ["a target that is not there is a failure with its profile", async ({ served, project }, era) => {
    const detected = await served.say(era, "detect", { target: `${project}/none` });
    assertEquals([detected.isError, keysOf(detected.value)], [true, ["profile"]]);
    const plan = await served.say(era, "plan", { ...MAIN, target: `${project}/none` });
    assertEquals([plan.isError, plan.value["codes"]], [true, ["PROJECT_TARGET"]]);
  }],
  ["an error of the registry comes before one of the target", async ({ served, project }, era) => {
    const args = { root_ids: ["other"], today: TODAY, target: `${project}/none` };
    assertEquals((await served.say(era, "plan", args)).value, { codes: ["SKILL_ROOT_UNKNOWN"] });
  }],
  ["get_skill gives SKILL.md as it stands, whatever the case of the id", async ({ served }, era) => {
    const { value } = await served.say(era, "get_skill", { ...MAIN, skill_id: "HELLO-PYTHON" });
    const skill = value["skill"] as Frame;
    assertEquals(skill["content"], await Deno.readTextFile(join(HELLO, "SKILL.md")));
    assertEquals(skill["validation_level"], "STRUCTURALLY_VALIDATED");
  }],
  ["a declared document is read with its skill, and no other file is", async ({ served }, era) => {
    const read = (document: string) =>
      served.say(era, "get_skill", { ...MAIN, skill_id: "hello-python", document });
    const { value } = await read("references/where-to-look.md");
    assertEquals(
      (value["document"] as Frame)["content"],
      await Deno.readTextFile(join(HELLO, "references", "where-to-look.md")),
    );
    for (const path of ["../hello-python/SKILL.md", "/etc/passwd", "references", "references/none.md"]) {
      assertEquals((await read(path)).isError, true, path);
    }
  }],
  ["an unknown skill is SKILL_NOT_FOUND with the discovery", async ({ served }, era) => {
    const { isError, value } = await served.say(era, "get_skill", { ...MAIN, skill_id: "other" });
    assertEquals([isError, value["codes"], keysOf(value).sort()], [true, ["SKILL_NOT_FOUND"], [
      "codes",
      "discovery",
    ]]);
  }],
  [
    "a bad package blocks its registry, and the answer says which, where and how to mend it",
    async ({ served }, era) => {
      const { isError, value } = await served.say(era, "list_skills", { root_ids: ["broken"], today: TODAY });
      assertEquals([isError, value["codes"], value["skills"]], [true, ["SKILL_INVALID"], undefined]);
      const { records } = value["discovery"] as { records: Frame[] };
      assertEquals(records.map(({ relative_path, state }) => [relative_path, state]), [
        ["root[0]/bad", "INVALID"],
        ["root[0]/good", "VALID"],
      ]);
      const [issue] = value["issues"] as Frame[];
      assertEquals(keysOf(issue).filter((key) => key !== "line").sort(), ["code", "file", "mend", "message"]);
    },
  ],
  ["a path of this machine is masked and counted; a route stays as it is", async ({ served }, era) => {
    const { value } = await served.say(era, "list_skills", { root_ids: ["paths"], today: TODAY });
    const [skill] = value["skills"] as Frame[];
    assertEquals(skill?.["description"], "Reads <chemin-local-masque> and GET /api/v1/users");
    assertEquals(value["masked"], 1);
  }],
  ["an empty root gives an empty plan, which is a plan", async ({ served, project }, era) => {
    const args = {
      root_ids: ["équipe"],
      today: TODAY,
      target: project,
      plan_version: "B3",
      client_capabilities: [],
    };
    const { isError, value } = await served.say(era, "plan", args);
    assertEquals([isError, (value["plan"] as Frame)["warnings"]], [false, ["NO_COMPATIBLE_SKILL"]]);
  }],
  ["refresh validates again and says so", async ({ served }, era) => {
    const { isError, value } = await served.say(era, "refresh_skills", MAIN);
    assertEquals([isError, value["refreshed"], keysOf(value).sort()], [false, true, [
      "discovery",
      "refreshed",
    ]]);
  }],
  ["an answer above its limit is RESULT_TOO_LARGE", async ({ served }, era) => {
    const said: Said = await served.say(era, "list_skills", { ...MAIN, limits: { result_bytes: 10 } });
    assertEquals([said.isError, said.text], [true, '{"code":"RESULT_TOO_LARGE"}']);
  }],
];

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${sorted(inner)}`).join(",")}}`;
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`what the five tools answer in the ${era} era`, async (t) => {
    await withWorld(async (world) => {
      for (const [sentence, prove] of SENTENCES) await t.step(sentence, () => prove(world, era));
    });
  });
}

Deno.test("without a configuration list_skills is SKILL_ROOT_CONFIG, and detect still works", async () => {
  await using place = await Place.make();
  const target = dirname(await place.file("project/app.py", "x = 1\n"));
  await using served = new Served(["--families", "skills"]);
  const said = await served.say("legacy", "list_skills", { root_ids: ["demo"], today: TODAY });
  assertEquals([said.isError, said.text], [true, '{"codes":["SKILL_ROOT_CONFIG"]}']);
  const { value } = await served.say("legacy", "detect", { target });
  assertEquals((value["profile"] as Frame)["types"], ["python"]);
});
