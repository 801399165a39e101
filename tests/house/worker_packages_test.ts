import config from "../../deno.json" with { type: "json" };
import { assertEquals, assertTrue } from "../assert.ts";
import { carriesOut, problemsOf, WORKER_PACKAGES } from "./worker_packages.ts";

Deno.test("no package that a worker may import can load or carry out a text", async () => {
  assertEquals(await problemsOf(WORKER_PACKAGES, config.imports), []);
});

Deno.test("code that loads or carries out a text is seen, and what only looks like it is not", async () => {
  for (const code of ["await import(x)", "eval (x)", "new Function('a')", "require(name)", 'require("vm")']) {
    assertTrue(carriesOut(code) !== null, code);
  }
  for (const code of ["// import(x)", "/* eval(x) */", 'require("crypto")', "myFunction()", "medieval(x)"]) {
    assertEquals(carriesOut(code), null);
  }
  assertTrue((await problemsOf(["zod"], config.imports)).length > 0);
});

Deno.test("no package that is built from C is in the lock file, so that none is embedded", async () => {
  const lock = await Deno.readTextFile(new URL("../../deno.lock", import.meta.url));
  for (const name of ["cpu-features", "nan", "buildcheck"]) assertTrue(!lock.includes(`"${name}`), name);
});
