/** The audit log keeps what was acted on, but no secret of the configuration that stands in it. */
import { invoke } from "gatehouse/core/invoke.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { openTargets } from "../../core/parts/targets.ts";

Deno.test("a secret of the configuration that stands in a path is in no row of the log", async () => {
  const open = openTargets();
  open.memory.holds = () => Promise.resolve(true);
  open.memory.begin = open.memory.beginAsked;
  const family = await open.house.catalogue.load("test");
  const facts = ({ args }: { args: unknown }) => ({ resource: String((args as { path?: string }).path) });
  const { catalogue } = open.house;
  const house = {
    ...open.house,
    catalogue: {
      ...catalogue,
      find: catalogue.find.bind(catalogue),
      load: () => Promise.resolve({ ...family, facts }),
    },
  };
  for (const tool of ["looks", "changes"]) {
    await invoke(house, open.call(tool, { path: "/configured-secret" }));
  }
  await invoke(house, open.call("looks", { path: "/configured-secret", server: "none" }));
  assertEquals(open.rows.map(({ outcome }) => outcome), ["ok", "intent", "ok", "NOT_FOUND"]);
  for (const row of open.rows) {
    assertTrue(!JSON.stringify(row).includes("configured-secret"), JSON.stringify(row));
    assertEquals(row.facts["resource"], "/[redacted]");
  }
});
