/** Short options and words that give programs which otherwise only read the power to run, write or send. */
import type { Call } from "../call.ts";
import { secretOf } from "../sensitive.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Word } from "../word.ts";

/** By program: the arguments with which it does more than show. Each is matched with one argument. */
const POWERS: readonly (readonly [programs: string, argument: RegExp])[] = [
  // Load code.
  ["pygmentize", /^-[CNVghsv]*x/],
  ["cowsay cowthink", /^-[a-zA-Z]*f.*[/.]|^[^-].*\.cow$|^[^-]*\/\S*\.\w+$/],
  // `-oman` is the formatter of that name; any other could be a module.
  ["perldoc", /^-(?:(?![oLfqva])[a-zA-Z])*[nMwd]/],
  ["perldoc", /^-o(?!(?:man|text|term|ansi|html|rtf|xml|nroff|pod|tex)$)./i],
  // What follows a letter with a value is the value.
  ["groff", /^-[CEGNQRSUVXZabcegijklpstvz]*F/],
  ["ssh-keygen", /^-[a-zA-Z]*[DRwpAK]|^provider=/],
  ["ssh-add", /^-[a-zA-Z]*s/],
  ["p11tool pkcs11-tool", /^--(?:provider|module)/],
  ["ar gcc-ar llvm-ar", /^--plugin/],
  ["gp-display-text", /^-(?:script|outfile)/],
  ["perf", /^--?(?:script|gen-script|dlfilter|objdump|addr2line|symfs)|\.(?:py|pl|so)$|^[\w.]+=/],
  ["valgrind", /^--(?:tool=.*\/|db-command|vgdb-prefix|log-socket)/],
  ["hyperfine", /^-S|^--shell=(?!(?:ba|da|z)?sh$|none$|default$)/],
  ["multitime", /^-[rio]/],
  ["scan-build analyze-build", /^--use-(?:analyzer|cc|c\+\+)/],
  ["pfunct", /^--compile/],
  ["soxi", /^\|/],
  // Read a language of their own in which programs can be run and files written.
  ["mlr", /\b(?:system|exec|tee|split\w*|case)\b|>\s*["$(]|\|\s*"|^-I$/],
  [
    "qsv xsv",
    /^(?:luau|py|foreach|fetch\w*|sqlp|geocode|apply|to|split|partition|index|extsort|snappy|template|prompt|lens|clipboard|color|joinp|pivotp|describegpt|edit|get)$/,
  ],
  ["fx", /=>|\(|\brequire\b|\bimport\b|[;`]/],
  ["json", /^-[a-zA-Z]*[eEcCI]/],
  [
    "xidel",
    /\b(?:system|file|x|environment-variable\w*|doc|unparsed-text\w*|collection)\s*[(:]|--(?:download|post|data|method|form|follow|silent-output)/,
  ],
  ["exiftool", /^-(?:@|config|execute|stay_open|htmldump|api|plot)|^-[^ ]*[<=]|[;`]|[a-z]\s*\(/i],
  // A word that begins with a dot may be cut short: `.sh` is `.shell`.
  [
    "sqlite3 sqlite duckdb",
    /^-init|\b(?:writefile|readfile|edit|load_extension|fts3_tokenizer|fsdir|lsdir|zipfile|eval)\s*\(|^[ \t]*\.(?!(?:schema|tables|indexes|indices|dump|headers?|mode|show|databases|dbinfo|stats|timer|width|nullvalue|separator|help|lint|fullschema|explain|eqp|limits?|parameter|version|changes|echo|bail|sha3sum|expert|print|quit|exit|timeout|dbconfig|vfsinfo|vfslist|vfsname|selftest|recover)\b)/im,
  ],
  ["tshark", /^lua_script|^-X/],
  ["wg", /private-key|preshared-keys|^showconf$|^dump$/],
  ["nmcli", /^-[a-zA-Z]*s|^--show-secrets|^level$/],
  ["yarn yarnpkg", /^--no-redacted|authToken/i],
  ["ipset", /^-(?:f|file)/],
  [
    "flyway liquibase dbmate",
    /^(?:clean|migrate|baseline|repair|undo|update|drop\w*|rollback\w*|up|down|create|load)$/,
  ],
  ["go gotip", /^--?(?:ldflags|gccgoflags)=?.*-extld|-extld[ =]|^--?w$|^[\w.-]+\.\w+\/\S*@/],
  ["cargo cross", /^-?C?\s*(?:linker|link-args?|runner)=|^-C(?:linker|link-arg)|^linker=|^link-args?=/],
  ["deno", /^--plugin|^https?:/],
  // Show secrets, or send what proves who calls to another place.
  ["terraform tofu opentofu", /^-(?:json|raw)|^-chdir=(?:\/tmp|\/var\/tmp|~)/],
  ["pulumi", /^--show-secrets|^export$|^get$/],
  [
    "kubectl oc k3s-kubectl kubecolor",
    /^--kubeconfig=?\/(?:tmp|var\/tmp|dev)\/|^\/(?:tmp|var\/tmp|dev)\/|^--server|^-s$|^https?:/,
  ],
  ["ansible ansible-playbook ansible-inventory", /^(?:-i|--inventory=?)?\S*\.(?:py|sh|rb|pl|js)$/],
  ["helm", /^https?:|^--post-renderer/],
  // Change or write.
  ["awk gawk", /^-[oDpd]|^--(?:debug|pretty-print|profile)/],
  [
    "awk gawk mawk nawk",
    /\b(?:ARGC|(?:ARGV|ENVIRON)\s*\[[^\]]*\])\s*=(?!=)|split\s*\([^,]*,\s*(?:ARGV|ENVIRON)\b/,
  ],
  ["postconf", /^-[a-zA-Z]*[eX#]|=/],
  ["xset", /^(?!-?q$)/],
  ["xprop", /^-(?:set|remove|f$|format)/],
  ["pahole", /^-[jJ]|^--btf_encode/],
  ["passwd", /^-[a-zA-Z]*[ludexnwikR]|^--(?!status|help|all)/],
  ["jpeginfo", /^-[a-zA-Z]*d|^--del/],
  ["exif", /^-[a-zA-Z]*[rcso]|^--(?:remove|create|set|output|insert|no-fixup)/],
  ["sysctl", /^-[a-zA-Z]*[fpw]/],
  ["glances", /^-[a-zA-Z]*[ws]/],
  ["collectl nmon", /^-[a-zA-Z]*[fFx]/],
  ["sensors", /^-[a-zA-Z]*s|^--set/],
  ["pv", /^-[a-zA-Z]*[RP]|^--(?:remote|pidfile|store-and-forward)/],
  ["nfsstat", /^-[a-zA-Z]*z/],
  ["ntpq", /config|passwd|writelist/],
  ["lpoptions", /^-[odxr]/],
  ["nvidia-smi", /^-f$|^--filename/],
  ["lstopo hwloc-ls lstopo-no-graphics", /\.\w{2,5}$|^-f$/],
  ["ccache", /^-[oMFCcz]|^--(?:set|clear|cleanup|evict|trim|recompress|zero|max)/],
  ["inxi", /^-[a-zA-Z]*U|^--(?:upload|update)/],
  ["screenfetch", /^-[a-zA-Z]*s/],
  ["xmlcatalog", /^--(?:add|del|create|shell|convert|sgml)/],
  ["pdfsig", /^-(?:add-signature|sign)/],
  ["identify", /^-write$|^(?:msl|mvg|ephemeral|label|caption|pango|text|inline|script|show|win|x):|^@|:@/i],
  ["gpgv", /^-[a-zA-Z]*o|^--(?:output|logger-file)/],
  ["signify", /^-[a-zA-Z]*[SG]/],
  ["udevadm", /^--cleanup-db$/],
  ["smbstatus mailq", /^-(?:q|R)/],
];

const byProgram = new Map<string, RegExp[]>();
for (const [programs, argument] of POWERS) {
  for (const name of programs.split(" ")) byProgram.set(name, [...byProgram.get(name) ?? [], argument]);
}

/** Spell checkers rewrite what they check, unless they are only to list or to answer. */
function rewrites({ name, args }: Call): boolean {
  if (!/^aspell$/.test(name) || args.length === 0) return false;
  const asks =
    /^(?:-a|list|dump|config|pipe|soundslike|munch|expand|combine|norm|-[v?]|--help|--version|help|usage|version)$/;
  return !args.some((word) => asks.test(word.value ?? ""));
}

/** A script file of its own; several commands in one call, which only show something when each of them does. */
function commands(call: Call): Word | undefined {
  if (call.name === "mlr") {
    // A script of its own: `mlr put -f x`.
    if (call.args[0]?.value === "-s") return call.args[0];
    const verb = call.args.findIndex((word) => /^(?:put|filter)$/.test(word.value ?? ""));
    return verb < 0
      ? undefined
      : call.args.slice(verb, verb + 8).find((word) => word.value === "-f" || word.value === "-s");
  }
  // Elsewhere they sort and count.
  if (call.name === "perf" && call.args[0]?.value === "script") {
    return call.args.find((word) => /^-[a-z]*[sg]/.test(word.prefix));
  }
  // Limits for a program that is started are its own; with a process named they are somebody else's.
  if (/^(?:prlimit|choom)$/.test(call.name)) {
    const named = call.args.some((word) => /^(?:-p|--pid)/.test(word.prefix));
    return named
      ? call.args.find((word) => /^(?:-n|--adjust)|^--?\w+=./.test(word.prefix) && !/^--?p/.test(word.prefix))
      : undefined;
  }
  if (call.name !== "mysqladmin") return undefined;
  return call.options.operands.find((word) =>
    !/^(?:status|ping|version|processlist|extended-status|variables)$/.test(word.value ?? "")
  );
}

function power(call: Call): Word | undefined {
  const forms = byProgram.get(call.name);
  if (forms !== undefined) {
    const runs = /^(?:valgrind|hyperfine|multitime|scan-build|ccache)$/.test(call.name);
    const input = call.input.kind === "text" || call.input.kind === "calls" ? call.input.text : null;
    if (
      /^(?:sqlite3?|duckdb)$/.test(call.name) &&
      forms.some((form) => form.test(input?.slice(0, 20_000) ?? ""))
    ) {
      return call.program;
    }
    for (const word of call.args) {
      if (runs && !word.prefix.startsWith("-")) break;
      if (forms.some((form) => form.test((word.value ?? word.prefix).slice(0, 2_000)))) return word;
    }
  }
  return commands(call) ?? (rewrites(call) ? call.program : undefined);
}

const powers = defineRule({
  id: "options.powers",
  verdict: "ask",
  reason: "Makes a program that mostly shows things run, load, change or send something",
  when: (call) => call.known && !call.isFunction && power(call),
  match: [
    "pygmentize -x -l ./x.py a",
    "cowsay -f ./x.cow hi",
    "perldoc -n ./x perl",
    "perldoc -oEvil perl",
    "mlr --from f put 'system(\"x\")'",
    "exiftool -if 'system(\"x\")' a.jpg",
    "exiftool '-filename<x' a.jpg",
    "json -e 'require(\"fs\")'",
    "postconf -e x=y",
    "xset s off",
    "passwd -l x",
    "soxi '|x'",
    "ssh-keygen -l -D ./x.so",
    "perf script ./x.py",
    "aspell -c f",
    "sysctl -f x",
    "sqlite3 a.db '.sh x'",
    "prlimit --pid 1 --nofile=9",
    "choom -p 1 -n 1000",
    "sqlite3 a.db <<E\n.sys x\nE",
    "sqlite3 a.db \"select edit('x','y')\"",
    "mysqladmin ping drop x",
    "cargo rustc -- -C linker=./x",
    "go build -ldflags '-extld=./x'",
  ],
  notMatch: [
    "pygmentize -l python a.py",
    "cowsay -f tux hi",
    "perldoc -f open",
    "perldoc -oman perl",
    "mlr --icsv --ojson cat f",
    "exiftool -Artist a.jpg",
    "xset q",
    "passwd -S",
    "ssh-keygen -l -f k.pub",
    "perf report -i perf.data",
    "aspell list",
    "hyperfine --warmup 3 'ls -l'",
    "prlimit --cpu=10 sort x",
    "choom -p 1",
    "groff -dFILE=x a.ms",
    "ccache gcc -c x.c -o x.o",
    "sqlite3 a.db .schema",
    "sqlite3 a.db 'select count(*) from t'",
    "mysqladmin -u root status",
    "go build -ldflags '-X main.v=1' ./...",
  ],
});

/** Words that stand for an address where a file is read. */
const ADDRESS = /^(?:https?|ftps?|sftp|scp|rtmps?|rtsp|gopher|smb):\/\//i;

const fetches = defineRule({
  id: "options.fetches",
  verdict: "ask",
  reason: "Gives an address to a program that otherwise reads files",
  when: (call) =>
    call.known && call.effects.every((effect) => effect.kind === "read") &&
    call.effects.find((effect) =>
      effect.redirect !== true && ADDRESS.test(effect.word?.value ?? effect.word?.prefix ?? "")
    )
      ?.word,
  match: ["gron http://e.example", "ffprobe https://e.example/a.mp4"],
  notMatch: ["echo http://e.example", "grep http://e.example f", "gron f"],
});

/** Languages that read files by themselves: `load("f")`, `--rawfile a f`. */
const LOADS = /load\w*\(\s*"([^"]+)"/g;

function loadsSecret(call: Call): Word | undefined {
  return call.args.find((word, index) => {
    if (word.value === null || word.value.length > 2_000) return false;
    const named = [...word.value.matchAll(LOADS)].map((match) => match[1] ?? "");
    if (/^(?:sqlite3|duckdb)$/.test(call.name)) {
      named.push(...[...word.value.matchAll(/'([^'*]+)'/g)].map((match) => match[1] ?? ""));
    }
    const asked = /^--(?:raw|slurp|arg)file$/.test(call.args[index - 2]?.value ?? "");
    if (asked || (call.name === "gio" && index > 0)) named.push(word.value);
    return named.some((path) => secretOf(call.target({ ...word, value: path, prefix: path })) !== null);
  });
}

const loads = defineRule({
  id: "secrets.loaded",
  verdict: "ask",
  reason: "Reads keys, passwords or other secrets into the text it shows",
  programs: ["jq", "gojq", "jaq", "yq", "gio", "mlr", "xidel", "sqlite3", "duckdb"],
  when: loadsSecret,
  match: [
    "jq -n --rawfile a .env '$a'",
    "yq 'load(\"/etc/shadow\")' f",
    "gio cat .env",
    "duckdb a.db \"from '.env'\"",
  ],
  notMatch: ["jq .env package.json", "yq .a f", "gio list"],
});

/** What programs can do besides. */
export const powersOfReaders: readonly Rule[] = [powers, fetches, loads];
