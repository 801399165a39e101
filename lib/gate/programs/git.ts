/** `git`: which subcommands only read, which change the repository, the working tree, or another repository. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { PERMANENT_KEYS } from "../grammar/git.ts";
import { helpOnly, MARK } from "../grammar/marks.ts";
import type { Grammar, Parsed } from "../options.ts";
import { type Behaviour, defineProgram, type Inner, type Program } from "../program.ts";

const FORMAT =
  "-n --max-count --skip --since --after --until --before --author --committer --grep --format --pretty --date -S -G -L --diff-filter --abbrev --encoding --decorate-refs --glob --exclude --min-parents --max-parents -U --unified --inter-hunk-context --word-diff-regex --stat-width --submodule -O --src-prefix --dst-prefix --anchored --sort --contains --points-at -C --exclude-standard";

const OPTIONAL =
  "--pretty --format-x --abbrev --word-diff --color --decorate --submodule --stat --dirstat --show-signature -M -C -B --find-renames --find-copies --contains --no-contains --merged --no-merged --points-at --column --untracked-files -u --ignored --branches --tags --remotes --ignore-submodules";

const read: Behaviour = {
  options: { values: FORMAT, optional: OPTIONAL, writes: "--output", risky: "--ext-diff" },
};

const changesRepository: Behaviour = {
  effects: (_, call) => helpOnly(call) ? [] : repository(call),
};

function repository(call: Call): Effect[] {
  return [{
    kind: "write",
    program: "repository",
    ...(call.cwd === null ? { unknown: true } : { path: call.cwd }),
  }];
}

function tree(call: Call): Effect[] {
  return [{
    kind: "write",
    program: "working tree",
    recursive: true,
    ...(call.cwd === null ? { unknown: true } : { path: call.cwd }),
  }];
}

/** The new directory: as named, or after the repository. */
function cloned(call: Call): Effect[] {
  const [from, to] = call.options.operands;
  if (to !== undefined) return call.touch("write", [to], { recursive: true, program: "working tree" });
  const name = /([^/:]+?)(?:\.git)?\/*$/.exec((from?.value ?? "").slice(-500))?.[1];
  if (from === undefined || name === undefined || /^\.+$/.test(name)) return tree(call);
  return call.touch("write", [{ ...from, value: name, prefix: name }], {
    recursive: true,
    program: "working tree",
  });
}

/** The behaviour, but for calls with one of these options, which only show what would happen. */
const unless = (asks: string, effects: (call: Call) => Effect[]): Behaviour => ({
  effects: (parsed, call) => helpOnly(call) || parsed.has(...asks.split(" ")) ? [] : effects(call),
});

const changesTree: Behaviour = { effects: (_, call) => helpOnly(call) ? [] : tree(call) };

/** Fetching runs no code of the other side, but a named transport program runs here. */
const TRANSPORT: Grammar = {
  executes: "--upload-pack --receive-pack --exec --upload-archive",
  values:
    "-j --jobs --depth --deepen --shallow-since --shallow-exclude -o --server-option --refmap --recurse-submodules --negotiation-tip --filter --push-option --repo --signed",
  flags: "--init --recursive --remote --merge --rebase --force --no-fetch",
  optional: "--recurse-submodules --signed --force-with-lease --rebase -r",
};

function transports(mark: string, extra: (call: Call) => readonly Effect[] = () => []): Behaviour {
  return {
    options: TRANSPORT,
    effects: (parsed, call) =>
      helpOnly(call) ? [] : [
        { kind: "network", program: mark },
        ...parsed.operands.filter((word) => /^\w[\w+.-]*::/.test(word.value ?? word.prefix)).map((
          word,
        ): Effect => ({
          kind: "execute",
          program: word.text,
          word,
        })),
        ...extra(call),
      ],
  };
}

/** `fetch origin a:b` and `-f` move branches of one's own; `origin/…` are there to be moved. */
function movesBranches({ options }: Call): boolean {
  return options.has("-f", "--force", "-u", "--update-head-ok", "--set-upstream", "--refmap") ||
    options.operands.slice(1).some((word) =>
      /^\+|:(?!refs\/(?:remotes|pull)\/)./.test(word.value ?? word.prefix)
    );
}

/** A subcommand that lists without operands (or with these options) and changes something with them. */
function lists(
  spec: { options?: Grammar; asks?: string; verbs?: RegExp; changes?: string; bare?: boolean },
): Behaviour {
  const asks = (spec.asks ?? "").split(" ").filter((name) => name !== "");
  const changes = (spec.changes ?? "").split(" ").filter((name) => name !== "");
  return {
    options: {
      ...spec.options,
      flags: `${spec.options?.flags ?? ""} ${changes.join(" ")} ${asks.join(" ")}`.trim(),
    },
    effects: (parsed, call) => {
      if (helpOnly(call)) return [];
      if (changes.length > 0 && parsed.has(...changes)) return repository(call);
      if (asks.length > 0 && parsed.has(...asks)) return [];
      const [first] = parsed.operands;
      if (first === undefined) return spec.bare === false ? repository(call) : [];
      return spec.verbs?.test(first.value ?? "") === true ? [] : repository(call);
    },
  };
}

function configuration(parsed: Parsed, call: Call): Effect[] {
  if (helpOnly(call)) return [];
  const words = parsed.operands.map((word) => word.value ?? "");
  const writes = parsed.has(
    "--add",
    "--unset",
    "--unset-all",
    "--replace-all",
    "--rename-section",
    "--remove-section",
    "-e",
    "--edit",
  );
  const verb = /^(?:set|unset|edit|rename-section|remove-section)$/.test(words[0] ?? "");
  if (!writes && !verb) {
    if (
      parsed.has(
        "--get",
        "--get-all",
        "--get-regexp",
        "--get-urlmatch",
        "-l",
        "--list",
        "--get-color",
        "--get-colorbool",
      )
    ) return [];
    if (/^(?:list|get)$/.test(words[0] ?? "") || words.length < 2) return [];
  }
  const key = words.find((word) => word.includes(".")) ?? "";
  const value = words[words.indexOf(key) + 1] ?? "";
  const permanent = PERMANENT_KEYS.test(key) || value.startsWith("!") || parsed.has("-e", "--edit") ||
    key === "";
  return permanent ? [{ kind: "persist", program: key }] : repository(call);
}

const REFRESHES = new Set(
  "--refresh --really-refresh -q --ignore-missing --ignore-submodules --unmerged --show-index-version".split(
    " ",
  ),
);

/** Text that git hands to a shell. */
function shellText(parsed: Parsed, ...options: readonly string[]): Inner[] {
  return parsed.values(...options).map((word) => ({ kind: "code", language: "shell", words: [word] }));
}

/** `git`. */
export const git: readonly Program[] = [
  defineProgram({
    names: "git",
    options: {
      values:
        "-C -c --config-env --git-dir --work-tree --namespace --exec-path --super-prefix --attr-source --list-cmds",
      optional: "--exec-path --list-cmds",
      flags:
        "--no-pager -P --version -v --help -h --html-path --man-path --info-path --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs -p --paginate",
    },
    commands: {
      "status|log|show|blame|annotate|shortlog|describe|rev-parse|rev-list|ls-files|ls-tree|cat-file|for-each-ref|name-rev|merge-base|show-ref|show-branch|whatchanged|diff-tree|diff-files|diff-index|cherry|count-objects|check-ignore|check-attr|check-mailmap|check-ref-format|verify-commit|verify-tag|verify-pack|var|version|help|column|stripspace|get-tar-commit-id|patch-id|range-diff|fsck|fsck-objects|fmt-merge-msg|show-index|last-modified|ls-files|request-pull":
        read,
      "merge-tree": {
        options: { ...read.options, flags: "--write-tree --trivial-merge --name-only --messages -z --stdin" },
      },
      "interpret-trailers": {
        options: { flags: "--in-place", values: "--trailer --where --if-exists --if-missing" },
        effects: (parsed, call) => parsed.has("--in-place") ? call.touch("write", parsed.operands) : [],
      },
      "diff": { options: { ...read.options, values: FORMAT } },
      "grep": {
        options: {
          values: "-A -B -C -e -f -m --max-depth --threads",
          reads: "-f",
          executes: "-O --open-files-in-pager",
          optional: "-O --open-files-in-pager",
          risky: "-O --open-files-in-pager --ext-grep",
        },
      },
      "difftool|mergetool|gui|citool|gitk|instaweb|web--browse": {
        options: { executes: "-x --extcmd", values: "-t --tool" },
        effects: () => [{ kind: "execute", program: MARK.run }],
        runs: (parsed) => shellText(parsed, "-x", "--extcmd"),
      },
      "reflog": lists({ options: { writes: "--output" }, verbs: /^(?!(?:expire|delete|drop|write)$)/ }),
      "branch": lists({
        options: {
          values: "--sort --format --points-at --color --abbrev --column",
          optional: "--contains --no-contains --merged --no-merged --color --column --abbrev",
        },
        asks:
          "-l --list -a --all -r --remotes --show-current --contains --no-contains --merged --no-merged --points-at -v -vv --verbose",
        changes:
          "-d -D --delete -m -M --move -c -C --copy -f --force -u --set-upstream-to --unset-upstream --edit-description -t --track",
      }),
      "tag": lists({
        options: {
          values: "--sort --format --points-at -m -F -u --message --file",
          optional: "-n --contains --no-contains --merged --no-merged --color --column",
        },
        asks: "-l --list -n --contains --no-contains --merged --no-merged --points-at -v --verify",
        changes: "-d --delete -a -s -f --force -m -F -u --annotate --sign",
      }),
      "remote": lists({ options: { flags: "-v --verbose" }, verbs: /^(?:show|get-url)$/ }),
      "stash": lists({
        bare: false,
        options: { values: "-m --message", optional: "--stat", writes: "--output" },
        verbs: /^(?:list|show)$/,
      }),
      "worktree|bundle|notes|sparse-checkout|rerere|bisect|lfs|commit-graph|multi-pack-index|maintenance|credential-cache|submodule|subtree|annex|flow|absorb|svn|p4":
        lists({
          verbs:
            /^(?:list|show|log|terms|status|summary|verify|list-heads|get-ref|diff|remaining|ls-files|env|track-x|version|help|locks|info|whereis|find|findref|find-rev|check-rules|inprogress)$/,
          bare: true,
        }),
      "lfs pointer|lfs ls-files|lfs env|lfs status|lfs logs": {
        options: { values: "-I --include -X --exclude", reads: "--file --pointer" },
      },
      "lfs migrate": {
        options: {
          values: "--include --exclude --include-ref --exclude-ref --above --top --unit --pointers",
        },
        effects: (parsed, call) => parsed.operands[0]?.value === "info" ? [] : tree(call),
      },
      "replace": lists({
        options: { values: "--format" },
        asks: "-l --list",
        changes: "-d --delete -e --edit -f --force -g --graft --convert-graft-file",
      }),
      "bisect run|bisect-run": {
        options: { style: "none" },
        effects: (_, call) => [...tree(call)],
        runs: (parsed) => [{ kind: "argv", words: parsed.operands, external: true }],
      },
      "bisect start|bisect good|bisect bad|bisect reset|bisect skip|bisect new|bisect old|bisect replay":
        changesTree,
      "submodule foreach": {
        options: { flags: "--recursive -q --quiet", style: "posix" },
        effects: () => [{ kind: "execute", program: MARK.run }],
        runs: (parsed) => [{ kind: "code", language: "shell", words: parsed.operands }],
      },
      "submodule update|submodule add|submodule sync|submodule init|submodule deinit|submodule set-url|submodule set-branch|submodule absorbgitdirs":
        transports(MARK.install, tree),
      "config": {
        options: { values: "-f --file --blob --type --default --comment", optional: "--type" },
        effects: configuration,
      },
      "ls-remote": transports(MARK.query),
      "fetch|fetch-pack": transports(MARK.query, (call) => movesBranches(call) ? repository(call) : []),
      "remote update|remote prune|remote show": transports(MARK.query),
      "clone": transports("another repository", cloned),
      "pull": transports("another repository", tree),
      "push|send-pack": transports(MARK.publish),
      "send-email|imap-send|request-review": {
        options: { executes: "--smtp-server --to-cmd --cc-cmd --sendmail-cmd --header-cmd" },
        effects: () => [{ kind: "network", program: MARK.publish }],
      },
      "archive": {
        options: { writes: "-o --output", executes: "--exec", values: "--format --prefix --add-file" },
        effects: (parsed) => parsed.has("--remote") ? [{ kind: "network" }] : [],
      },
      "format-patch": {
        options: { values: FORMAT, writes: "-o --output-directory --output", flags: "--stdout" },
        effects: (parsed, call) => parsed.has("--stdout", "-o", "--output-directory") ? [] : repository(call),
      },
      "for-each-repo|diagnose|unpack-file|init|init-db|write-tree|commit-tree|mktag|mktree|pack-objects|pack-refs|repack|fast-import|index-pack|read-tree|update-server-info|merge-index|merge-one-file|mailsplit|fsmonitor--daemon|credential|credential-store|upload-pack|receive-pack|daemon|http-backend|shell|cvsserver|upload-archive|update-ref|reflog delete|gc|notes add|notes remove|notes append|notes edit|worktree add|worktree remove|worktree move|worktree lock|worktree unlock|worktree repair|branchless|refs|pack-redundant|replay|quiltimport|backfill|repo":
        changesRepository,
      "add|stage|mv|prune|prune-packed|unpack-objects|reflog expire|worktree prune": unless(
        "-n --dry-run",
        repository,
      ),
      // Asks the files again whether they changed; what is staged stays.
      "update-index": {
        options: {
          flags:
            "--refresh --really-refresh -q --ignore-missing --ignore-submodules --unmerged --show-index-version",
        },
        effects: (parsed, call) =>
          helpOnly(call) ||
            (parsed.operands.length === 0 && parsed.options.length > 0 &&
              parsed.options.every((option) => REFRESHES.has(option.name)))
            ? []
            : repository(call),
      },
      "commit": unless("--dry-run", repository),
      "rm": unless("-n --dry-run", tree),
      "merge-file": unless("-p --stdout", repository),
      "mailinfo": {
        options: { values: "--encoding --quoted-cr" },
        effects: (parsed, call) => call.touch("write", parsed.operands.slice(0, 2)),
      },
      // Only names the object; nothing is kept without `-w`.
      "hash-object": {
        options: { values: "-t --path", flags: "-w --stdin --stdin-paths --no-filters --literally" },
        effects: (parsed, call) => parsed.has("-w") ? repository(call) : call.touch("read", parsed.operands),
      },
      "symbolic-ref": {
        options: { values: "-m", flags: "-d --delete -q --quiet --short --recurse" },
        effects: (parsed, call) =>
          helpOnly(call) || (parsed.operands.length === 1 && !parsed.has("-d", "--delete"))
            ? []
            : repository(call),
      },
      "fast-export": {
        options: {
          ...read.options,
          values: `${FORMAT} --refspec --reencode --signed-tags --tag-of-filtered-object`,
          writes: "--export-marks --anonymize-map",
          reads: "--import-marks --import-marks-if-exists",
        },
      },
      "apply": {
        options: {
          values: "-p -C --exclude --include --whitespace --directory --build-fake-ancestor",
          flags: "--stat --numstat --summary --check --apply --index --cached --3way -3 -R --reverse",
        },
        effects: (parsed, call) =>
          helpOnly(call) ||
            (parsed.has("--stat", "--numstat", "--summary", "--check") && !parsed.has("--apply") &&
              !parsed.has("--build-fake-ancestor"))
            ? call.touch("read", parsed.operands)
            : tree(call),
      },
      "clean": {
        options: { values: "-e --exclude" },
        effects: (parsed, call) => helpOnly(call) || parsed.has("-n", "--dry-run") ? [] : tree(call),
      },
      "checkout|switch|restore|reset|merge|cherry-pick|revert|stash push|stash save|stash pop|stash apply|stash branch|stash store|checkout-index|stash drop|stash clear|read-tree -u|filter-repo|lfs pull|lfs fetch|lfs checkout|lfs prune":
        changesTree,
      "am": {
        options: { values: "-C -p -S --directory --exclude --include --whitespace --patch-format" },
        effects: (parsed, call) => helpOnly(call) || parsed.has("--show-current-patch") ? [] : tree(call),
      },
      "rebase": {
        options: { executes: "-x --exec", values: "--onto -s --strategy -X -C --whitespace" },
        effects: (parsed, call) => helpOnly(call) || parsed.has("--show-current-patch") ? [] : tree(call),
        runs: (parsed) => shellText(parsed, "-x", "--exec"),
      },
      "filter-branch": {
        options: {
          values:
            "-d --original --state-branch --setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --subdirectory-filter",
        },
        effects: (_, call) => tree(call),
        runs: (parsed) =>
          shellText(
            parsed,
            "--setup",
            "--env-filter",
            "--tree-filter",
            "--index-filter",
            "--parent-filter",
            "--msg-filter",
            "--commit-filter",
            "--tag-name-filter",
          ),
      },
      "hook run|hook": { effects: () => [{ kind: "execute", program: "hook" }] },
    },
    examples: {
      "git status": "",
      "git diff --output=x": "write:/home/user/project/x",
      "git branch": "",
      "git branch topic": "write:/home/user/project",
      "git fetch --all": "network",
      "git config --global core.pager less": "persist",
    },
  }),
];
