/** Rules about git: what leaves the repository, what throws work away, what makes it run other programs. */
import type { Call } from "../call.ts";
import { inForeignRepository, overriding } from "../grammar/git.ts";
import { helpOnly, MARK, marked } from "../grammar/marks.ts";
import { defineRule, type Hit, type Rule } from "../rule.ts";
import type { Word } from "../word.ts";

const programs = ["git"];

function refspec(call: Call, form: RegExp): Word | undefined {
  return call.options.operands.slice(1).find((word) => form.test(word.value ?? word.prefix));
}

function option(call: Call, ...names: readonly string[]): Word | undefined {
  return call.options.find(names)?.word;
}

const forcePush = defineRule({
  id: "git.force_push",
  verdict: "deny",
  reason: "Replaces history that others may have built on",
  safer: "git fetch, then git push --force-with-lease",
  programs,
  when: (call) =>
    /^(?:push|send-pack)$/.test(call.subcommand) &&
    (option(call, "-f", "--force", "--mirror") ?? refspec(call, /^\+/)),
  match: [
    "git push -f",
    "git push -uf origin x",
    "git push origin +main",
    "git -C repo push --force",
    "git push --mirror",
  ],
  notMatch: [
    "git push",
    "git push --force-with-lease origin dev",
    "git log --grep=-f",
    "git push origin v1+2",
  ],
});

const deletePush = defineRule({
  id: "git.push_delete",
  verdict: "deny",
  reason: "Deletes branches or tags for everyone",
  programs,
  when: (call) =>
    call.subcommand === "push" && (option(call, "-d", "--delete", "--prune") ?? refspec(call, /^:./)),
  match: [
    "git push origin --delete old-branch",
    "git push origin :main",
    "git push -d origin x",
    "git push --prune origin",
  ],
  notMatch: ["git push origin a:b", "git branch -d x", "git fetch --prune"],
});

const transport = defineRule({
  id: "git.transport_program",
  verdict: "deny",
  reason: "Runs the named program in place of git's own transport",
  programs,
  when: (call) =>
    /^(?:fetch|pull|clone|push|ls-remote|fetch-pack|send-pack|archive)$/.test(call.subcommand) &&
    (option(call, "--upload-pack", "--receive-pack", "--exec") ??
      (call.subcommand === "clone" ? option(call, "-u") : undefined) ??
      call.options.operands.find((word) => /^ext::/.test(word.value ?? word.prefix))),
  match: [
    "git fetch --upload-pack='touch /tmp/x' .",
    "git clone 'ext::sh -c x' y",
    "git clone -u x y",
    "git push --exec=x o",
  ],
  notMatch: ["git fetch --all", "git push -u origin x", "git log --grep=ext::", "git fetch fd::17 master"],
});

const override = defineRule({
  id: "git.config_override",
  verdict: "ask",
  reason: "Overrides git's configuration, which can name programs to run",
  programs,
  when: (call) => overriding(call),
  match: [
    "git -c core.pager=./x log",
    "git --git-dir=/tmp/x status",
    "git -c alias.x='!cmd' x",
    "git --exec-path=/tmp log",
  ],
  notMatch: ["git -C ../repo --no-pager log", "git -c color.ui=never diff", "git log -c", "git --exec-path"],
});

const foreign = defineRule({
  id: "git.foreign_repository",
  verdict: "ask",
  reason: "Looks at a repository from elsewhere, whose own settings may name programs that git runs",
  programs,
  when: (call) =>
    call.subcommand !== "" && !helpOnly(call) && !/^(?:version|help|clone|init)$/.test(call.subcommand) &&
    inForeignRepository(call),
  match: ["git -C /tmp/x status", "cd /tmp/x && git status", "git -C ~/.cache/x log"],
  notMatch: ["git -C ../repo status", "git -C sub log", "cd /tmp && git --version", "cd src && git diff"],
});

const configuration = defineRule({
  id: "git.config_program",
  verdict: "ask",
  reason: "Changes a setting through which git later runs a program or reaches another place",
  programs,
  when: (call) => call.subcommand === "config" && call.effects.some((effect) => effect.kind === "persist"),
  match: [
    "git config core.hooksPath x",
    "git config --global alias.st '!x'",
    "git config --edit",
    "git config set core.pager x",
  ],
  notMatch: ["git config user.name x", "git config --get core.pager", "git config --list"],
});

const runsProgram = defineRule({
  id: "git.runs_program",
  verdict: "ask",
  reason: "Makes git run another program",
  programs,
  when: (call): Hit =>
    !helpOnly(call) && (marked(call, MARK.run) !== undefined ||
      /^(?:bisect run|filter-branch|hook|hook run)$/.test(call.subcommand) ||
      (call.subcommand === "grep" && option(call, "-O", "--open-files-in-pager")) ||
      (call.subcommand === "rebase" && option(call, "-x", "--exec")) || option(call, "--ext-diff")),
  match: [
    "git bisect run ./t",
    "git submodule foreach git status",
    "git rebase -x ls main",
    "git difftool",
    "git grep -O x",
    "git log --ext-diff",
    "git filter-branch --tree-filter 'rm x' HEAD",
  ],
  notMatch: ["git bisect log", "git submodule status", "git grep x", "git rebase main"],
});

const push = defineRule({
  id: "git.push",
  verdict: "ask",
  reason: "Publishes commits to another repository",
  programs,
  when: (call) => /^(?:push|send-pack|send-email|imap-send)$/.test(call.subcommand) && !helpOnly(call),
  match: ["git push origin main", "git push --force-with-lease origin dev", "git push --dry-run"],
  notMatch: ["git fetch", "git push --help", "git stash push", "echo git push"],
});

/** Subcommands whose loss nothing in the repository can undo, or only with luck. */
function discards(call: Call): Hit {
  const { subcommand, options } = call;
  switch (subcommand) {
    case "reset":
      return option(call, "--hard", "--merge", "--keep");
    case "checkout":
      return option(call, "-f", "--force", "--ours", "--theirs", "-B") ?? discardedPath(call);
    case "switch":
      return option(call, "-f", "--force", "--discard-changes", "-C", "--force-create");
    case "branch":
      return option(call, "-D") ??
        (options.has("-d", "--delete") ? option(call, "-f", "--force") : undefined) ??
        option(call, "-M", "-C");
    case "tag":
      return option(call, "-d", "--delete", "-f", "--force");
    case "update-ref":
      return option(call, "-d", "--stdin");
    case "gc":
    case "remote":
      return subcommand === "gc"
        ? option(call, "--prune", "--aggressive")
        : /^(?:remove|rm)$/.test(options.operands[0]?.value ?? "");
    case "clean":
    case "prune":
    case "reflog expire":
      return !options.has("-n", "--dry-run");
    case "rm":
      return !options.has("--cached", "-n", "--dry-run");
    case "restore":
      return !options.has("--staged", "-S") || options.has("-W", "--worktree");
    default:
      return /^(?:stash (?:clear|drop)|reflog delete|filter-repo|filter-branch|worktree remove|notes remove|rm)$/
        .test(subcommand) ||
        (subcommand === "stash" && /^(?:clear|drop)$/.test(options.operands[0]?.value ?? ""));
  }
}

function discardedPath(call: Call): Word | undefined {
  return call.args.find((word) => word.value === "--" || word.value === ".");
}

const discard = defineRule({
  id: "git.discards_work",
  verdict: "ask",
  reason: "Throws away changes, files or references that git may not be able to bring back",
  safer: "git stash first, or make a branch that keeps the old state",
  programs,
  when: (call) => !helpOnly(call) && discards(call),
  match: [
    "git reset --hard HEAD~1",
    "git clean -fdx",
    "git stash clear",
    "git branch -D feature",
    "git checkout -- .",
    "git restore src",
    "git tag -d v1",
    "git update-ref -d refs/heads/x",
    "git reflog expire --expire=now --all",
    "git gc --prune=now",
    "git prune",
    "git rm x",
  ],
  notMatch: [
    "git reset",
    "git clean -n",
    "git prune -n",
    "git stash list",
    "git branch",
    "git checkout main",
    "git restore --staged x",
  ],
});

const clone = defineRule({
  id: "git.clone",
  verdict: "ask",
  reason: "Fetches a repository, or a submodule, into a directory of its own",
  programs,
  when: (call) =>
    !helpOnly(call) && (call.subcommand === "clone" || marked(call, MARK.install) !== undefined),
  match: ["git clone https://e/x", "git clone --depth 1 git@e:a/b dir", "git submodule update --init"],
  notMatch: ["git fetch", "git clone --help", "git pull"],
});

const changes = defineRule({
  id: "git.changes",
  verdict: "ask",
  reason: "Changes the repository or its working tree",
  programs,
  when: (call) =>
    call.subcommand !== "clone" && marked(call, MARK.install) === undefined &&
    call.effects.some((effect) => effect.program === "repository" || effect.program === "working tree"),
  match: [
    'git commit -m "docs: why; rm -rf / is bad"',
    "git add -A",
    "git merge x",
    "git branch topic",
    "git remote set-url origin http://e",
    "git stash",
    "git config user.name x",
  ],
  notMatch: [
    "git status",
    "git branch -a",
    "git commit --help",
    "git remote -v",
    "git config --get user.name",
    "git clone https://e/x",
  ],
});

const fetch = defineRule({
  id: "git.fetch",
  verdict: "allow",
  reason: "Asks another repository for its state and keeps the work untouched",
  programs,
  covers: ["network"],
  when: (call) =>
    marked(call, MARK.query) !== undefined && !call.effects.some((effect) => effect.kind === "execute") &&
    // A made-up address can carry anything away.
    call.options.operands[0]?.value !== null,
  match: ["git fetch --all", "git ls-remote --tags", "git fetch origin main"],
  notMatch: ["git pull", "git fetch --upload-pack=x", "git push", "git ls-remote https://e.example/$(cat x)"],
});

/** Rules about git. */
export const git: readonly Rule[] = [
  forcePush,
  deletePush,
  transport,
  override,
  foreign,
  configuration,
  runsProgram,
  push,
  discard,
  clone,
  changes,
  fetch,
];
