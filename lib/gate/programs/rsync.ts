/** `rsync`: what it reads, where it writes, and what it takes away there. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { asksHelp } from "./administers.ts";
import { copies } from "./hosts.ts";

function rsync(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call)) return [];
  const list = copies(parsed.operands, call);
  if (parsed.has("-n", "--dry-run", "--list-only") || parsed.operands.length === 1) {
    return list.filter((effect) => effect.kind !== "write");
  }
  const last = parsed.operands.slice(-1).filter((word) =>
    !list.some((effect) => effect.kind === "network" && word.prefix.includes(":"))
  );
  const removes = [
    ...(parsed.options.some((option) => /^--del/.test(option.name))
      ? [
        ...call.touch("delete", last, { recursive: true, below: true }),
        // The receiving end may be another machine.
        ...(last.length > 0
          ? []
          : list.filter((effect) => effect.kind === "network").map((effect): Effect => ({
            ...effect,
            kind: "delete",
            recursive: true,
            word: parsed.operands.at(-1) ?? call.program,
          }))),
      ]
      : []),
    ...(parsed.has("--remove-source-files")
      ? call.touch("delete", parsed.operands.slice(0, -1), { recursive: true })
      : []),
  ];
  return [...list, ...removes];
}

/** Copies trees, here or to another machine. */
export const rsyncs: readonly Program[] = [
  defineProgram({
    names: "rsync",
    options: {
      values:
        "--exclude --include -f --filter --bwlimit --max-size --min-size --timeout --contimeout --port --chmod --chown " +
        "--compress-level -B --block-size --info --debug -M --remote-option --address --log-file-format --out-format --suffix --modify-window",
      reads: "--exclude-from --include-from --files-from --password-file --compare-dest --link-dest",
      writes: "--log-file --backup-dir --partial-dir -T --temp-dir --write-batch --only-write-batch",
      executes: "-e --rsh --rsync-path --early-input",
      risky: "--daemon",
      flags:
        "--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args " +
        "--remove-source-files --inplace --append --append-verify --update",
    },
    effects: rsync,
    examples: {
      "rsync -a src/ box:/srv": "read:/home/user/project/src network",
      "rsync -n a b": "read:/home/user/project/a",
    },
  }),
];
