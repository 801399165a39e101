import { scripts } from "gatehouse/cli/completion_scripts.ts";
import { assertEquals, assertIncludes } from "../assert.ts";
import { gatehouseArgs } from "../tasks/parts/config.ts";

/** A directory with the program as `gatehouse`, a configuration, and a file. */
async function place(): Promise<{ cwd: string; env: Record<string, string> }> {
  const cwd = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-shells-" }));
  await Deno.mkdir(`${cwd}/bin`);
  const command = [Deno.execPath(), ...gatehouseArgs()].map((word) => `'${word}'`).join(" ");
  await Deno.writeTextFile(`${cwd}/bin/gatehouse`, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  await Deno.mkdir(`${cwd}/.config/gatehouse`, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(
    `${cwd}/.config/gatehouse/gatehouse.toml`,
    'hosts.web = { type = "ssh", host = "web.example.com" }\nhosts.wiki = { type = "ssh", host = "w.example.com" }\n',
    { mode: 0o600 },
  );
  await Deno.writeTextFile(`${cwd}/notes.txt`, "");
  const { PATH = "", DENO_DIR, XDG_CACHE_HOME, HOME = "" } = Deno.env.toObject();
  return {
    cwd,
    env: {
      PATH: `${cwd}/bin:${PATH}`,
      HOME: cwd,
      TERM: "dumb",
      DENO_DIR: DENO_DIR ?? `${XDG_CACHE_HOME ?? `${HOME}/.cache`}/deno`,
    },
  };
}

async function shell(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env,
    clearEnv: true,
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  assertEquals(success, true, text.decode(stderr));
  assertEquals(text.decode(stderr), "");
  return text.decode(stdout);
}

Deno.test("bash completes commands, values and names with the script", async () => {
  const world = await place();
  await Deno.writeTextFile(`${world.cwd}/script`, scripts.bash);
  const proposals = async (line: readonly string[]) => {
    const words = ["gatehouse", ...line].map((word) => `'${word}'`).join(" ");
    const script =
      `source ./script; COMP_WORDS=(${words}); COMP_CWORD=${line.length}; _gatehouse gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await shell("bash", ["--norc", "-c", script], world)).trim().split("\n");
  };
  assertEquals(await proposals(["gate", "che"]), ["check"]);
  assertEquals(await proposals(["hosts", "trust", "w"]), ["web", "wiki"]);
  assertEquals(await proposals(["serve", "--transport", "=", "s"]), ["stdio"]);
  assertEquals(await proposals(["token", "new", ""]), [""]);
  assertIncludes(
    await shell("bash", ["--norc", "-c", "source ./script; complete -p gatehouse"], world),
    "-o default -F _gatehouse gatehouse",
  );
});

Deno.test("fish completes commands, values, names and files with the script", async () => {
  const world = await place();
  await Deno.writeTextFile(`${world.cwd}/script`, scripts.fish);
  const proposals = async (line: string) => {
    const out = await shell("fish", ["--no-config", "-c", `source ./script; complete -C '${line}'`], world);
    return out.trim().split("\n").map((row) => row.split("\t")[0]);
  };
  assertEquals(await proposals("gatehouse gate che"), ["check"]);
  assertEquals(await proposals("gatehouse hosts trust w"), ["web", "wiki"]);
  assertEquals(await proposals("gatehouse serve --transport=s"), ["--transport=stdio"]);
  assertEquals(await proposals("gatehouse token new not"), ["notes.txt"]);
  assertIncludes((await proposals("gatehouse ")).join(" "), "gate");
});

/** Types the line and a tab into a zsh of its own terminal, and tells the line as it is then. */
const TYPED = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source ./script; tell() { print -r -- "$BUFFER" > ./line; exit }; zle -N tell; bindkey "^G" tell; print -r REA""DY'
while zpty -r shell row; do [[ $row == *READY* ]] && break; done
zpty -w -n shell "$1"$'\\t\\x07'
while zpty -r shell row; do :; done
zpty -d shell
cat ./line
`;

Deno.test("zsh completes commands, values, names and files with the script", async () => {
  const world = await place();
  await Deno.writeTextFile(`${world.cwd}/script`, scripts.zsh);
  const typed = async (line: string) => (await shell("zsh", ["-f", "-c", TYPED, "zsh", line], world)).trim();
  assertEquals(await typed("gatehouse gate che"), "gatehouse gate check");
  assertEquals(await typed("gatehouse hosts trust we"), "gatehouse hosts trust web");
  assertEquals(await typed("gatehouse serve --transport=s"), "gatehouse serve --transport=stdio");
  assertEquals(await typed("gatehouse token new not"), "gatehouse token new notes.txt");
});

Deno.test("each script is taken by its own shell as it is printed", async () => {
  const world = await place();
  for (
    const [name, check] of [["bash", ["--norc", "-n"]], ["zsh", ["-f", "-n"]], ["fish", [
      "--no-config",
      "-n",
    ]]] as const
  ) {
    await Deno.writeTextFile(
      `${world.cwd}/script`,
      await shell(`${world.cwd}/bin/gatehouse`, ["completions", name], world),
    );
    assertEquals(await shell(name, [...check, "./script"], world), "");
    assertEquals(await Deno.readTextFile(`${world.cwd}/script`), scripts[name]);
  }
});
