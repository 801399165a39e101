import fc from "fast-check";
import { assertEquals, assertTrue } from "../../assert.ts";
import { lexRust } from "gatehouse/skills/detector/rust.ts";
import { solanaInRust } from "gatehouse/skills/detector/solana.ts";

/** The tokens in one line: text, or the kind where a token keeps none. */
function shown(source: string): string {
  return lexRust(source).tokens.map(({ kind, text }) => text === "" ? `<${kind}>` : text).join(" ");
}

const taken: Readonly<Record<string, readonly [source: string, tokens: string]>> = {
  "a line comment ends with its line": ["a // b\nc", "a c"],
  "block comments nest": ["a /* b /* c */ d */ e", "a e"],
  "a block comment without an end takes the rest": ["a /* b /* c */ d", "a"],
  "a slash in a block comment's start does not end it": ["/*/ a */ b", "b"],
  "a string ends at the first quote without a backslash": ['"a\\"b\\\\" c', "<literal> c"],
  "a string without an end takes the rest": ['a "b', "a <literal>"],
  "a raw string knows no backslash": ['r"\\" a', "<literal> a"],
  "a raw string ends at a quote with as many hashes": ['r##"a"# b"## c', "<literal> c"],
  "more hashes than needed are left behind the string": ['r#"a"## b', "<literal> # b"],
  "byte strings and C strings are strings": [
    'b"a" c"b" br#"c"# cr"d" e',
    "<literal> <literal> <literal> <literal> e",
  ],
  "a letter before a quote is only a prefix when it is a word": ['bar"a" b', "bar <literal> b"],
  "a byte is a character": ["b'a' b'\\'' c", "<literal> <literal> c"],
  "characters may be escaped": ["'\\'' '\\\\' '\\n' '\\x41' '\\u{1F600}' a", "<literal> ".repeat(5) + "a"],
  "a character may be a quote, or outside of the first plane": [
    "'\"' '\u{1F600}' a",
    "<literal> <literal> a",
  ],
  "a lifetime is no character": ["&'a str, 'b: loop", "& <lifetime> str , <lifetime> : loop"],
  "two lifetimes side by side are no character": ["<'a,'b>", "< <lifetime> , <lifetime> >"],
  "a raw name is its name": ["r#use r#type r # x", "use type r # x"],
  "numbers are literals": ["1u8 0x1f 1_000", "<literal> <literal> <literal>"],
  "names may be written in any script": ["größe 変数", "größe 変数"],
  "a byte that was no UTF-8 joins nothing": ["anchor_\ufffdlang", "anchor_ \ufffd lang"],
  "a byte order mark and a shebang line are no code": ["\ufeff#!/usr/bin/a\nb", "b"],
  "an attribute of the crate is no shebang line": ["#![no_std]\na", "# ! [ no_std ] a"],
  "marks that belong together stay together": ["a->b=>c::d!=e", "a -> b => c :: d != e"],
};

for (const [name, [source, tokens]] of Object.entries(taken)) {
  Deno.test(`rust: ${name}`, () => assertEquals(shown(source), tokens));
}

/** Pieces that the lexer decides by, in every order. */
const piece = fc.constantFrom(
  ..."/ * // /* */ \" ' \\ r b c br cr # ## r# r#\" \"# '\\u{ '\\x } { ; :: -> ! use mod extern crate".split(
    " ",
  ),
  ..."declare_id anchor_lang 'a a' 1 \n \ufeff #! #![ \u{1F600} \ud800 \0 é".split(" "),
  " ",
);
const source = fc.oneof(
  fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 500 }),
);

Deno.test("rust: any text is taken apart in steps that its length bounds, and the tokens lie in order", () => {
  fc.assert(
    fc.property(source, (text) => {
      const { tokens, steps } = lexRust(text);
      solanaInRust(text);
      assertTrue(steps <= 10 * text.length, `${steps} steps for ${text.length} characters`);
      for (const [at, token] of tokens.entries()) {
        assertTrue(token.at >= (tokens[at - 1]?.at ?? -1) + 1 && token.at < text.length);
      }
    }),
    { numRuns: 2_000 },
  );
});

const hostile = {
  "open comments": "/*",
  "open raw strings": 'r#"',
  "hashes without a string": "r#",
  "quotes": "'",
  "unfinished escapes": "'\\u{",
  "unfinished escapes without a brace": "'\\u",
  "backslashes": "\\",
  "open strings": '"\\',
  "open use trees": "use a::{",
  "many almost ends": '"##',
};

for (const [name, unit] of Object.entries(hostile)) {
  Deno.test(`rust: ${name} without end cost steps that the length bounds`, () => {
    const text = 'r####"'.slice(0, name === "many almost ends" ? 6 : 0) + unit.repeat(50_000);
    const { steps } = lexRust(text);
    assertTrue(steps > 0 && steps <= 10 * text.length, `${steps} steps for ${text.length} characters`);
    solanaInRust(text);
  });
}
