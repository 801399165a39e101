/** What docker prints of an object is shown without the values of its environment. */
import fc from "fast-check";
import { shownProgram } from "gatehouse/hosts/programs/answer.ts";
import { maskInspected } from "gatehouse/hosts/programs/mask.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("every value of every environment is masked, wherever it stands, and every name is left", () => {
  const secret = fc.stringMatching(/^[a-z0-9]{12}$/);
  const name = fc.stringMatching(/^[A-Z_]{1,8}$/);
  fc.assert(fc.property(fc.array(fc.tuple(name, secret), { minLength: 1 }), fc.nat(3), (variables, depth) => {
    let value: unknown = { Env: variables.map(([key, hidden]) => `${key}=${hidden}`), Id: "a" };
    for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { Config: value };
    const { text, masked } = maskInspected(JSON.stringify([value], null, 4));
    assertEquals(masked, variables.length);
    for (const [key, hidden] of variables) {
      assertTrue(!text.includes(hidden), hidden);
      assertTrue(text.includes(`"${key}=[redacted]"`), key);
    }
  }));
});

Deno.test("what is cut, or is no list of texts, is withheld", () => {
  const whole = JSON.stringify([{ Config: { Env: ["A=hidden"] } }], null, 4);
  for (let end = whole.indexOf("hidden") + 3; end < whole.length; end++) {
    assertTrue(!maskInspected(whole.slice(0, end)).text.includes("hid"));
  }
  for (
    const odd of [
      '{"Env":{"A":"hidden"}}',
      '{"Env":"A=hidden"}',
      '{"Env":["A=hidden",1]}',
      'x "Env": ["A=hidden"]',
    ]
  ) {
    assertTrue(!maskInspected(odd).text.includes("hidden"), odd);
  }
});

Deno.test("a secret on a command line is masked, and other command lines stay as they are", () => {
  const given = [{ Args: ["--password", "hidden"], Config: { Cmd: ["sleep", "1"], Entrypoint: null } }];
  const { text } = maskInspected(JSON.stringify(given));
  assertEquals(JSON.parse(text), [{
    Args: ["--password [redacted]"],
    Config: { Cmd: ["sleep", "1"], Entrypoint: null },
  }]);
});

Deno.test("what a safe template prints is shown as it is", () => {
  assertEquals(maskInspected("running\nexited\n"), { text: "running\nexited\n", masked: 0 });
});

Deno.test("what grows when it is made harmless is cut at the limit", () => {
  const ran = {
    output: "x".repeat(600_000),
    stderr: "y",
    exit_code: 0,
    truncated: false,
    encoding: "utf-8",
    controls_escaped: 0,
    leftovers_ended: 0,
  } as const;
  const { output, stderr, truncated } = shownProgram(ran, { masks: false });
  assertEquals([output.length, stderr, truncated], [524_288, "", true]);
});
