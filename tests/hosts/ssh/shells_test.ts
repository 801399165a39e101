/** What a login may be: other shells, noisy ones, and machines without python3. */
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { has } from "../../tasks/parts/child.ts";
import { TestHost } from "../parts/host.ts";
import { Sshd } from "../parts/sshd.ts";

const python = { echo: 'def reply(order):\n    return {"ok": True, "data": order["input"]}\n' };
const input = { text: "a'b\"c $HOME `id` \\ ! %\n😀" };

/** A stand-in for a login shell that runs the command as that shell would. */
function shellOf(path: string, before = ""): string {
  return `#!/bin/sh\n${before}\nexec ${path} -c "$SSH_ORIGINAL_COMMAND"\n`;
}

for (const shell of ["/bin/dash", "/bin/bash", "/bin/busybox sh", "/usr/bin/fish", "/bin/tcsh", "/bin/zsh"]) {
  const [path = ""] = shell.split(" ");
  // The group's needs install them; each speaks a language of its own.
  if (!await has(path)) continue;
  Deno.test(`an order is carried out by a login with ${shell}`, async () => {
    await using sshd = await Sshd.start({ shell: shellOf(shell) });
    await using host = await TestHost.of(sshd, { python });
    assertEquals(await host.operate("echo", { input }), input);
    assertEquals(await host.operate("echo", { input, changes: true }), input);
  });
  Deno.test(`a machine without python3 is told from others by a login with ${shell}`, async () => {
    await using sshd = await Sshd.start({ shell: shellOf(shell, "PATH=/nowhere"), path: "/nowhere" });
    await using host = await TestHost.of(sshd, { python });
    const { message } = await assertFails(() => host.operate("echo", { changes: true }), "UNAVAILABLE");
    assertIncludes(message, "PYTHON_REQUIRED");
  });
}

Deno.test("banners of a login, short and long, on both outputs, do not reach an answer", async () => {
  for (
    const banner of [
      "echo welcome",
      "printf 'no newline'",
      "head -c 100000 /dev/zero | tr '\\0' x; echo; echo err >&2",
      'printf \'{"ok":true,"data":{}}\\n\'',
    ]
  ) {
    await using sshd = await Sshd.start({ shell: shellOf("/bin/dash", banner) });
    await using host = await TestHost.of(sshd, { python });
    assertEquals(await host.operate("echo", { input }), input, banner);
  }
  await using sshd = await Sshd.start({ bashrc: "echo from bashrc; printf '\\033[31m'\n" });
  await using host = await TestHost.of(sshd, { python });
  assertEquals(await host.operate("echo", { input }), input);
});

Deno.test("a login that prints without end, or only prints and ends, is a typed failure", async () => {
  await using endless = await Sshd.start({ shell: "#!/bin/sh\nexec yes\n" });
  const one = await TestHost.of(endless, { python });
  await assertFails(() => one.operate("echo", { input, timeoutMs: 5_000 }), "TRANSIENT_UPSTREAM");
  await one[Symbol.asyncDispose]();
  await endless.idle();
  await using refusing = await Sshd.start({
    shell: "#!/bin/sh\necho 'This account is not available'\nexit 1\n",
  });
  await using other = await TestHost.of(refusing, { python });
  const { message } = await assertFails(() => other.operate("echo", { input }), "UPSTREAM_PROTOCOL");
  assertIncludes(message, "ended with 1");
});

/** A PATH with what a small system has, but no python3. */
async function withoutPython(sshd: { directory: string }): Promise<string> {
  const bin = `${sshd.directory}/bin`;
  await Deno.mkdir(bin);
  for (const name of ["sh", "cat", "sleep", "kill", "printf"]) {
    await Deno.symlink(`/bin/${name}`, `${bin}/${name}`).catch(() => {});
  }
  return bin;
}

const shell = {
  echo: `printf '{"ok":true,"data":{"by":"sh"}}'`,
  sleep: "sleep 100",
  fails: "exit 4",
  lossy: `printf '{"ok":true,"data":{"text":"a\\377b"}}'`,
  nul: `printf '{"ok":true,"data":{"text":"a\\000b"}}'`,
  lost: "exit 255",
  reads: `x=$(cat); printf '{"ok":true,"data":{"read":"%s"}}' "$x"`,
};

async function small(): Promise<{ readonly sshd: Sshd; readonly host: TestHost } & AsyncDisposable> {
  const place = { directory: await Deno.makeTempDir({ prefix: "gatehouse-small-" }) };
  const sshd = await Sshd.start({ path: await withoutPython(place) });
  const host = await TestHost.of(sshd, { python, shell });
  return {
    sshd,
    host,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
      await Deno.remove(place.directory, { recursive: true });
    },
  };
}

Deno.test("without python3 the reads that a shell can do work, and the rest needs python3", async () => {
  await using at = await small();
  assertEquals(await at.host.operate("echo"), { by: "sh" });
  assertEquals(await at.host.operate("reads"), { read: "" });
  for (const changes of [false, true]) {
    const { message } = await assertFails(() => at.host.operate("other", { changes }), "UNAVAILABLE");
    assertIncludes(message, "PYTHON_REQUIRED");
  }
  for (const operation of ["fails", "lost", "nul"]) {
    await assertFails(() => at.host.operate(operation), "UPSTREAM_PROTOCOL");
  }
  assertEquals(await at.host.operate("lossy"), { text: "a\ufffdb" });
  await at.sshd.idle();
});

Deno.test("without python3 a call's end, and the connection's, end the work on the machine too", async () => {
  await using at = await small();
  await at.host.connect();
  const controller = new AbortController();
  const cancelled = at.host.operate("sleep", { signal: controller.signal });
  while ((await at.sshd.running()).length < 3) { /* each look takes its time */ }
  controller.abort();
  await assertFails(() => cancelled, "CANCELLED");
  await at.sshd.idle();
  const cut = at.host.operate("sleep");
  while ((await at.sshd.running()).length < 3) { /* each look takes its time */ }
  (await at.host.connect()).destroy();
  await assertFails(() => cut, "TRANSIENT_UPSTREAM");
  await at.sshd.idle();
});
