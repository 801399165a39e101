import { readToken } from "gatehouse/config/read.ts";
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { Program } from "./parts/program.ts";
import { run } from "./parts/run.ts";

Deno.test("token new makes a file that only its owner may read, with a token that HTTP takes, and does not print it", async () => {
  const cwd = await Deno.realPath(await Deno.makeTempDir());
  const { code, out, err } = await run(["token", "new", "http.token"], { cwd });
  assertEquals([code, err], [0, ""]);
  assertEquals(((await Deno.stat(`${cwd}/http.token`)).mode ?? 0) & 0o777, 0o600);
  const token = await readToken(`${cwd}/http.token`, { origin: "--token-file" });
  assertMatch(token, /^[\w-]{43}$/);
  assertIncludes(out, `--token-file ${cwd}/http.token`);
  assertEquals(out.includes(token), false);
});

Deno.test("the program itself has given up what it does not need by then, and still can make it", async () => {
  const directory = await Deno.realPath(await Deno.makeTempDir());
  await using program = new Program(["token", "new", `${directory}/http.token`], {});
  await program.send("");
  const { code, err } = await program.ended();
  assertEquals([code, err], [0, ""]);
  assertEquals((await Deno.readTextFile(`${directory}/http.token`)).trim().length, 43);
});

Deno.test("two tokens are not the same, and JSON names the file", async () => {
  const cwd = await Deno.realPath(await Deno.makeTempDir());
  const { out } = await run(["token", "new", "a", "--json"], { cwd });
  assertEquals(JSON.parse(out), { file: `${cwd}/a` });
  await run(["token", "new", "b"], { cwd });
  const [a, b] = await Promise.all(["a", "b"].map((name) => Deno.readTextFile(`${cwd}/${name}`)));
  assertEquals(a === b, false);
});

Deno.test("a file that is there is left as it is, and so is a link that leads nowhere", async () => {
  const cwd = await Deno.realPath(await Deno.makeTempDir());
  await Deno.writeTextFile(`${cwd}/taken`, "mine");
  await Deno.symlink(`${cwd}/elsewhere`, `${cwd}/link`);
  for (const name of ["taken", "link"]) {
    const { code, out, err } = await run(["token", "new", name], { cwd });
    assertEquals([code, out], [1, ""], err);
    assertMatch(err, /^gatehouse: .+\n$/);
  }
  assertEquals(await Deno.readTextFile(`${cwd}/taken`), "mine");
  assertEquals((await Array.fromAsync(Deno.readDir(cwd), ({ name }) => name)).sort(), ["link", "taken"]);
});

Deno.test("a directory that others may write to is refused", async () => {
  const cwd = await Deno.realPath(await Deno.makeTempDir());
  await Deno.chmod(cwd, 0o777);
  const { code, err } = await run(["token", "new", "t"], { cwd });
  assertEquals(code, 1);
  assertMatch(err, /^gatehouse: .+\n$/);
});

Deno.test("token without its command, or without a file, is a usage error", async () => {
  for (const args of [["token"], ["token", "new"], ["token", "new", ""], ["token", "new", "a", "b"]]) {
    assertEquals((await run(args)).code, 2, args.join(" "));
  }
});
