import fc from "fast-check";
import { ToolError } from "gatehouse/core/errors.ts";
import { codecOf } from "gatehouse/cli/clients/codec.ts";
import { clients, ENTRY } from "gatehouse/cli/clients/mod.ts";
import { jsonCodec } from "gatehouse/cli/clients/json_codec.ts";
import { tomlCodec } from "gatehouse/cli/clients/toml_codec.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const entry = { command: "/opt/gate house/gatehouse", args: ["serve", 'a"b\\c'] };
const strict = jsonCodec(["mcpServers"], { comments: false });
const lax = jsonCodec(["mcpServers"], { comments: true });
const toml = tomlCodec(["mcp_servers"]);

const blank = fc.constantFrom("", " ", "\t", "\n", "\n  ", "\r\n\t", " \n\n    ");
const remark = fc.constantFrom("", "", "// one, {two}\n", '/* a "b */', "/* x\n y */ ", " // , }\r\n");
const gap = fc.tuple(blank, remark, blank).map((parts) => parts.join(""));
const scalar = fc.oneof(
  fc.constantFrom("1", "-2.5e3", "true", "null", '"//"', '"/*"', '"}"', '"\\\\"', '"\\","'),
  fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)),
);

/** JSON with comments, blanks and trailing commas anywhere. */
const { value: anyValue } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    tie("object"),
    fc.tuple(fc.array(fc.tuple(gap, tie("value"), gap), { maxLength: 3 }), fc.boolean()).map((
      [items, comma],
    ) => `[${items.map((item) => item.join("")).join(",")}${comma && items.length > 0 ? "," : ""}]`),
  ),
  object: objectOf(tie("value"), fc.string({ maxLength: 6 }).map((key) => `k${key}`)),
}));

function objectOf(value: fc.Arbitrary<string>, key: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc.tuple(gap, key, gap, gap, value, gap);
  return fc.tuple(fc.uniqueArray(member, { maxLength: 4, selector: ([, name]) => name }), fc.boolean(), gap)
    .map(([members, comma, inside]) => {
      const texts = members.map(([a, name, b, c, v, d]) => `${a}${JSON.stringify(name)}${b}:${c}${v}${d}`);
      return `{${texts.join(",")}${comma && texts.length > 0 ? "," : ""}${inside}}`;
    });
}

const servers = objectOf(anyValue, fc.string({ maxLength: 6 }).map((key) => `s${key}`));
const document = fc.tuple(
  gap,
  fc.array(fc.tuple(gap, anyValue, gap), { maxLength: 3 }),
  fc.option(fc.tuple(gap, servers, gap)),
  fc.array(fc.tuple(gap, anyValue, gap), { maxLength: 3 }),
  fc.boolean(),
  gap,
  gap,
).map(([head, before, table, after, comma, inside, tail]) => {
  const members = [
    ...before.map(([a, value, b], at) => `${a}"b${at}":${value}${b}`),
    ...(table === null ? [] : [`${table[0]}"mcpServers":${table[1]}${table[2]}`]),
    ...after.map(([a, value, b], at) => `${a}"a${at}":${value}${b}`),
  ];
  return {
    text: `${head}{${members.join(",")}${comma && members.length > 0 ? "," : ""}${inside}}${tail}`,
    hasTable: table !== null,
  };
});

Deno.test("what is added to JSON with comments is one member, and all other bytes stay in their order", () => {
  fc.assert(
    fc.property(document, ({ text }) => {
      const added = lax.add(text, entry);
      assertEquals(lax.entryOf(added), entry);
      assertTrue(isSubsequence(text, added), added);
      assertEquals(remarks(added), remarks(text));
    }),
    { numRuns: 400 },
  );
});

Deno.test("what was added to JSON with comments is taken out again, and where a table was, the text is what it was but for blanks", () => {
  fc.assert(
    fc.property(document, ({ text, hasTable }) => {
      const added = lax.add(text, entry);
      const removed = lax.remove(added);
      assertEquals(lax.entryOf(removed), undefined);
      assertEquals(remarks(removed), remarks(text));
      if (hasTable) assertEquals(removed.replace(/\s/g, ""), text.replace(/\s/g, ""));
    }),
    { numRuns: 400 },
  );
});

Deno.test("an entry anywhere in JSON with comments is taken out, and every comment stays", () => {
  const around = fc.tuple(
    fc.array(scalar, { maxLength: 2 }),
    fc.array(scalar, { maxLength: 2 }),
    fc.array(gap, { minLength: 12, maxLength: 12 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(around, ([before, after, gaps, comma]) => {
      const members = [
        ...before.map((value, at) => `"b${at}":${value}`),
        `"${ENTRY}"${gaps[0]}:${gaps[1]}{"command":"x"}`,
        ...after.map((value, at) => `"a${at}":${value}`),
      ];
      const table = members.map((member, at) => `${gaps[2 + at]}${member}${gaps[11 - at]}`).join(",");
      const text = `{"mcpServers":{${table}${comma ? "," : ""}}}`;
      const removed = lax.remove(text);
      assertEquals(lax.entryOf(removed), undefined);
      const inner = gaps.slice(0, 2).join("");
      if (inner.trim() === "") assertEquals(remarks(removed), remarks(text));
      assertTrue(isSubsequence(removed, text), removed);
    }),
    { numRuns: 400 },
  );
});

Deno.test("in JSON as programs write it, the text after adding and removing is the same to the byte", () => {
  const table = fc.dictionary(fc.string({ maxLength: 5 }).map((key) => `s${key}`), fc.jsonValue(), {
    minKeys: 1,
  });
  const tree = fc.tuple(
    fc.dictionary(fc.string({ maxLength: 5 }).map((key) => `k${key}`), fc.jsonValue()),
    table,
  )
    .map(([rest, mcpServers]) => ({ ...rest, mcpServers, last: 1 }));
  const style = fc.record({
    indent: fc.constantFrom<string | number>(0, 2, 4, "\t"),
    end: fc.constantFrom("\n", "\r\n"),
    mark: fc.constantFrom("", "\ufeff"),
    tail: fc.constantFrom("", "\n"),
  });
  fc.assert(fc.property(tree, style, (value, { indent, end, mark, tail }) => {
    const text = mark + (JSON.stringify(value, null, indent) + tail).replaceAll("\n", end);
    for (const codec of [strict, lax]) {
      const added = codec.add(text, entry);
      assertTrue(isSubsequence(text, added));
      assertEquals(added.replaceAll(end, "").includes("\n"), false, "one kind of line end");
      assertEquals(codec.remove(added), text);
    }
  }));
});

Deno.test("a table of servers is made where there is none, also in a file that is not there", () => {
  assertEquals(
    strict.add("", { command: "x" }),
    '{\n  "mcpServers": {\n    "gatehouse": {\n      "command": "x"\n    }\n  }\n}\n',
  );
  assertEquals(JSON.parse(strict.add('{"a":1}', { command: "x" })), {
    a: 1,
    mcpServers: { gatehouse: { command: "x" } },
  });
});

Deno.test("comments, commas and indentation stay where a person put them", () => {
  const text =
    '{\n\t// mine\n\t"mcpServers": {\n\t\t"other": { "command": "o" }, // why\n\t\t/* last */\n\t},\n}\n';
  assertEquals(
    lax.add(text, { command: "x" }),
    '{\n\t// mine\n\t"mcpServers": {\n\t\t"other": { "command": "o" }, // why\n\t\t"gatehouse": {\n\t\t\t"command": "x"\n\t\t},\n\t\t/* last */\n\t},\n}\n',
  );
  assertEquals(lax.remove(lax.add(text, { command: "x" })), text);
});

Deno.test("what is no JSON, or not an object, or says a thing twice, is refused", () => {
  for (
    const text of [
      "{",
      "[]",
      "1",
      '{"a":1,}',
      '{"a":1} // c',
      '{"mcpServers":[]}',
      '{"mcpServers":null}',
      "\u0000",
      '{"mcpServers":{},"mcpServers":{}}',
      '{"mcpServers":{"gatehouse":1,"gatehouse":2}}',
    ]
  ) {
    assertRefused(() => strict.entryOf(text), text);
    assertRefused(() => strict.add(text, entry), text);
  }
  for (const text of ['{"a" // x', '{"a": "b // c\n"}', "{/* }"]) {
    assertRefused(() => lax.add(text, entry), text);
  }
});

const key = fc.stringMatching(/^[a-z]{1,6}$/).map((name) => `k${name}`);
const tomlLine = fc.oneof(
  fc.constantFrom("", "  ", "# [mcp_servers.gatehouse]", "#"),
  fc.tuple(
    key,
    fc.constantFrom(
      '"""\n[mcp_servers.gatehouse]\ncommand = 1\n"""',
      "'''\n# x\n[a]\n'''",
      "[\n[1],\n[2] # x\n]",
      "1979-05-27T07:32:00Z",
      "{ a = 1 }",
      "9223372036854775807",
      "nan",
      '"a # b" # c',
      "0x1f",
    ),
  ).map(([name, value]) => `${name} = ${value}`),
);
const tomlBody = fc.uniqueArray(tomlLine, { maxLength: 5, selector: (line) => line.split(" =")[0] });
const tomlDocument = fc.tuple(
  tomlBody,
  fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(
        "[mcp_servers.other]",
        '[ mcp_servers . "quoted x" ] # c',
        "[profiles.a]",
        "[[items]]",
        "\t[t]",
      ),
      tomlBody,
    ),
    {
      maxLength: 4,
      selector: ([header]) => header,
    },
  ),
  fc.constantFrom("\n", "\r\n"),
  fc.constantFrom("", "\n"),
).map(([top, tables, end, tail]) => {
  const lines = [...top, ...tables.flatMap(([header, body]) => [header, ...body])].join("\n");
  return (lines + tail).replaceAll("\n", end);
});

Deno.test("JSON that is nested deeper than can be compared is left alone, and not a defect", () => {
  const deep = `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}, "mcpServers": {}}`;
  assertEquals(strict.entryOf(deep), undefined);
  for (const codec of [strict, lax]) assertRefused(() => codec.add(deep, entry));
});

Deno.test("what is added to TOML stands at its end, and the text before it is the same to the byte", () => {
  fc.assert(
    fc.property(tomlDocument, (text) => {
      const added = toml.add(text, entry);
      assertTrue(added.startsWith(text));
      assertEquals(toml.entryOf(added), entry);
    }),
    { numRuns: 400 },
  );
});

Deno.test("what was added to TOML is taken out again, to the byte, also when more was written behind it", () => {
  fc.assert(
    fc.property(
      tomlDocument,
      fc.constantFrom("", "# after\n[later]\nx = 1\n", "\n\n[later]\n", "\n# end\n"),
      (text, behind) => {
        const added = toml.add(text, entry);
        const whole = /[^\n]$/.test(text) ? `${text}${text.includes("\r\n") ? "\r\n" : "\n"}` : text;
        assertEquals(toml.remove(added + behind), whole + behind);
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("any path can be a command: TOML's and JSON's escapes are the same but for one", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 20 }), (command) => {
    const own = { command: `/\u007f\u0000"\\${command}`.replace(/\p{Cs}/gu, ""), args: ['", "', ",", "[x]"] };
    for (const codec of [strict, lax, toml]) assertEquals(codec.entryOf(codec.add("", own)), own);
  }));
});

Deno.test("tables inside ours go with it, and what a person wrote between stays", () => {
  const text =
    'a = 1\n\n[mcp_servers.gatehouse]\ncommand = "x"\nargs = [\n  "[a]",\n]\n\n# of the next\n[b]\nc = 1\n\n[mcp_servers.gatehouse.env]\nK = "v"\n';
  assertEquals(toml.remove(text), "a = 1\n\n# of the next\n[b]\nc = 1\n");
});

Deno.test("an entry that is no table of its own, and what is no TOML, is refused and not guessed at", () => {
  assertRefused(() => toml.remove('mcp_servers = { gatehouse = { command = "x" } }\n'));
  assertRefused(() => toml.remove('[mcp_servers]\ngatehouse = { command = "x" }\nb = { command = "y" }\n'));
  assertRefused(() => toml.add("mcp_servers = {}\n", entry));
  assertRefused(() => toml.add("a = \n", entry));
  assertRefused(() => toml.entryOf("mcp_servers = 1\n"));
});

Deno.test("each client takes its own entry and gives it back", async () => {
  for (const client of clients) {
    const codec = await codecOf(client);
    const own = client.entry({ command: "/a/gatehouse", args: ["b"] });
    assertEquals(codec.entryOf(codec.add("", own)), own, client.name);
    assertEquals(client.table.length, 1);
  }
});

/** Can the short text be had by leaving characters out of the long one? Blanks may have been put in the place of blanks. */
function isSubsequence(short: string, long: string): boolean {
  const wanted = short.replace(/\s/g, "");
  let at = 0;
  for (let index = 0; index < long.length; index++) if (long[index] === wanted[at]) at++;
  return at === wanted.length;
}

function remarks(text: string): readonly string[] {
  return [...text.matchAll(/"(?:[^"\\\n]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)].map(([token]) => token)
    .filter((token) => token.startsWith("/"));
}

function assertRefused(act: () => unknown, about = ""): void {
  let refused = false;
  try {
    act();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    refused = error.code.startsWith("CLIENT_CONFIG_");
  }
  assertTrue(refused, `not refused: ${about}`);
}
