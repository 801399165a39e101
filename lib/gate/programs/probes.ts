/** What looks into a running kernel, a capture, a proof or a data file, and the small filters of a shell user. */
import { defineProgram, type Inner, type Program } from "../program.ts";
import type { Parsed } from "../options.ts";
import { MARK } from "../grammar/marks.ts";
import { administers, asksHelp } from "./administers.ts";
import { converts, shows, showsFiles } from "./closed.ts";
import { queries } from "./queries.ts";

/** The tracing tools of BCC and bpftrace: each prints what it sees until it is stopped. */
const TRACERS =
  "bashreadline bindsnoop biolatency biopattern biosnoop biotop bitesize btrfsdist btrfsslower cachestat cachetop capable cpudist cpuunclaimed dcsnoop dcstat drsnoop " +
  "execsnoop exitsnoop ext4dist ext4slower filegone filelife fileslower filetop gethostlatency hardirqs killsnoop llcstat mdflush memleak mountsnoop mysqld_qslower naptime " +
  "netqtop nfsdist nfsslower numamove offcputime offwaketime oomkill opensnoop pidpersec ppchcalls readahead runqlat runqlen runqslower shmsnoop slabratetop sofdsnoop softirqs " +
  "stackcount statsnoop swapin syncsnoop syscount tcpaccept tcpcong tcpconnect tcpconnlat tcpdrop tcplife tcpretrans tcprtt tcpstates tcpsubnet tcpsynbl tcptop " +
  "tcptracer threadsnoop vfscount vfsstat virtiostat wakeuptime wqlat writeback xfsdist xfsslower zfsdist zfsslower";

const tracers = TRACERS.split(" ");

/** `entr COMMAND…` for each change of the files on its input; `-s` gives it to a shell. */
function entr(parsed: Parsed): readonly Inner[] {
  if (parsed.operands.length === 0) return [];
  return parsed.has("-s")
    ? [{ kind: "code", language: "shell", words: parsed.operands }]
    : [{ kind: "argv", words: parsed.operands, external: true }];
}

/** Probes, captures, solvers, filters. */
export const probes: readonly Program[] = [
  shows(tracers.flatMap((name) => [`${name}-bpfcc`, `${name}.bt`]).join(" "), {
    values:
      "-p --pid -t --tid -d --duration -i --interval -m -n --name -u --uid -P --port -c -C -l -D -L --top -T --max-args",
    flags:
      "-a -x -e -q -v -w -s -r -Q -F -k -K -U -H -Z -4 -6 --failed --timestamp --verbose --stacks --json -j",
  }),
  // `… file NAME` writes what is dumped.
  defineProgram({
    names: "bpftool",
    options: { flags: "-j --json -p --pretty -f --bpffs -n --nomount -d --debug -V --version -h --help" },
    effects: (parsed, call) => {
      const words = parsed.operands.map((word) => word.value ?? "file");
      const asks = /^(?:show|list|dump|probe|help|version)$/.test(words[1] ?? words[0] ?? "help");
      return asks && !words.includes("file") ? [] : administers(call);
    },
    examples: {
      "bpftool prog show": "",
      "bpftool prog dump xlated id 1 file x": "privilege",
      "bpftool prog load x y": "privilege",
    },
  }),
  queries("bpftrace", { flags: "-l --info -V --version -h --help", options: { values: "-p", flags: "-v" } }),
  queries("fio", {
    flags: "--cmdhelp --enghelp --crctest --memcpytest --version -v -h --help --parse-only",
    options: { optional: "--cmdhelp --enghelp --profile --crctest" },
  }),
  defineProgram({
    names: "ioping",
    options: {
      closed: true,
      values: "-c -i -l -t -T -s -S -o -w -p -P -r -a",
      flags: "-A -C -D -L -R -B -q -h -v -k -G --help --version",
      risky: "-W -WWW -Y -y",
    },
    operands: "read",
    examples: { "ioping -c 3 .": "read:/home/user/project" },
  }),
  showsFiles("capinfos", {
    flags:
      "-t -E -I -F -H -k -c -s -d -u -a -e -S -x -y -i -z -o -n -l -A -T -L -R -r -N -q -Q -b -B -m -M -C -K -v",
  }),
  converts("editcap mergecap reordercap", {
    values: "-A -B -c -C -E -F -i -s -S -t -T -w-x -r -D -I --inject-secrets -a",
    writes: "-w",
    flags: "-d -v -n -h -L",
  }),
  // Ask a server for its keys, its services or its time.
  defineProgram({
    names: "sslscan grpcurl evans kcat kafkacat memcached-tool memcstat nbtscan dict dictl",
    effects: (_, call) =>
      asksHelp(call) || call.args.length === 0 ? [] : [{ kind: "network", word: call.program }],
  }),
  queries("lldpctl lldpcli", {
    bare: true,
    objects: "show",
    verbs: "neighbors interfaces chassis statistics configuration",
    options: { values: "-f" },
  }),
  queries("nginx named", { flags: "-v -V -h -?" }),
  queries("httpd apache2", { flags: "-v -V -l -L -M -S -h" }),
  queries("iperf3 openvpn haproxy chronyd unbound", {
    flags: "-v --version --show-ciphers --show-digests --show-tls --show-engines --show-curves --help -h",
  }),
  queries("openocd", { flags: "-v --version -h --help" }),
  // Solvers and provers read their problem and print an answer.
  showsFiles(
    "z3 cvc4 cvc5 yices yices-smt2 minisat cadical kissat glucose vampire eprover boolector mathsat opensmt",
    {
      style: "single",
      flags: "-smt2 -in -st -model -q -v --lang --incremental --produce-models --quiet --verbose",
      optional: "-T -t -memory --lang --timeout --tlimit",
    },
  ),
  showsFiles("choose grex procs dutree lstr erd hck zet ogrinfo exrheader exrinfo iccdump profdump", {
    values: "-f -o -d -n -s -x -X --sort --depth --color -fid -sql -where -spat -dialect -nln",
    flags:
      "-so -al -ro -q -json -geom -features -noextent -nocount -r -a -c -i -w -e -b -D -F --only-dir --reverse",
    style: "single",
    risky: "-sql -dsco -oo -if",
  }),
  defineProgram({
    names: "delta diff-so-fancy icdiff riff difft difftastic",
    options: {
      values:
        "--theme --syntax-theme --width -w --cols --tabs --tabsize --color --display --context -U --numlines -W --label -L --exclude",
      executes: "--pager --config --features --git-command",
      flags:
        "--dark --light -n --line-numbers -s --side-by-side --list-themes --list-languages --show-config --list-syntax-themes --color-only --diff-so-fancy --navigate -N -r --recursive --no-bold --highlight",
    },
    operands: "read",
    examples: { "icdiff a b": "read:/home/user/project/a read:/home/user/project/b" },
  }),
  // `sd FIND REPLACE` filters; with files it rewrites them.
  defineProgram({
    names: "sd",
    options: {
      closed: true,
      values: "-n --max-replacements -f --flags",
      flags: "-p --preview -F -s --fixed-strings --string-mode -A --across -h --help -V --version",
    },
    effects: (parsed, call) =>
      call.touch(parsed.has("-p", "--preview") ? "read" : "write", parsed.operands.slice(2)),
    examples: {
      "sd a b": "",
      "sd a b f": "write:/home/user/project/f",
      "sd -p a b f": "read:/home/user/project/f",
    },
  }),
  defineProgram({
    names: "dos2unix unix2dos mac2unix unix2mac",
    options: {
      closed: true,
      values: "-c --convmode -D --display-enc",
      optional: "-i --info",
      writes: "-n --newfile",
      flags:
        "-h --help -V --version -L --license -q --quiet -v --verbose -f --force -k --keepdate -b --keep-bom -s --safe -l --newline -r --remove-bom -o --oldfile -F --follow-symlink -S --skip-symlink -R -O --to-stdout -e --add-eol -u -m --add-bom -ul -ub -1252 -437 -ascii -iso -7 -850 -gb",
    },
    // Without a file it filters, and `-i` and `-O` only show.
    effects: (parsed, call) =>
      call.touch(parsed.has("-i", "--info", "-O", "--to-stdout") ? "read" : "write", parsed.operands),
    examples: {
      "dos2unix": "",
      "dos2unix a": "write:/home/user/project/a",
      "dos2unix -i a": "read:/home/user/project/a",
    },
  }),
  defineProgram({
    names: "recode",
    options: { flags: "-l --list -k -T -h --version --help -v -q -f -d -t -i -p -g -S -c", values: "-x -s" },
    // The first operand is the request; with files it rewrites them.
    effects: (parsed, call) =>
      parsed.has("-l", "--list", "-T") ? [] : call.touch("write", parsed.operands.slice(1)),
    examples: { "recode latin1..utf8": "", "recode latin1..utf8 a": "write:/home/user/project/a" },
  }),
  showsFiles("prune", { style: "single", values: "-n -N", flags: "-v -?" }),
  showsFiles("virt-xml-validate mcview", {}),
  shows("virt-host-validate", { flags: "-q --quiet -v" }),
  // Its language can start programs and write files.
  defineProgram({
    names: "gvpr",
    options: { values: "-c -i -o -a -E -N", reads: "", writes: "-o", executes: "-f", flags: "-q -n -V -?" },
    effects: (parsed, call) => {
      const [program, ...files] = parsed.operands;
      const texts = program === undefined ? [] : [program];
      const given = [...parsed.values("-c", "-E", "-N"), ...texts];
      const unsafe = given.find((word) =>
        word.value === null ||
        /\b(?:system|exec\w*|open\w*|write\w*|fwrite\w*|exit|rename|compOf)\b|>/.test(word.value)
      );
      if (unsafe !== undefined) return [{ kind: "execute", unknown: true, word: unsafe }];
      return call.touch("read", files);
    },
    examples: { "gvpr 'N[1]' f": "read:/home/user/project/f", "gvpr 'BEGIN{system(\"x\")}' f": "execute" },
  }),
  defineProgram({
    names: "htpasswd htdigest",
    options: { values: "-C", flags: "-c -n -b -i -m -B -d -s -p -D -v -2 -5 -r" },
    // With `-n` the line is printed, and there is no file.
    effects: (parsed, call) =>
      call.name === "htpasswd" && parsed.has("-n")
        ? []
        : call.touch(parsed.has("-v") ? "read" : "write", parsed.operands.slice(0, 1)),
    examples: { "htpasswd -nbB me x": "", "htpasswd -b f me x": "write:/home/user/project/f" },
  }),
  showsFiles("sqfscat", {
    values: "-p -processors -o -offset -mem",
    flags: "-st -strict-errors -no-exit -ig -q",
    style: "single",
  }),
  showsFiles(
    "ccomps sccmap gvpack bcomps gvmap edgepaint mingle gv2gml gml2gv gv2gxl gxl2gv dot2gxl gxl2dot graphml2gv mm2gv gvgen dijkstra cluster",
    {
      style: "single",
      values: "-X -C -m -i -o -n -a -g -l -k -K -s -c -b -d -T -f -r -z -t -G -A",
      writes: "-o",
      flags: "-x -v -s -S -e -u -D -? -j -p -w",
    },
  ),
  showsFiles("eu-elfclassify eu-srcfiles", {
    values: "-p -e",
    flags: "--elf --core --executable --shared --program --library -v --verbose --print --print0",
  }),
  showsFiles("sqldiff", {
    values: "--table --vtab --lib",
    flags: "--changeset --primarykey --rbu --schema --summary --transaction",
    risky: "--lib -L --changeset",
  }),
  queries("svndumpfilter svnrdump", {
    verbs: "help include exclude",
    options: { values: "--targets -r --revision" },
  }),
  shows("sconsign", {
    values: "-f -e --entry --format -d --dir",
    flags: "-c --csig -i --implicit -r --readable -s --size -t --timestamp -v --verbose",
  }),
  queries("callgrind_control", {
    flags: "-l --long -s --stat -b --back -e --events",
    options: { optional: "-e" },
  }),
  queries("tic", {
    flags: "-C -I -c -V",
    options: { flags: "-1 -r -x -s -v -U -L -N -G -g -T -t -a", values: "-w -e -Q -R" },
  }),
  defineProgram({
    names: "entr",
    options: { style: "posix", flags: "-a -c -d -n -p -r -s -z -cc -rr" },
    runs: entr,
    examples: { "entr rm a": "delete:/home/user/project/a" },
  }),
  queries("hardlink", {
    flags: "-n --dry-run",
    options: {
      flags:
        "-v --verbose -c --content -p --ignore-mode -o --ignore-owner -t --ignore-time -f --respect-name",
      values: "-x --exclude -i --include -s --minimum-size -S --maximum-size -y --method",
    },
  }),
  queries("checkrestart", { bare: true, flags: "-v -a -n -p -h --help" }),
  // Without `-b` it may ask, and then restart.
  queries("needrestart", { flags: "-b -p --version -h --help", options: { flags: "-k -l -w -v -q" } }),
  queries("brctl", { verbs: "show showmacs showstp" }),
  defineProgram({
    names: "oid2name",
    options: {
      values: "-d --dbname -f --filenode -H -h --host -o --oid -p --port -t --table -U --username",
      flags:
        "-i --indexes -q --quiet -s --tablespaces -S --system-objects -x --extended -V --version -? --help",
    },
    effects: (_, call) => asksHelp(call) ? [] : [{ kind: "network", program: MARK.query }],
  }),
  defineProgram({
    names: "promtool amtool",
    options: {},
    commands: {
      "check|check config|check rules|check metrics|check web-config|test|test rules|check-config|promql format":
        { operands: "read" },
      "query|query instant|query range|query labels|query series|alert query|silence query|alert|config show|cluster show":
        {
          effects: () => [{ kind: "network", program: MARK.query }],
        },
      "push|push metrics|debug|tsdb|silence|silence add|silence expire|silence import|alert add": {
        effects: (_, call) => administers(call),
      },
    },
    examples: { "promtool check config a.yml": "read:/home/user/project/a.yml" },
  }),
];
