import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { mentions } from "./parts/mentions.ts";

const lines = await mentions();

Deno.test("there are at least a hundred texts that mention danger, each in a command of its own", () => {
  assertTrue(lines.length >= 100);
  assertEquals(new Set(lines.map(({ command }) => command)).size, lines.length);
});

for (const { command, same_as } of lines) {
  Deno.test(`${JSON.stringify(command)} is judged as it would be without what it mentions`, () => {
    const of = (text: string) => {
      const { decision, grey, rule } = judge(text, { cwd: "/home/user/project" });
      return { decision, grey, rule };
    };
    assertEquals(of(command), of(same_as));
  });
}
