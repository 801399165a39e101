import type { Call } from "gatehouse/gate/call.ts";
import { codeSources, sources, upstream } from "gatehouse/gate/flow.ts";
import { inspect } from "gatehouse/gate/judge.ts";
import { assertEquals } from "../assert.ts";

function find(command: string, name: string): Call {
  const call = inspect(command).calls.findLast((each) => each.name === name);
  if (call === undefined) throw new Error(`No ${name} in ${command}`);
  return call;
}

const names = (calls: readonly Call[]) => calls.map((call) => call.name).join(" ");

Deno.test("upstream follows pipes, groups, loops and here-strings", () => {
  assertEquals(names(upstream(find("a | b | c", "c"))), "b a");
  assertEquals(names(upstream(find("a | { b; c; }", "c"))), "a");
  assertEquals(names(upstream(find("a | while read x; do b; done", "b"))), "a");
  assertEquals(names(upstream(find("a | sudo env b", "b"))), "a");
  assertEquals(names(upstream(find('b <<< "$(a)"', "b"))), "a");
  assertEquals(names(upstream(find("b < <(a | c)", "b"))), "a c");
  assertEquals(names(upstream(find("a | tee >(b)", "b"))), "tee a");
  assertEquals(names(upstream(find("a; b", "b"))), "");
});

Deno.test("code sources are what writes the text a program runs", () => {
  assertEquals(names(codeSources(find("a | b | bash", "bash"))), "b a");
  assertEquals(names(codeSources(find("bash <(a)", "bash"))), "a");
  assertEquals(names(codeSources(find('eval "$(a)"', "eval"))), "a");
  assertEquals(names(codeSources(find('sh -c "$(a)" | b', "sh"))), "a");
  assertEquals(names(codeSources(find("a | bash x.sh", "bash"))), "");
});

Deno.test("sources are what reaches a call by its input or its words", () => {
  assertEquals(names(sources(find('a | b "$(c)"', "b"))), "a c");
});
