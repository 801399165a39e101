import { readToken } from "gatehouse/config/read.ts";
import { assertEquals, assertIncludes } from "../assert.ts";
import { directory } from "./parts/load.ts";

const TOKEN = "0123456789abcdef0123456789ABCDEF";

async function read(text: string, mode = 0o600): Promise<string> {
  const home = await directory();
  const path = `${home}/token`;
  await Deno.writeTextFile(path, text, { mode });
  await Deno.chmod(path, mode);
  const token = await readToken(path, { origin: "--token-file" })
    .catch((error) => `${error.code} ${error.line}`);
  await Deno.remove(home, { recursive: true });
  return token;
}

Deno.test("a token is one line of at least 32 characters, with or without its line end", async () => {
  assertEquals(await read(TOKEN), TOKEN);
  assertEquals(await read(`${TOKEN}\n`), TOKEN);
  assertEquals(await read(`${TOKEN}\r\n`), TOKEN);
});

for (
  const [what, text] of [
    ["too short", TOKEN.slice(1)],
    ["empty", ""],
    ["two lines", `${TOKEN}\n${TOKEN}\n`],
    ["what no header can carry", `${TOKEN}\u00e9`],
    ["blanks", `${TOKEN} ${TOKEN}`],
  ] as const
) {
  Deno.test(`a token file that holds ${what} is refused, and the token is not shown`, async () => {
    const line = await read(text);
    assertIncludes(line, "CONFIG_INVALID Could not use the token in");
    assertIncludes(line, "(from --token-file)");
    assertEquals(line.includes(TOKEN.slice(1)), false);
  });
}

Deno.test("a token file that others may read, or that has more than 4096 bytes, is refused", async () => {
  assertIncludes(await read(TOKEN, 0o640), "CONFIG_INVALID Refused to open");
  assertIncludes(await read("a".repeat(4_097)), "CONFIG_INVALID Refused to open");
});
