import { assertEquals } from "../../assert.ts";
import { SOLANA_CRATES, solanaInRust } from "gatehouse/skills/detector/solana.ts";

const uses: Readonly<Record<string, readonly [source: string, line: number]>> = {
  "an import": ["use anchor_lang::prelude::*;", 1],
  "an import of the crate itself": ["use solana_sdk as sdk;", 1],
  "an import from the crates' root": ["use ::anchor_lang as anchor;", 1],
  "an import in braces": ["use {std::fmt, spl_token::state};", 1],
  "an import in braces from the crates' root": ["use ::{std::fmt, spl_token};", 1],
  "an import behind another in braces": ["use {std::{a, b::{c}}, spl_token};", 1],
  "a crate that is linked": ["fn f() {}\nextern crate solana_program;", 2],
  "a crate that is linked under another name": ["extern crate anchor_spl as spl;", 1],
  "the macro declare_id!": ['\n\ndeclare_id!("Fg6P");', 3],
  "the macro declare_id! with a space": ['declare_id ! ("Fg6P");', 1],
  "the macro of a crate's module": ['whatever::declare_id!("Fg6P");', 1],
  "an absolute path": ["type Key = ::solana_program::pubkey::Pubkey;", 1],
  "an absolute path as an argument": ["fn f(a: Vec<::solana_program::A>) {}", 1],
  "an absolute path as a result": ["fn f() -> ::solana_program::A { g() }", 1],
  "an absolute path behind a keyword": ["fn f() { return ::solana_program::a(); }", 1],
  "a relative path": ["fn f() { solana_client::go(); }", 1],
  "a relative path with spaces": ["fn f() { solana_client :: go(); }", 1],
  "a relative path over lines": ["fn f() {\n  solana_client\n    ::go();\n}", 2],
  "a path with the name written raw": ["fn f() { r#solana_client::go(); }", 1],
  "an import behind an attribute of the crate": ["#![no_std]\nuse anchor_lang::prelude::*;", 2],
  "an import behind a character that is a quote": ["const Q: char = '\"';\nuse anchor_lang::prelude::*;", 2],
  "an import behind escaped characters": [
    "const A: char = '\\x41'; const B: char = '\\u{1F600}';\nuse spl_token::a;",
    2,
  ],
  "an import behind lifetimes": ["struct S<'a> { x: &'a str }\nuse anchor_lang::prelude::*;", 2],
  "an import behind a nested comment": ["/* a /* b */ c */ use spl_token::a;", 1],
  "an import behind a raw string": ['const A: &str = r#"""#; use spl_token::a;', 1],
  "an absolute import beside a module of that name": [
    "mod anchor_lang {}\nuse ::anchor_lang::prelude::*;",
    2,
  ],
  "an absolute path beside a module of that name": ["mod anchor_lang {}\nfn f() { ::anchor_lang::g(); }", 2],
  "a linked crate beside a module of that name": ["mod anchor_lang {}\nextern crate anchor_lang;", 2],
  "another crate beside a module of the first one's name": [
    "mod anchor_lang {}\nfn f() { spl_token::g(); }",
    2,
  ],
};

for (const [name, [source, line]] of Object.entries(uses)) {
  Deno.test(`solana: ${name} is a use`, () => assertEquals(solanaInRust(source)?.line, line));
}

const others: Readonly<Record<string, string>> = {
  "a name in a line comment": "// use anchor_lang::prelude::*;\nfn main() {}",
  "a name in a doc comment": "/// anchor_lang::x\n//! anchor_lang::x\nfn main() {}",
  "a name in a block comment": "/* use solana_program::a; */ fn main() {}",
  "a name in a nested block comment": "/* a /* b */ use anchor_lang::a; */\nfn main() {}",
  "a name in a comment without an end": "fn main() {} /* use anchor_lang::a;",
  "a name in a string": 'fn main() { let s = "use solana_program::a;"; }',
  "a name in a string behind an escaped quote": 'fn main() { let s = "\\" use solana_program::a; "; }',
  "a name in a raw string": 'const S: &str = r#"x " use anchor_lang::a;"#;',
  "a name in a byte string": 'fn main() { let _ = b"use solana_program::a;"; }',
  "a name in a raw byte string": 'fn main() { let _ = br##"use "# solana_program::a;"##; }',
  "a name in a C string": 'fn main() { let _ = c"use solana_program::a;"; }',
  "a name in a string behind characters that are quotes":
    "fn main(){let a='\\'';let b='\"';\"anchor_lang::x\";}",
  "a name in the shebang line": "#!/usr/bin/anchor_lang::fake\nfn main() {}",
  "a name in the shebang line behind a byte order mark": "\ufeff#!/usr/bin/anchor_lang::fake\nfn main() {}",
  "a lifetime": "struct S<'anchor_lang>(&'anchor_lang str);",
  "a label": "fn f() { 'anchor_lang: loop { break 'anchor_lang; } }",
  "a variable": "fn f() { let solana_program = 1; g(solana_program); }",
  "a function": "fn solana_program() {}",
  "a field": "fn f(a: A) { a.solana_program.b(); }",
  "a method with a type": "fn f(a: A) { a.solana_sdk::<B>(); }",
  "a module of one's own": "mod anchor_lang { pub fn g() {} }\nfn f() { anchor_lang::g(); }",
  "a module of one's own in another file": "fn f() { anchor_lang::g(); }\nmod anchor_lang;",
  "a module with the name written raw": "mod r#anchor_lang {}\nfn f() { anchor_lang::g(); }",
  "a module in a path": "fn f() { local::anchor_lang::ping(); }",
  "a module in a path with spaces": "fn f() { local :: anchor_lang :: ping(); }",
  "a module below the crate's own root": "fn f() { crate::anchor_lang::ping(); self::anchor_lang::a(); }",
  "a module below a type": "fn f() { <A as B>::anchor_lang::ping(); }",
  "a module that is imported": "use local::anchor_lang;",
  "a module that is imported in braces": "use local::{anchor_lang, spl_token::a};",
  "a module that is imported in inner braces": "use {local::{b, anchor_lang::c}, std::fmt};",
  "a name that goes on": "use anchor_lang_fork::a; use my_anchor_lang::b; fn f() { anchor_lang2::g(); }",
  "a name with a byte in it that is no text": "use anchor_\ufffdlang::prelude::*;",
  "a name in capitals": "use Anchor_Lang::a;",
  "a name with dashes": "use anchor-lang::a;",
  "a comparison with declare_id": "fn f() { if declare_id != other { g(); } }",
  "declare_id without a call": "use local::declare_id;",
  "nothing": "",
};

for (const [name, source] of Object.entries(others)) {
  Deno.test(`solana: ${name} is no use`, () => assertEquals(solanaInRust(source), null));
}

Deno.test("solana: each of the seven crates is known, with underscores in code", () => {
  assertEquals(SOLANA_CRATES.size, 7);
  for (const crate of SOLANA_CRATES) {
    const name = crate.replaceAll("-", "_");
    assertEquals(solanaInRust(`use ${name}::a;`), { line: 1, why: `Imports the crate ${name}` });
  }
});
