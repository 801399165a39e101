/** Other version control systems, and programs that show a repository. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { helpOnly, MARK, marks } from "../grammar/marks.ts";
import { type Behaviour, defineProgram, type Program } from "../program.ts";

const query = marks({ kind: "network", program: MARK.query });
const change: Behaviour = {
  effects: (_, call) => helpOnly(call) ? [] : written(call),
};

function written(call: Call): Effect[] {
  return [{ kind: "write", ...(call.cwd === null ? { unknown: true } : { path: call.cwd }) }];
}

/** Version control beside git. */
export const repositories: readonly Program[] = [
  defineProgram({
    names: "svn svnlite",
    options: {
      values: "--username --password --config-dir -r --revision",
      executes: "--config-option --diff-cmd --editor-cmd --diff3-cmd",
    },
    commands: {
      "status|stat|st|info|help|propget|proplist|pl|pg|--version": { options: { values: "-r --depth" } },
      "diff|di": { options: { executes: "--diff-cmd", values: "-r -c --changelist" } },
      "log|list|ls|cat|blame|praise|annotate|mergeinfo": query,
      "checkout|co|update|up|commit|ci|add|delete|del|remove|rm|revert|switch|sw|merge|resolve|resolved|copy|cp|move|mv|mkdir|import|export|propset|ps|propedit|propdel|lock|unlock|cleanup|relocate|upgrade|patch|changelist":
        change,
    },
    examples: { "svn status": "", "svn commit -m x": "write:/home/user/project" },
  }),
  defineProgram({
    names: "hg chg",
    options: {
      values: "-R --repository --cwd --encoding --color --pager",
      executes: "--config --debugger --pager",
    },
    commands: {
      "status|st|log|history|diff|annotate|blame|cat|files|manifest|locate|identify|id|parents|heads|tip|branches|branch --active|tags|bookmarks --list|paths|root|summary|sum|showconfig|config|help|version|verify|grep|resolve --list|shelve --list":
        {
          options: {
            values: "-r --rev -l --limit -T --template -b --branch -k -u -d -I -X",
            writes: "-o --output",
          },
        },
      "incoming|in|outgoing|out": query,
      "add|addremove|commit|ci|update|up|checkout|co|pull|push|merge|rebase|strip|revert|remove|rm|forget|copy|cp|rename|mv|backout|graft|import|init|clone|branch|tag|bookmark|bookmarks|shelve|unshelve|rollback|purge|clean|bisect|phase|resolve|unbundle|bundle|archive|export|serve|amend|histedit|evolve|uncommit|fold|split":
        change,
    },
    examples: { "hg log -l 5": "", "hg commit": "write:/home/user/project" },
  }),
  defineProgram({
    names: "bzr brz fossil darcs jj cvs p4",
    options: { values: "-d -R --repository -c -p -u" },
    commands: {
      "status|st|log|diff|info|ls|cat|annotate|blame|version|help|timeline|show|changes|whatsnew|files|branches|root|nick|tags|revno|testament|evolog|op log|bookmark list|workspace list|config list|remote info|smartlog|ssl|rls|rlog|rannotate|rdiff|history|editors|watchers":
        {},
      "commit|ci|add|checkout|co|update|up|push|pull|merge|revert|remove|rm|mv|init|clone|branch|tag|new|edit|describe|desc|squash|rebase|abandon|undo|submit|sync|export|import|uncommit|record|apply|rollback|obliterate|goto|amend|git|git fetch|git push|restore|split|bookmark":
        change,
    },
  }),
  defineProgram({
    names: "tig gitk qgit git-quick-stats onefetch gource git-standup",
    options: {
      values: "-n --max-count --since --until --after --before --author --grep",
      flags: "-v --version -h --help",
    },
    examples: { "tig --word-diff=plain": "" },
  }),
  defineProgram({
    names: "git-cz commitizen cz gitmoji cz-cli",
    options: { style: "posix" },
    effects: (parsed, call) =>
      /^(?:check|version|ls|info|schema|example|list)$/.test(parsed.operands[0]?.value ?? "")
        ? []
        : written(call),
  }),
];
