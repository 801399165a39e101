/** The program on a disk that becomes full: alone in a mount namespace of its own, with a small tmpfs. */
import { FlowProject } from "../../../cli/parts/flow_project.ts";
import { gatehouseArgs } from "../../../tasks/parts/config.ts";
import { has, run } from "../../../tasks/parts/child.ts";
import { ROOMY } from "./ended.ts";
import { call, ScriptedModel, text, verdict } from "../../parts/scripted_model.ts";

/** Which of the two file systems is small, and how small. */
export const SMALL = { workspace: "200k", state: "24k" } as const;

/** What a run on it came to. */
export interface FullRun {
  readonly code: number;
  readonly stderr: string;
  readonly report: Readonly<Record<string, unknown>>;
  /** Whether a write was refused because the disk was full. */
  readonly wasFull: boolean;
  /** Sizes by name in the workspace after the run, and which of the files are not of one letter. */
  readonly files: Readonly<Record<string, number>>;
  readonly mixed: readonly string[];
  /** The same after `flow undo`. */
  readonly undone: Readonly<Record<string, number>>;
}

/** Whether a mount namespace can be had here: for root, and for others where the system lets users have one. */
export async function canMount(): Promise<boolean> {
  if (Deno.build.os !== "linux" || !await has("unshare")) return false;
  return (await run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])).code === 0;
}

/** Of the file that is there before the run, and of each write. */
export const OLD = 30_000;
export const NEW = 60_000;

/** Mounts, fills, runs, looks, takes back, looks again: `$1` the small place, `$2` its size, `$3` the workspace. */
const SCRIPT = `
set -e
mount -t tmpfs -o "size=$2,mode=700" tmpfs "$1"
small=$1 root=$3 out=$4
shift 4
head -c ${OLD} /dev/zero | tr '\\0' o >"$root/a.txt"
set +e
look() {
  for file in $(find "$root" -type f | sort); do
    kinds=$(fold -w 1 "$file" | sort -u | wc -l)
    echo "$(wc -c <"$file") $kinds $(basename "$file")"
  done
}
"$@" run $FLAGS 'Write it' >"$out/report" 2>"$out/stderr"
echo $? >"$out/code"
look >"$out/files"
"$@" undo $FLAGS >"$out/undo" 2>&1
look >"$out/undone"
`;

/** A run that writes more than fits. */
export async function fullRun(small: keyof typeof SMALL): Promise<FullRun> {
  await using project = await FlowProject.open();
  const write = (path: string, letter: string) => call("file_write", { path, content: letter.repeat(NEW) });
  await using model = new ScriptedModel([
    text("the plan"),
    ...[write("a.txt", "a"), write("b.txt", "b"), write("c.txt", "c"), write("a.txt", "d")],
    text("done"),
    verdict(true),
  ]);
  const operator = await project.operator({
    model,
    checks: { test: { cmd: ["true"], kind: "test" } },
    tables: ROOMY,
  });
  const state = project.environment["XDG_STATE_HOME"] ?? "";
  const place = small === "workspace" ? project.root : state;
  const program = [Deno.execPath(), ...gatehouseArgs("flow")];
  const { code, stderr } = await run(
    [
      "unshare",
      "-rm",
      "sh",
      "-c",
      SCRIPT,
      "sh",
      place,
      SMALL[small],
      project.root,
      project.outside,
      ...program,
    ],
    { env: { ...project.environment, FLAGS: `--trusted -c ${operator}` }, cwd: project.outside },
  );
  if (code !== 0) throw new Error(`The namespace ended with ${code}: ${stderr}`);
  const told = async (name: string) => await Deno.readTextFile(`${project.outside}/${name}`);
  const [files, undone] = [linesIn(await told("files")), linesIn(await told("undone"))];
  const report = JSON.parse(await told("report"));
  return {
    code: Number(await told("code")),
    stderr: await told("stderr"),
    report,
    wasFull: JSON.stringify(report.events).includes("ENOSPC"),
    files: sizesIn(files),
    mixed: [...files, ...undone].filter(({ kinds }) => kinds !== 1).map(({ name }) => name),
    undone: sizesIn(undone),
  };
}

interface Line {
  readonly size: number;
  readonly kinds: number;
  readonly name: string;
}

function linesIn(text: string): readonly Line[] {
  return text.trim().split("\n").filter((line) => line !== "").map((line) => {
    const [size, kinds, name = ""] = line.trim().split(/\s+/);
    return { size: Number(size), kinds: Number(kinds), name };
  });
}

function sizesIn(lines: readonly Line[]): Readonly<Record<string, number>> {
  return Object.fromEntries(lines.map(({ name, size }) => [name, size]));
}
