/** Strings made to be taken for something else: no process starts by them, and no file outside is touched. */
import fc from "fast-check";
import { join } from "node:path";
import { assertEquals, assertTrue } from "../../assert.ts";
import { Machine } from "../parts/machine.ts";
import { Sshd } from "../parts/sshd.ts";
import { Operating } from "../parts/operating.ts";
import { addSystemctl, StandIns } from "../parts/stand_ins.ts";

const CASES = 1_000;

/** Where a string stands in a call. */
const PLACES:
  readonly (readonly [operation: string, argument: string, rest: Readonly<Record<string, unknown>>])[] = [
    ["read_file", "path", {}],
    ["tail_file", "path", {}],
    ["list_directory", "path", {}],
    ["analyze_disk", "path", {}],
    ["search_in_files", "path", { pattern: "x" }],
    ["search_in_files", "pattern", { path: "/etc/hostname" }],
    ["write_file", "path", { content: "x" }],
    ["read_file", "encoding", { path: "/etc/hostname" }],
    ["get_service_status", "name", {}],
    ["change_service_state", "name", { action: "restart" }],
    ["change_service_state", "action", { name: "app" }],
    ["terminate_process", "target", {}],
    ["get_docker_logs", "container", {}],
    ["get_journal_logs", "unit", {}],
    ["search_journal_logs", "term", {}],
  ];

/** What a stand-in may be called with beside the words of our own. */
const OWN = /^(--?[a-z-]+(=[A-Za-z0-9_,.:=@-]*)?|json|show|status|restart|logs|[0-9]+|--|[A-Za-z0-9_@.,-]+)$/;

const metacharacters = fc.constantFrom(
  ...[
    ";",
    "&",
    "|",
    "$",
    "`",
    "(",
    ")",
    "<",
    ">",
    "\n",
    "\r",
    "\0",
    "'",
    '"',
    "\\",
    " ",
    "\t",
    "*",
    "?",
    "~",
    "-",
    "--",
  ],
  ...[
    "..",
    "/",
    "$(touch MARK)",
    "`touch MARK`",
    ";touch MARK;",
    "\ntouch MARK\n",
    "'$(touch MARK)'",
    "%s",
    "\x1b[2J",
  ],
  ...[
    "-rf",
    "--help",
    "-o/tmp/x",
    "--output=MARK",
    "\u202e",
    "\ud800",
    "é",
    "😀",
    "${IFS}",
    "a",
    "app",
    "/tmp/",
    "/etc/",
  ],
);

Deno.test(`${CASES} strings in every place of a call start nothing and touch nothing`, async () => {
  await using standIns = await StandIns.make();
  const top = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-fuzz-" }));
  const mark = join(top, "mark");
  await addSystemctl(standIns);
  for (const name of ["docker", "journalctl"]) await standIns.add(name, "exit 0");
  for (const name of ["sh", "bash", "touch", "env", "rm"]) await standIns.add(name, `: > '${mark}'`);
  await using sshd = await Sshd.start({ bin: [standIns.bin] });
  await using host = await Operating.of(sshd);
  const before = await outside();
  const values = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(metacharacters, { minLength: 1, maxLength: 6 }).map((all) => all.join("")),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.array(metacharacters, { maxLength: 4 }).map((all) => `${top}/${all.join("")}`),
    },
    { weight: 1, arbitrary: fc.constantFrom("x".repeat(2_000), "", "/", "-", "--", ".", "0", "-1") },
  ).map((text) => text.replaceAll("MARK", mark));
  let carriedOut = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PLACES), values, async ([operation, argument, rest], value) => {
        // The whole machine below / would take its time.
        if (value.startsWith("/") && !value.startsWith(top)) value = `${top}${value}`;
        const reply = await host.send(operation, { ...rest, [argument]: value }, 10_000);
        if (reply.ok) carriedOut++;
        else assertTrue(reply.error.code !== "INTERNAL_ERROR", `${operation}: ${JSON.stringify(reply)}`);
      }),
      { numRuns: CASES },
    );
    assertTrue(carriedOut > 0);
    for (const [name = "", ...words] of await standIns.calls()) {
      assertTrue(["systemctl", "docker", "journalctl"].includes(name), `${name} was started`);
      for (const word of words) assertTrue(OWN.test(word), `${name} was told ${JSON.stringify(word)}`);
    }
    assertEquals(await Deno.stat(mark).catch(() => null), null);
    assertEquals(await outside(), before);
    await host[Symbol.asyncDispose]();
    await sshd.idle();
  } finally {
    await Deno.remove(top, { recursive: true });
  }

  /** Names in the places where a stray file would land. */
  async function outside(): Promise<string[]> {
    const names: string[] = [];
    for (const place of ["/", "/etc", "/root", "/home", "/opt", "/srv"]) {
      for await (const { name } of Deno.readDir(place)) {
        // Accounts that other tests make.
        if (!/^(\.pwd|passwd|shadow|group|gshadow|subuid|subgid|gatehouse)/.test(name)) {
          names.push(join(place, name));
        }
      }
    }
    return names.sort();
  }
});

Deno.test("a link that is swapped in between leads no write out, 200 times", async () => {
  const top = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-race-" }));
  const [inside, outside, place] = ["inside", "outside", "place"].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [inside, outside]) await Deno.mkdir(path);
  await Deno.writeTextFile(join(outside, "file"), "kept");
  await Deno.writeTextFile(join(outside, "other"), "kept");
  await Deno.symlink(inside, place);
  // Swaps a directory and a link to another at the same name, and the same for a file, as fast as it can.
  const swap = `
import os, sys
top, place = sys.argv[1], sys.argv[2]
os.unlink(place); os.mkdir(place)
print("ready", flush=True)
while os.getppid() == int(sys.argv[3]):
    os.rename(place, top + "/away"); os.symlink(top + "/outside", place)
    os.unlink(place); os.rename(top + "/away", place)
    try: os.unlink(place + "/file")
    except OSError: pass
    try: os.symlink(top + "/outside/other", place + "/file")
    except OSError: pass
    try: os.unlink(place + "/file")
    except OSError: pass
`;
  const swapping = new Deno.Command("/usr/bin/python3", {
    args: ["-c", swap, top, place, String(Deno.pid)],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = swapping.stdout.getReader();
  await reader.read();
  const codes = new Map<string, number>();
  try {
    await using machine = await Machine.start();
    for (let round = 0; round < 200; round++) {
      const reply = await machine.send("write_file", { path: join(place, "file"), content: "changed" });
      const code = reply.ok ? "written" : reply.error.detail ?? reply.error.code;
      codes.set(code, (codes.get(code) ?? 0) + 1);
      const read = await machine.send("read_file", { path: join(place, "file") });
      if (read.ok) assertTrue(["kept", "changed"].includes(String(read.data["output"])));
    }
  } finally {
    swapping.kill("SIGKILL");
    await swapping.status;
    await reader.cancel();
  }
  for (const name of ["file", "other"]) assertEquals(await Deno.readTextFile(join(outside, name)), "kept");
  assertEquals((await Array.fromAsync(Deno.readDir(outside), ({ name }) => name)).toSorted(), [
    "file",
    "other",
  ]);
  // A race that nobody ran proves nothing.
  assertTrue((codes.get("SYMLINK_REJECTED") ?? 0) > 0, JSON.stringify([...codes]));
  await Deno.remove(top, { recursive: true });
});

Deno.test("a link to what must not be read that is swapped in between is not read, 200 times", async () => {
  const top = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-race-" }));
  const swap = `
import os, sys
path = sys.argv[1]
def put(make):
    make(path + ".new"); os.rename(path + ".new", path)
def plain(name):
    with open(name, "w") as file: file.write("harmless")
plain(path)
print("ready", flush=True)
while os.getppid() == int(sys.argv[2]):
    put(lambda name: os.symlink("/etc/shadow", name)); put(plain)
`;
  const path = join(top, "file");
  const swapping = new Deno.Command("/usr/bin/python3", {
    args: ["-c", swap, path, String(Deno.pid)],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = swapping.stdout.getReader();
  await reader.read();
  let refused = 0;
  try {
    await using machine = await Machine.start();
    for (let round = 0; round < 200; round++) {
      const reply = await machine.send("read_file", { path });
      if (reply.ok) assertEquals(reply.data["output"], "harmless");
      else refused++;
    }
  } finally {
    swapping.kill("SIGKILL");
    await swapping.status;
    await reader.cancel();
    await Deno.remove(top, { recursive: true });
  }
  assertTrue(refused > 0);
});
