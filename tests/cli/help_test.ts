import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { run } from "./parts/run.ts";

const PAGES = [
  "--help",
  "help gate",
  "help rules",
  "help model",
  "help skills",
  "help roots",
  "help hosts",
  "help flow",
  "help policy",
  "help approvals",
  "help troubleshooting",
  "help config",
  "help protocol",
  "serve --help",
  "call --help",
  "tools --help",
  "gate --help",
  "gate check --help",
  "gate explain --help",
  "gate hook --help",
  "gate classify --help",
  "gate route --help",
  "gate score --help",
  "gate diff --help",
  "gate rule --help",
  "gate rule suggest --help",
  "skills --help",
  "skills detect --help",
  "skills list --help",
  "skills get --help",
  "skills plan --help",
  "skills refresh --help",
  "skills validate --help",
  "skills new --help",
  "hosts --help",
  "hosts trust --help",
  "flow --help",
  "flow run --help",
  "flow check --help",
  "flow status --help",
  "flow undo --help",
  "flow serve --help",
  "flow tui --help",
  "approve --help",
  "decline --help",
  "approvals --help",
  "approvals pending --help",
  "approvals list --help",
  "approvals revoke --help",
  "audit --help",
  "audit tail --help",
  "audit verify --help",
  "permissions --help",
];

for (const page of PAGES) {
  Deno.test(`"${page}" fits a screen of 80 by 24`, async () => {
    const { code, out, err } = await run(page.split(" "));
    assertEquals([code, err], [0, ""]);
    const lines = out.trimEnd().split("\n");
    assertTrue(lines.length <= 23, `${lines.length} lines and a prompt`);
    assertEquals(lines.filter((line) => line.length > 80), []);
  });
}

Deno.test("the version names the program and the protocol's revisions", async () => {
  const { code, out } = await run(["--version"]);
  assertEquals(code, 0);
  assertIncludes(out, "gatehouse 0.");
  assertIncludes(out, "2026-07-28");
  assertIncludes(out, "2024-11-05");
});

Deno.test("every setting of a file is on a page", async () => {
  const { KEYS, SCHEMA } = await import("gatehouse/config/schema.ts");
  const pages = await Promise.all(
    ["config", "model", "roots", "hosts", "policy", "flow"].map((topic) => run(["help", topic])),
  );
  const out = pages.map((page) => page.out).join("");
  const inFiles = KEYS.filter((key) => !("flag" in SCHEMA[key]));
  for (const key of inFiles) assertIncludes(out, `  ${key.slice(key.indexOf(".") + 1)} = `);
});
