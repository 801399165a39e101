/** The words in which arguments are refused, and which of two reasons wins. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import type { Tool } from "gatehouse/core/tool.ts";
import { encode } from "gatehouse/skills/encode.ts";
import { detect } from "gatehouse/skills/tools/detect.ts";
import { getSkill } from "gatehouse/skills/tools/get_skill.ts";
import { listSkills } from "gatehouse/skills/tools/list_skills.ts";
import { plan } from "gatehouse/skills/tools/plan.ts";

const TODAY = "2026-08-27";
const ROOTS = { root_ids: ["demo"], today: TODAY };
const PLAN = { ...ROOTS, target: "/srv/project" };

function taken(tool: Tool, args: unknown): boolean {
  return tool.input.safeParse(args).success;
}

/** What a client is told, as the family encodes it. */
function refusalOf(tool: Tool, args: unknown): { message: string; issues: readonly { problem: string }[] } {
  assertTrue(!taken(tool, args), `Taken: ${JSON.stringify(args)}`);
  const error = new ToolError("ARGUMENTS_INVALID", "refused");
  const encoded = encode({ tool, args, ok: false, error });
  assertTrue(encoded.kind === "error" && encoded.code === -32602);
  const issues = encoded.data?.["issues"] as readonly { problem: string }[];
  return { message: encoded.message, issues };
}

function tail(tool: Tool, args: unknown): string {
  return refusalOf(tool, args).message.replace(/^Invalid params: /, "");
}

Deno.test("the seven arguments of a plan are taken, each alone and together", () => {
  assertTrue(taken(plan, PLAN));
  assertTrue(taken(plan, { ...PLAN, constraints: null }));
  assertTrue(
    taken(plan, { ...PLAN, plan_version: "1.0", constraints: { platforms: ["linux"], capabilities: [] } }),
  );
  assertTrue(taken(plan, { ...PLAN, plan_version: "B3", client_capabilities: ["filesystem_read", "web"] }));
  assertTrue(
    taken(plan, { ...PLAN, plan_version: "B3", digests: true, explain: false, limits: { packages: 10 } }),
  );
});

Deno.test("get_skill with an extra path is an unknown argument", () => {
  assertEquals(tail(getSkill, { ...ROOTS, skill_id: "hello", path: "/etc/passwd" }), "unknown argument");
});

Deno.test("an argument that is left out is missing, whichever it is", () => {
  assertEquals(tail(detect, {}), "required argument missing");
  assertEquals(tail(listSkills, { root_ids: ["demo"] }), "required argument missing");
  assertEquals(tail(getSkill, ROOTS), "required argument missing");
});

for (const ids of [["C:\\"], [".."], [""], ["a b"], ["a/b"], [7], "demo", [], ["x".repeat(65)], ["con"]]) {
  Deno.test(`root_ids ${JSON.stringify(ids).slice(0, 40)} are no safe identifiers`, () => {
    const { message, issues } = refusalOf(listSkills, { root_ids: ids, today: TODAY });
    assertEquals(message, "Invalid params: 'root_ids' must contain safe identifiers");
    assertTrue(!JSON.stringify(issues).includes("C:"), "the value is not told again");
  });
}

Deno.test("seventeen root_ids are refused, and so are two spellings of one", () => {
  const many = Array.from({ length: 17 }, (_, at) => `root${at}`);
  assertEquals(
    tail(listSkills, { root_ids: many, today: TODAY }),
    "'root_ids' must contain safe identifiers",
  );
  const twice = ["main", "ＭＡＩＮ"];
  assertEquals(
    tail(listSkills, { root_ids: twice, today: TODAY }),
    "'root_ids' must contain safe identifiers",
  );
});

for (
  const today of [
    "2026-02-30",
    "2026-7-1",
    "2026-08-27T00:00",
    "",
    "today",
    20260827,
    null,
    "0000-01-01",
    "2026-13-01",
  ]
) {
  Deno.test(`today ${JSON.stringify(today)} is no date`, () => {
    assertEquals(tail(listSkills, { root_ids: ["demo"], today }), "valid ISO 'today' is required");
  });
}

Deno.test("what breaks two rules with one reason is told once", () => {
  assertEquals(refusalOf(listSkills, { root_ids: ["demo"], today: "" }).issues.length, 1);
});

Deno.test("the 29th of February is a date in a leap year only", () => {
  assertTrue(taken(listSkills, { root_ids: ["demo"], today: "2028-02-29" }));
  assertTrue(!taken(listSkills, { root_ids: ["demo"], today: "2026-02-29" }));
});

for (
  const target of [
    "relative",
    "",
    "  ",
    "//host/share",
    "\\\\host\\share",
    "/a\nb",
    "/a\u202eb",
    `/${"x".repeat(32_767)}`,
    7,
  ]
) {
  Deno.test(`the target ${JSON.stringify(target).slice(0, 40)} is not absolute, local and visible`, () => {
    assertEquals(tail(detect, { target }), "absolute local 'target' is required");
  });
}

Deno.test("a long run of digits in a target is a path like any other", () => {
  assertTrue(taken(detect, { target: "/srv/12345678901234567890123456789012345678901234567890" }));
});

for (
  const constraints of [
    [],
    "x",
    { other: [] },
    { platforms: null },
    { platforms: [" linux"] },
    { domains: [""] },
    { domains: ["x".repeat(129)] },
    { capabilities: [1] },
    { platforms: Array(101).fill("x") },
  ]
) {
  Deno.test(`constraints ${JSON.stringify(constraints).slice(0, 40)} are invalid`, () => {
    assertEquals(tail(plan, { ...PLAN, constraints }), "invalid constraints");
  });
}

Deno.test("a constraint that looks like a key is refused and not told again", () => {
  const key = `AKIA${"Q3EGRIFO5JX7ZL2M"}`;
  const { message, issues } = refusalOf(plan, { ...PLAN, constraints: { domains: [key] } });
  assertEquals(message, "Invalid params: invalid constraints");
  assertTrue(!JSON.stringify(issues).includes(key));
});

Deno.test("a plan of another version is refused", () => {
  for (const plan_version of ["2.0", "b3", 1, null]) {
    assertEquals(tail(plan, { ...PLAN, plan_version }), "invalid plan_version");
  }
});

Deno.test("client_capabilities without B3 are refused, also with 1.0", () => {
  for (const version of [{}, { plan_version: "1.0" }]) {
    assertEquals(
      tail(plan, { ...PLAN, ...version, client_capabilities: [] }),
      "client_capabilities require plan_version B3",
    );
  }
});

Deno.test("B3 with constraints is refused", () => {
  assertEquals(
    tail(plan, { ...PLAN, plan_version: "B3", constraints: { platforms: [] } }),
    "B3 uses client_capabilities, not constraints",
  );
});

for (const list of [["teleport"], ["web", "web"], "web", [7], null, Array(33).fill("web"), ["WEB"]]) {
  Deno.test(`client_capabilities ${JSON.stringify(list).slice(0, 40)} are invalid`, () => {
    assertEquals(
      tail(plan, { ...PLAN, plan_version: "B3", client_capabilities: list }),
      "invalid client_capabilities",
    );
  });
}

for (const skill_id of ["../x", "a b", "", "con", "x".repeat(65), 7, "a.b", "-a"]) {
  Deno.test(`skill_id ${JSON.stringify(skill_id).slice(0, 40)} is invalid`, () => {
    assertEquals(tail(getSkill, { ...ROOTS, skill_id }), "invalid skill_id");
  });
}

Deno.test("limits can only be lowered", () => {
  assertTrue(taken(listSkills, { ...ROOTS, limits: { packages: 1 } }));
  for (const limits of [{ packages: 1_001 }, { packages: 0 }, { other: 1 }, [], { skill_bytes: 262_145 }]) {
    assertEquals(tail(listSkills, { ...ROOTS, limits }), "invalid limits");
  }
});

/** Worse from left to right: of two mistakes the one that stands further to the left is told. */
const MISTAKES: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ path: "/" }, "unknown argument"],
  [{ root_ids: undefined }, "required argument missing"],
  [{ target: "here" }, "absolute local 'target' is required"],
  [{ root_ids: [".."] }, "'root_ids' must contain safe identifiers"],
  [{ today: "now" }, "valid ISO 'today' is required"],
  [{ constraints: [] }, "invalid constraints"],
  [{ plan_version: "C4" }, "invalid plan_version"],
  [{ client_capabilities: ["teleport"] }, "client_capabilities require plan_version B3"],
];

for (const [at, [args, expected]] of MISTAKES.entries()) {
  Deno.test(`"${expected}" wins over whatever is checked after it`, () => {
    const all = MISTAKES.slice(at).reduceRight((rest, [mistake]) => ({ ...rest, ...mistake }), PLAN);
    assertEquals(tail(plan, { ...all, ...args }), expected);
    for (const [later] of MISTAKES.slice(at + 1)) {
      assertEquals(tail(plan, { ...PLAN, ...later, ...args }), expected);
    }
  });
}

Deno.test("B3 with constraints is told before what its capabilities lack", () => {
  const args = { plan_version: "B3", constraints: { domains: ["x"] }, client_capabilities: ["teleport"] };
  assertEquals(tail(plan, { ...PLAN, ...args }), "B3 uses client_capabilities, not constraints");
});

Deno.test("of forty refused values sixteen are told, the first reason first", () => {
  const domains = Array(40).fill(" x ");
  const { message, issues } = refusalOf(plan, { ...PLAN, constraints: { domains }, path: 1 });
  assertEquals([message, issues.length], ["Invalid params: unknown argument", 16]);
});
