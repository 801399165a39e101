/** A machine without python3: the reads that a shell can do give what the others give, and no value is carried out. */
import fc from "fast-check";
import { join } from "node:path";
import { orderOf } from "gatehouse/hosts/remote/operations.ts";
import { sourceOf } from "gatehouse/hosts/remote/source.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { has, mustRun } from "../../tasks/parts/child.ts";
import { type Answer, byShell, Machine, type MachineOptions } from "../parts/machine.ts";
import { addSystemctl, StandIns } from "../parts/stand_ins.ts";

const busybox = await has("busybox");

/** The machine's own programs, and busybox's where that is here. */
const SHELLS: readonly string[] = busybox ? ["usual", "busybox"] : ["usual"];

async function withShell(
  shell: string,
  test: (options: MachineOptions, top: string) => Promise<void>,
): Promise<void> {
  const top = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-shell-" }));
  try {
    const bin = join(top, "bin");
    await Deno.mkdir(bin);
    if (shell === "busybox") await mustRun(["busybox", "--install", "-s", bin]);
    await Deno.mkdir(join(top, "place"));
    await test(shell === "busybox" ? { path: bin } : {}, join(top, "place"));
  } finally {
    await Deno.remove(top, { recursive: true });
  }
}

/** Without what changes from one moment to the next. */
function steady(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "observedAt"));
}

for (const shell of SHELLS) {
  Deno.test(`by a shell (${shell}) files are read as by python3`, async () => {
    await withShell(shell, async (options, top) => {
      await using machine = await Machine.start();
      await Deno.writeTextFile(join(top, 'it\'s "$(id)" `x`\n'), "aé€😀\n".repeat(99) + "last");
      await Deno.writeFile(join(top, "-binary"), Uint8Array.from({ length: 1_000 }, (_, at) => at % 256));
      await Deno.writeFile(join(top, ".latin"), Uint8Array.of(97, 0xe9, 10));
      await Deno.symlink("-binary", join(top, "link"));
      await Deno.writeFile(join(top, "controls"), new Uint8Array(99).fill(27));
      await Deno.mkdir(join(top, "folder"));
      const inputs: [string, Record<string, unknown>][] = [
        ["list_directory", { path: top }],
        ["read_file", { path: join(top, "-binary") }],
        ["read_file", { path: join(top, "link"), encoding: "base64", offset_bytes: 990 }],
        ["read_file", { path: join(top, ".latin") }],
        ["read_file", { path: "/etc/hostname" }],
        ["read_file", { path: join(top, "controls") }],
        ["tail_file", { path: join(top, ".latin") }],
      ];
      for (const at of [0, 1, 3, 6, 10]) {
        inputs.push(["read_file", {
          path: join(top, 'it\'s "$(id)" `x`\n').replace("\n", ""),
          offset_bytes: at,
        }]);
      }
      const name = join(top, 'it\'s "$(id)" `x`');
      await Deno.rename(`${name}\n`, name);
      inputs.push(["tail_file", { path: name, lines: 2 }], ["read_file", { path: name, max_bytes: 12 }]);
      for (const [operation, input] of inputs) {
        assertEquals(
          steady(await byShell(operation, input, options)),
          steady(await machine.do(operation, input)),
          `${operation} ${JSON.stringify(input)}`,
        );
      }
    });
  });

  Deno.test(`by a shell (${shell}) what must not be read is not, and failures have their codes`, async () => {
    await withShell(shell, async (options, top) => {
      await Deno.symlink("/etc/shadow", join(top, "link"));
      await mustRun(["mkfifo", join(top, "pipe")]);
      await Deno.writeTextFile(join(top, "file"), "");
      const cases: [string, string, string, string][] = [
        ["read_file", "/etc/shadow", "VALIDATION_FAILED", "PATH_DENIED"],
        ["read_file", "/etc//shadow", "VALIDATION_FAILED", "PATH_DENIED"],
        ["read_file", "/proc/self/root/etc/shadow", "VALIDATION_FAILED", "PATH_DENIED"],
        ["tail_file", join(top, "link"), "VALIDATION_FAILED", "PATH_DENIED"],
        ["read_file", "/proc/1/environ", "VALIDATION_FAILED", "PATH_DENIED"],
        ["read_file", "/proc/kmsg", "VALIDATION_FAILED", "PATH_DENIED"],
        ["list_directory", "/root/.ssh", "VALIDATION_FAILED", "PATH_DENIED"],
        ["read_file", join(top, "none"), "NOT_FOUND", ""],
        ["read_file", top, "VALIDATION_FAILED", "IS_A_DIRECTORY"],
        ["read_file", join(top, "pipe"), "VALIDATION_FAILED", "NOT_REGULAR_FILE"],
        ["list_directory", join(top, "file"), "VALIDATION_FAILED", "NOT_A_DIRECTORY"],
        ["read_file", "relative", "VALIDATION_FAILED", ""],
        ["read_file", "", "VALIDATION_FAILED", ""],
      ];
      for (const [operation, path, code, detail] of cases) {
        const error = await assertFails(() => byShell(operation, { path }, options), code);
        assertIncludes(error.message, detail);
      }
    });
  });

  Deno.test(`by a shell (${shell}) a search finds what python3 finds, and shows nothing of what must not be read`, async () => {
    await withShell(shell, async (options, top) => {
      await using machine = await Machine.start();
      await Deno.mkdir(join(top, "it's a folder"));
      await Deno.writeTextFile(join(top, "it's a folder/-file"), "one\nnee.dle: \x1b[2J\nneeXdle\n");
      await Deno.writeFile(join(top, "binary"), new TextEncoder().encode("nee.dle\0"));
      await Deno.symlink("/etc", join(top, "link"));
      await mustRun(["mkfifo", join(top, "pipe")]);
      for (const path of [top, join(top, "it's a folder/-file")]) {
        const told = await byShell("search_in_files", { path, pattern: "nee.dle" }, options);
        const same = await machine.do("search_in_files", { path, pattern: "nee.dle" });
        assertEquals([told["matches"], told["output"]], [same["matches"], same["output"]]);
      }
      const found = await byShell("search_in_files", { path: "/etc", pattern: "root" }, options);
      assertTrue(found["matches"].length > 0);
      const paths: string[] = found["matches"].map(({ path }: { path: string }) => path);
      assertEquals(paths.filter((path) => /^\/etc\/g?shadow/.test(path)), []);
      for (const pattern of ["-v", "--help", "-f/etc/shadow"]) {
        assertEquals((await byShell("search_in_files", { path: top, pattern }, options))["matches"], []);
      }
    });
  });

  Deno.test(`by a shell (${shell}) the machine's state is told as by python3`, async () => {
    await withShell(shell, async (options) => {
      await using machine = await Machine.start();
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      using six = Deno.listen({ hostname: "::1", port: 0 });
      for (const { addr } of [listener, six]) {
        const { port } = addr as Deno.NetAddr;
        const told = await byShell("check_port", { port }, options);
        const same = await machine.do("check_port", { port });
        assertEquals([told["listening"], told["address"], told["pid"]], [true, same["address"], null]);
      }
      const memory = await byShell("get_memory_info", {}, options);
      assertEquals(memory["memory"].total_bytes, (await machine.do("get_memory_info"))["memory"].total_bytes);
      const processes = await byShell("list_processes", {}, options);
      assertEquals([processes["state"], processes["processes"].length > 0], ["complete", true]);
      const own = (await byShell("get_process_tree", {}, options))["processes"];
      assertEquals(own[0].pid, (await machine.do("get_process_tree"))["processes"][0].pid);
      const disk = await byShell("analyze_disk", { path: "/etc" }, options);
      const other = await machine.do("analyze_disk", { path: "/etc" });
      assertEquals(disk["filesystem"].total_bytes, other["filesystem"].total_bytes);
      assertEquals(disk["entries"][0].path, other["entries"][0].path);
      const network = await byShell("get_network_info", {}, options);
      const names = (answer: Answer) =>
        answer["interfaces"].map((one: { name: string }) => one.name).toSorted();
      assertEquals(names(network), names(await machine.do("get_network_info")));
      const facts = await byShell("probe", {}, options);
      assertEquals({ ...facts, python: null }, { ...await machine.do("probe"), python: null });
      assertEquals(facts["python"], null);
    });
  });

  Deno.test(`by a shell (${shell}) programs are told apart in how they end`, async () => {
    await withShell(shell, async (options) => {
      await using standIns = await StandIns.make();
      const at = { ...options, path: [standIns.bin, options.path ?? "/usr/bin:/bin"].join(":") };
      await addSystemctl(standIns, { active: "failed", status: 3 });
      const told = await byShell("get_service_status", { name: "-a" }, at);
      assertEquals([told["active_state"], told["exit_code"], told["main_pid"]], ["failed", 3, 42]);
      await standIns.add("docker", `echo '{"ID":"a","Names":"n"}'; echo half`);
      assertEquals((await byShell("list_docker_containers", {}, at))["parseState"], "partial");
      await standIns.add("docker", "echo 'Error: No such container: x' >&2; exit 1");
      await assertFails(() => byShell("get_docker_logs", { container: "x", lines: 5 }, at), "NOT_FOUND");
      await standIns.add("docker", "echo out; echo err >&2; exec yes");
      const logs = await byShell("get_docker_logs", { container: "x", lines: 5 }, at);
      assertEquals([logs["truncated"], logs["stderr"]], [true, "err\n"]);
      await standIns.add("journalctl", `printf '{"MESSAGE":"b","PRIORITY":"3"}\\n{"MESSAGE":[97,255]}\\n'`);
      const journal = await byShell("get_journal_logs", { unit: "-x" }, at);
      assertEquals(journal["entries"].map((entry: { message: string }) => entry.message), ["a\ufffd", "b"]);
      const found = await byShell("search_journal_logs", { term: "B", lines: 9 }, at);
      assertEquals(found["entries"].map((entry: { message: string }) => entry.message), ["b"]);
      assertTrue((await standIns.calls("journalctl"))[0]?.includes("--unit=-x") === true);
    });
  });
}

Deno.test("no value is part of the shell's text, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 3, maxLength: 60 }), (value) => {
      const { shell } = sourceOf(orderOf("read_file", { path: value }));
      const { shell: plain } = sourceOf(orderOf("read_file", { path: "" }));
      assertTrue(shell !== null && plain !== null);
      assertEquals(shell.replace(/(\\[0-7]{3})+x'/, "x'"), plain);
    }),
    { numRuns: 500 },
  );
});

Deno.test("values with shell signs are read as names, and start nothing", async () => {
  await withShell("usual", async (options, top) => {
    const mark = join(top, "mark");
    const values = [
      `$(touch ${mark})`,
      `\`touch ${mark}\``,
      `';touch ${mark};'`,
      `"\ntouch ${mark}\n"`,
      "%s%n",
      "-rf",
    ];
    for (const value of values) {
      const name = join(top, value.replaceAll("/", "_"));
      await Deno.writeTextFile(name, "own");
      assertEquals((await byShell("read_file", { path: name }, options))["output"], "own");
      await assertFails(() => byShell("read_file", { path: `/${value}` }, options), "NOT_FOUND");
      await byShell("list_directory", { path: top }, options);
    }
    assertEquals(await Deno.stat(mark).catch(() => null), null);
  });
});

Deno.test("what changes something needs python3", () => {
  for (const operation of ["write_file", "terminate_process", "change_service_state", "update_system"]) {
    assertEquals(sourceOf(orderOf(operation, {})).shell, null);
  }
});
