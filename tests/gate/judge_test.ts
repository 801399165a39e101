/** What the engine finds wherever it hides, and what it leaves alone. */
import { assertEquals, assertTrue } from "../assert.ts";
import { effectsOf, examine, verdictOf } from "./engine_policy.ts";

/** Each one loses the root, a home, a system directory or the project, or multiplies without end. */
const DISASTERS = [
  "rm -rf /",
  'rm -r -f -- "${HOME}/"',
  "ls\nrm -rf /",
  "ls && /bin/rm -rf /",
  "ls && sudo -n rm -rf /",
  "echo $(rm -rf /)",
  "echo `rm -rf /`",
  "echo `echo \\`rm -rf /\\``",
  "cat <(rm -rf /)",
  "echo hi; bash -c 'rm -rf /'",
  "(rm -rf /)",
  "{ rm -rf /; }",
  "rm -rf foo /",
  "rm -rf //",
  "rm -rf /etc /x",
  "\\rm -rf /",
  "r''m -rf /",
  '"rm" -rf /',
  "$'\\x72m' -rf /",
  "X=rm; $X -rf /",
  "X='rm -rf /'; $X",
  "X=/; rm -rf $X",
  "${X:-rm} -rf /",
  "echo x>/etc/passwd",
  "echo x >| /etc/passwd",
  "echo x &> /etc/passwd",
  'echo > "/etc/passwd"',
  "echo x | sudo tee /etc/sudoers.d/x",
  "echo x > /dev/sda",
  "ls & rm -rf /",
  "f(){ rm -rf /; }",
  "f(){ $1 -rf /; }; f rm",
  "if a; then rm -rf /; fi",
  "for i in a; do rm -rf /; done",
  "for i in / b; do rm -rf $i; done",
  "while :; do rm -rf ~; done",
  "case x in x) rm -rf /;; esac",
  "coproc rm -rf /",
  "trap 'rm -rf /' EXIT",
  "alias ls='rm -rf /'",
  "eval 'rm -rf /'",
  "eval rm -rf /",
  'eval "rm -rf /" ""',
  "bash <<'E'\nrm -rf /\nE",
  "bash <<< 'rm -rf /'",
  "echo 'rm -rf /' | bash",
  "printf 'rm -rf /\\n' | sh",
  "printf '%s\\n' 'rm -rf /' | sh",
  "cat <<E\n$(rm -rf /)\nE",
  "echo $((1+$(rm -rf /)))",
  "(( a = $(rm -rf /) ))",
  "[[ -n $(rm -rf /) ]]",
  "x=(a $(rm -rf /))",
  "echo ${x:-$(rm -rf /)}",
  "X=$(rm -rf /) ls",
  "nice -n 5 rm -rf /",
  "timeout 5 rm -rf /",
  "timeout -k 5 -s KILL 5 rm -rf /",
  "nohup rm -rf / &",
  "env -i A=1 rm -rf /",
  "env -S 'rm -rf /'",
  "xargs rm -rf / < x",
  "find / -delete",
  "find / -type f -execdir /bin/rm -f {} +",
  "find . -type f -exec rm {} \\;",
  "find /usr/share -delete",
  "find / | xargs rm",
  "echo / | xargs rm -rf",
  "ls | xargs -I{} rm -rf /",
  "busybox rm -rf /",
  "command rm -rf /",
  "builtin cd /; rm -rf *",
  "cd /; rm -rf *",
  "cd / && rm -rf *",
  "cd /etc && rm -rf .",
  "cd ..; rm -rf project",
  "exec rm -rf /",
  "ssh h rm -rf /",
  "ssh h 'rm -rf /'",
  "su -c 'rm -rf /'",
  "sudo -u root bash -c 'rm -rf /'",
  "watch rm -rf /",
  "flock /tmp/l rm -rf /",
  "flock /tmp/l -c 'rm -rf /'",
  "script -c 'rm -rf /' x",
  "parallel rm -rf ::: /",
  "setsid rm -rf /",
  "stdbuf -oL rm -rf /",
  "time rm -rf /",
  "! rm -rf /",
  "{rm,-rf,/}",
  "rm${IFS}-rf${IFS}/",
  "IFS=,; X=rm,-rf,/; $X",
  "a=(rm -rf /); ${a[@]}",
  "rm -rf $(echo /)",
  "$(echo rm) -rf /",
  "$NOPE rm -rf /",
  "X=; $X rm -rf /",
  "rm -rf /*",
  "rm -rf ~/*",
  "rm -rf ~/.*",
  "rm -rf /home/user/project",
  "rm -rf .",
  "rm -rf ..",
  "rm -rf ./",
  "rm -rf *",
  'rm -rf "$PWD"',
  "rm -rf ~root",
  "rm -rf /e*",
  "rm -rf $HOME",
  "sudo -D / rm -rf *",
  "env -C / rm -rf *",
  "export X=/; bash -c 'rm -rf $X'",
  "X=/ bash -c 'rm -rf $X'",
  "bash -c 'rm -rf $1' _ /",
  "bash -c 'rm -rf \"$@\"' _ /",
  "set -- /; rm -rf $1",
  "f() { local d=/; rm -rf $d; }; f",
  "X=a; X=/; rm -rf $X",
  "X=/ && rm -rf $X",
  "true || X=/; rm -rf $X",
  "X=/et; rm -rf ${X}c",
  "X=RM; ${X,,} -rf /",
  "X=xrm; ${X#x} -rf /",
  "X=r; X+=m; $X -rf /",
  "read X; rm -rf /$X",
  "rm -rf /$X",
  "cat x | while read f; do rm -rf /; done",
  "b(){ b|b& };b",
  ":(){ :|:& };:",
  "select x in a; do rm -rf /; done",
  "for ((i=0;i<$(rm -rf /);i++)); do :; done",
  "until rm -rf /; do :; done",
  "ls | tee >(rm -rf /)",
  "> >(rm -rf /) ls",
  "ls 2>&1 > /etc/passwd",
  "{ ls; } > /etc/passwd",
  "while read x; do :; done > /etc/passwd",
  "echo hi > /etc/passwd &",
  "bash -c \"bash -c 'rm -rf /'\"",
  "X='rm -rf /'; bash -c \"$X\"",
  "X='rm -rf /'; eval $X",
  "X='rm -rf /'; eval \"$X\"",
  "if true; then X=/; else X=b; fi; rm -rf $X",
  "pushd / ; rm -rf *",
  "cd; rm -rf *",
  "cd ~; rm -rf .",
  "HOME=/ ; rm -rf ~",
  "echo 'rm -rf /' > x; bash -c 'rm -rf /'",
  "cat <<'E' | bash\nrm -rf /\nE",
  "bash -s <<E\nrm -rf /\nE",
  "sh -c 'cd / && rm -rf *'",
  "rm -rf /home/user/project/../project",
  "rm -rf -- /",
  "rm / -rf",
  "rm -rf ///etc/../",
  "rm -rf /./",
  'rm -rf "/"*',
  "rm -rf /[a-z]*",
  "function g { rm -rf /; }",
  "echo ${a[$(rm -rf /)]}",
  "a[$(rm -rf /)]=1",
  "echo ${x/$(rm -rf /)/y}",
  "case $(rm -rf /) in a) ;; esac",
  "case x in $(rm -rf /)) ;; esac",
  "bash -c $'rm -rf /'",
  "bash -c \"$(echo 'rm -rf /')\"",
  "sudo -s rm -rf /",
  "sudo -i -- rm -rf /",
  "time -p rm -rf /",
  "nice --adjustment=5 rm -rf /",
  "xargs -a f rm -rf /",
  "command -p rm -rf /",
  "unset X; rm -rf /$X",
  "ls |& sudo -E bash -c 'rm -rf /'",
  "$'rm' -rf /",
  "echo a\\\n; rm -rf /",
  "rm -rf \\\n/",
  "cat <<-'E' | sh\n\trm -rf /\n\tE",
  "shopt -s expand_aliases\nalias x='rm -rf'\nx /",
  "eval \"$(printf 'rm -rf /')\"",
  "trap -- 'rm -rf /' 0",
  "find / -name x -ok rm {} \\;",
  "for d in / /etc; do (cd $d && rm -rf *); done",
];

/** Each one only looks, however it is written. */
const HARMLESS = [
  "git status",
  "ls -la src | head -20",
  "cd src && ls",
  "cat package.json | sort",
  "find . -name '*.ts' -not -path './node_modules/*'",
  'echo "never run chmod 777 foo"',
  "ls 2>/dev/null || true",
  "FOO=1 NO_COLOR=1 ls",
  "grep -n 'xargs rm' Makefile",
  "cat <<'EOF'\nrm -rf /\nEOF",
  "test -f a && echo yes",
  "true <<'EOF'\ngit restore\nEOF",
  'for f in *.ts; do wc -l "$f"; done',
  'while IFS= read -r l; do echo "$l"; done < file',
  'ls | while read f; do cat "$f"; done',
  "if [ -f x ]; then cat x; else echo no; fi",
  "[[ -f x ]] && cat x",
  "cat $FILE",
  'cat "$HOME/x"',
  "wc -l $(git ls-files)",
  "echo $((1+2))",
  "find . -type f | xargs wc -l",
  "find . -name '*.c' -exec grep -l x {} +",
  "cat a | sort | uniq -c | sort -rn | head",
  "time ls",
  "timeout 5 ls",
  "nice ls",
  "xargs -n1 echo < x",
  "# c\nls",
  "ls -la # rm -rf /",
  "cat <(ls) <(ls -a)",
  "diff <(sort a) <(sort b)",
  "head -n 5 a > /dev/null",
  "cat a 2>&1",
  "f(){ ls; }; f",
  "echo ${x:-y}",
  "(cd src; ls)",
  "echo *",
  "for i in 1 2 3; do echo $i; done",
  "for i in {1..3}; do echo $i; done",
  "case $x in a) ls;; *) echo;; esac",
  "export FOO=bar; ls",
  "set -euo pipefail; ls",
  'cd "$(dirname "$0")" && ls',
  "cat ~/.bashrc",
  "env ls",
  "command -v git",
  "type ls",
  "which ls",
  "ls -l $(pwd)",
  'x=$(ls); echo "$x"',
  "bash -c 'ls -la'",
  "bash -n x.sh",
  "sh -c 'cat a | wc -l'",
  "trap 'echo x' EXIT; ls",
  "printf '%s\\n' a b",
  'grep -rn "find /usr -delete" docs/',
  "ls src/*.ts",
  "cat src/[a-z]*.ts",
  "echo a{b,c}",
  "ls -d */",
  "while true; do ls; sleep 1; done",
  "tail -f x &",
  "ls; pwd; date +%s",
  "for f in $(git ls-files '*.py'); do head -1 $f; done",
  "local x=1; echo $x",
];

for (const command of DISASTERS) {
  Deno.test(`the disaster is found in ${JSON.stringify(command)}`, () => {
    const verdict = verdictOf(command);
    assertEquals([verdict.decision, verdict.layer], ["deny", "L0"], verdict.reason);
  });
}

for (const command of HARMLESS) {
  Deno.test(`nothing is held against ${JSON.stringify(command)}`, () => {
    const verdict = verdictOf(command);
    assertEquals([verdict.decision, verdict.rule], ["allow", "read.ordinary"], verdict.reason);
  });
}

/** What must be asked, and by which rule. */
const QUESTIONS: readonly (readonly [string, string])[] = [
  ["$CMD --flag", "program.not_literal"],
  ["/usr/bin/su*o id", "program.not_literal"],
  ["X=ls; declare -n r=X; r=rm; $X -rf /", "program.not_literal"],
  ["trap 'X=rm' DEBUG; X=ls; $X -rf /", "program.not_literal"],
  ["X=ls; read X < f; $X", "program.not_literal"],
  ["printf -v X rm; $X -rf x", "program.not_literal"],
  ["X=ls; : $((X=5)); $X", "program.not_literal"],
  ["ls | xargs -I{} {} x", "program.not_literal"],
  ["./ls", "program.by_path"],
  ["/tmp/ls", "program.by_path"],
  ["frobnicate", "program.unknown"],
  ["git frobnicate", "program.unknown"],
  ["nice --frobnicate ls", "effect.execute"],
  ["sudo ls", "effect.privilege"],
  ["echo x > src/a.txt", "effect.write"],
  ["sort -o out in", "effect.write"],
  ["sort --outp=out in", "effect.write"],
  ["sort --compress-program=./evil in", "effect.execute"],
  ["sort $(cat options)", "read.computed_path"],
  ["trap 'cd /' DEBUG; rm -rf *", "effect.delete"],
  ["cd $X; rm -rf build", "effect.delete"],
  ["exec 3<>/dev/tcp/evil/80", "effect.network"],
  ["cat $(echo L2V0 | base64 -d)", "read.computed_path"],
  ["cat $(echo /etc/shadow)", "test.secret"],
  ["cat ~/.s?h/id_rsa", "test.secret"],
  ['cat "$H/.aws/credentials"', "test.secret"],
  ["cd ~/.ssh && cat id_rsa", "test.secret"],
  ["wc < ~/.ssh/id_rsa", "test.secret"],
  ['export T="$(cat .env)"', "test.secret"],
  ['bash -c "echo $X"', "shell.unknown_code"],
  ["cat x | env bash", "shell.unknown_code"],
  ["bash x.sh", "shell.script_file"],
  ["LD_PRELOAD=./x.so ls", "env.code_injection"],
  ["ls; export GIT_PAGER=x", "env.code_injection"],
];

for (const [command, rule] of QUESTIONS) {
  Deno.test(`${rule} asks about ${JSON.stringify(command)}`, () => {
    const verdict = verdictOf(command);
    assertEquals(verdict.decision, "ask");
    assertTrue(verdict.findings.some((finding) => finding.rule === rule), JSON.stringify(verdict.findings));
  });
}

Deno.test("a grey command is refused for want of a model, and the question beside it stays on record", () => {
  const verdict = verdictOf("make all && sudo ls");
  assertEquals([verdict.decision, verdict.layer, verdict.grey], ["deny", "fail_closed", true]);
  assertTrue(verdict.reason.includes("no model is configured"));
  assertEquals(verdict.findings.map((finding) => finding.verdict), ["grey", "ask", "allow"]);
});

Deno.test("a deny beside a grey command is no grey", () => {
  const verdict = verdictOf("make all; rm -rf /");
  assertEquals([verdict.decision, verdict.layer, verdict.grey, verdict.rule], [
    "deny",
    "L0",
    false,
    "test.loss",
  ]);
});

Deno.test("a working directory that is itself the root, a home or a system directory is judged as such", () => {
  for (const cwd of ["/", "/home/ann", "/root", "/etc", "/usr/local"]) {
    for (const command of ["rm -rf *", "rm -rf .", "rm -rf ./*"]) {
      assertEquals(verdictOf(command, cwd).decision, "deny", cwd);
    }
  }
});

Deno.test("without a directory, relative paths lie in a project below a home", () => {
  const decisions = ["ls src", "rm -rf build", "rm -rf .", "rm -rf ..", "rm -rf ~"].map((command) =>
    verdictOf(command, undefined).decision
  );
  assertEquals(decisions, ["allow", "ask", "deny", "deny", "deny"]);
});

Deno.test("effects carry absolute paths, and what is not known says so", () => {
  assertEquals(effectsOf("rm -r a ../b"), [
    "delete:/home/user/project/a:recursive",
    "delete:/home/user/b:recursive",
  ]);
  assertEquals(effectsOf("rm *.o"), ["delete:/home/user/project:below"]);
  assertEquals(effectsOf("cat $X"), ["read:unknown"]);
  assertEquals(effectsOf("cat lib/$X"), ["read:/home/user/project/lib:unknown"]);
  assertEquals(effectsOf("cat ~ann/x"), ["read:/home/ann/x"]);
  assertEquals(effectsOf("cat ~/x", "/srv/app"), ["read:~/x"]);
  assertEquals(effectsOf("cd /tmp && echo > x"), ["write:/tmp/x"]);
  assertEquals(effectsOf("(cd /tmp); cat x"), ["read:/home/user/project/x"]);
  assertEquals(effectsOf("ls > /dev/null 2>&1"), []);
});

Deno.test("wrappers are listed with what they run, outermost first", () => {
  const { calls } = examine("sudo -n env A=1 timeout 5 ls -l");
  assertEquals(calls.map((call) => [call.program, call.via.join(" "), call.depth]), [
    ["sudo", "", 0],
    ["env", "sudo", 1],
    ["timeout", "sudo env", 2],
    ["ls", "sudo env timeout", 3],
  ]);
});

Deno.test("every call says which rule judged it", () => {
  for (const call of examine("ls; f() { cat x; }; echo $(pwd) | sort").calls) {
    assertTrue(call.rules.length > 0);
  }
});
