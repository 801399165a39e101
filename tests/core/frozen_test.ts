import { frozen, isFrozen, once } from "gatehouse/core/frozen.ts";
import { assertEquals, assertTrue } from "../assert.ts";

Deno.test("a frozen value is frozen to its last object", () => {
  const value = frozen({ list: [{ deep: true }] });
  assertTrue(isFrozen(value));
  for (const each of [value, value.list, ...value.list]) assertTrue(Object.isFrozen(each));
});

Deno.test("what is made of a frozen value is made once, and is frozen", () => {
  let runs = 0;
  const doubled = once(({ list }: { list: number[] }) => ({ list: [...list, ++runs] }));
  const value = frozen({ list: [0] });
  assertTrue(doubled(value) === doubled(value));
  assertTrue(isFrozen(doubled(value)));
  assertEquals([doubled(value).list, doubled(frozen({ list: [0] })).list], [[0, 1], [0, 2]]);
});

Deno.test("what is made of any other value is made anew, also of one that only looks frozen", () => {
  const lengthOf = once(({ list }: { list: number[] }) => list.length);
  for (const value of [{ list: [0] }, Object.freeze({ list: [0] })]) {
    const before = lengthOf(value);
    value.list.push(1);
    assertEquals([before, lengthOf(value)], [1, 2]);
  }
});

Deno.test("a failure is not kept", () => {
  let fails = true;
  const made = once((_value: object) => {
    if (fails) throw new RangeError("not yet");
    return 1;
  });
  const value = frozen({});
  let failed = false;
  try {
    made(value);
  } catch {
    failed = true;
  }
  fails = false;
  assertEquals([failed, made(value)], [true, 1]);
});
