import { deedsOf } from "gatehouse/gate/grammar/inline.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("literal calls that delete are found in every language", () => {
  assertEquals(deedsOf('import shutil; shutil.rmtree("/x")', "python").trees, ["/x"]);
  assertEquals(deedsOf("require('fs').rmSync('/x', { recursive: true })", "javascript").trees, ["/x"]);
  assertEquals(deedsOf("FileUtils.rm_rf '/x'", "ruby").trees, ["/x"]);
  assertEquals(deedsOf('unlink "/x"', "perl").deletes, ["/x"]);
  assertEquals(deedsOf("from pathlib import Path; Path('/x').unlink()", "python").deletes, ["/x"]);
});

Deno.test("shell commands are taken from one text and from a list of words", () => {
  assertEquals(deedsOf('import os; os.system("ls -l")', "python").shell, ["ls -l"]);
  assertEquals(deedsOf('import subprocess; subprocess.run(["ls", "a b"])', "python").shell, ["'ls' 'a b'"]);
  assertEquals(deedsOf("require('child_process').spawn('ls', ['-l'])", "javascript").shell, ["ls '-l'"]);
  assertEquals(deedsOf("print `ls`", "perl").shell, ["ls"]);
  assertEquals(deedsOf("import os; os.system(x)", "python").shell, [null]);
});

Deno.test("a regular expression's exec is no program", () => {
  assertEquals(deedsOf("/a/.exec('rm -rf /')", "javascript").shell, []);
});

Deno.test("files are told apart by whether they are read or written", () => {
  const { reads, writes } = deedsOf("open('a'); open('b', 'w'); open('c', mode='ab')", "python");
  assertEquals([reads, writes], [["a"], ["b", "c"]]);
});

Deno.test("a shell on a socket and a fork without end are seen", () => {
  assertTrue(deedsOf('import socket,pty; pty.spawn("/bin/sh")', "python").shellOverSocket);
  assertTrue(deedsOf("fork while 1", "perl").forks);
  assertTrue(!deedsOf("print('fork')", "python").forks);
});
