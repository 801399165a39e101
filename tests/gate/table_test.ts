import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals } from "../assert.ts";
import { fit, TABLE_CWD, tableLines } from "./parts/table.ts";

const lines = await tableLines();

Deno.test("the table has its 44 rows, and what goes beyond them", () => {
  assertEquals(
    [...new Set(lines.map(({ row }) => row))],
    Array.from({ length: 45 }, (_, index) => index + 1),
  );
});

for (const row of new Set(lines.map(({ row }) => row))) {
  const own = lines.filter((line) => line.row === row);
  Deno.test(`row ${row} is judged as stated: ${JSON.stringify(own[0]?.command)} and ${own.length - 1} more`, () => {
    for (const line of own) {
      const found = fit(line, judge(line.command, { cwd: TABLE_CWD }));
      assertEquals(found, "as stated", `${line.command}: expected ${line.expect.join(" or ")}`);
    }
  });
}
