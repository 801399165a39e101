import { looksSecret, secretsIn } from "gatehouse/skills/text/secrets.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { madeUp, ORDINARY, secretTexts } from "./samples.ts";

for (const [name, text] of Object.entries(ORDINARY)) {
  Deno.test(`ordinary text is no secret: ${name}`, () => {
    const found = secretsIn(text).map(({ start, end }) => text.slice(start, end));
    assertEquals(found, []);
  });
}

for (const name of Object.keys(secretTexts(1))) {
  Deno.test(`a secret is found, whatever its value: ${name}`, () => {
    const missed: string[] = [];
    for (let seed = 1; seed <= 200; seed++) {
      const text = secretTexts(seed)[name] ?? "";
      if (!looksSecret(text)) missed.push(text);
    }
    // A random value may happen to read like a word, a short one more often.
    assertTrue(
      missed.length <= (name === "url" || name === "json" ? 20 : 4),
      `${missed.length} missed, as ${missed[0]}`,
    );
  });
}

Deno.test("a secret is found where it stands, with its line, and the text around it is not", () => {
  const value = "gh" + "p_" + madeUp(36, 7);
  const text = `# Title\r\n\nUse ${value}, then stop.\n`;
  assertEquals(secretsIn(text), [{ start: 14, end: 14 + value.length, line: 3 }]);
});

Deno.test("two signs of one secret make one span, in order", () => {
  const value = madeUp(40, 3);
  const text = `api_key=${value}\nand again ${value}`;
  assertEquals(secretsIn(text).map(({ start, end, line }) => [text.slice(start, end), line]), [[value, 1], [
    value,
    2,
  ]]);
});

Deno.test("a private key without its last line ends where its base64 ends", () => {
  const key = `-----BEGIN ${"PRIVATE"} KEY-----\n${madeUp(64, 5)}\n`;
  const [span] = secretsIn(`${key}\nOrdinary words follow, and they stay.`);
  assertTrue(span !== undefined && span.end <= key.length + 1, JSON.stringify(span));
});

Deno.test("one word of every kind side by side is still no secret", () => {
  const text = Object.values(ORDINARY).join("\n");
  assertEquals(secretsIn(text).map(({ start, end }) => text.slice(start, end)), []);
});

Deno.test("a hostile text of two million characters is read in linear time", () => {
  for (
    const part of [
      "a-",
      "A1",
      "-",
      "=",
      "eyJ",
      "sk-",
      "token: ",
      "Bearer ",
      "-----BEGIN ",
      "x://y:",
      "a/b_c",
      "curl -u ",
    ]
  ) {
    const text = part.repeat(Math.ceil(2_000_000 / part.length));
    assertTrue(secretsIn(text).length >= 0);
  }
});
