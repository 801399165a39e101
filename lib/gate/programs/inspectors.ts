/** Programs that show what a guest, a container, a device, a store or a media file holds. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Grammar, Parsed } from "../options.ts";
import { defineProgram, harmless, type Inner, type Program, reader } from "../program.ts";
import { asksHelp } from "./administers.ts";
import { queries } from "./queries.ts";

/** What only shows something; an option that is not named is asked about. */
const shows = (names: string, options: Grammar): Program =>
  harmless(names, { closed: true, ...options, flags: `${options.flags ?? ""} -h --help --version` });

/** The same of files. */
const showsFiles = (names: string, options: Grammar): Program =>
  reader(names, { closed: true, ...options, flags: `${options.flags ?? ""} -h --help --version` });

const GUEST: Grammar = {
  reads: "-a --add",
  values: "-d --domain -m --mount --format --blocksize --checksum --xpath",
  optional: "--checksum",
  flags:
    "-l --long -R --recursive --times --time-days --time-relative --time-t --uids --csv --extra-stats --human-readable " +
    "--all --extra --partitions --filesystems --lvs --logical-volumes --vgs --volume-groups --pvs --physical-volumes " +
    "--block-devices --blkdevs --no-title --uuid --uuids -i --inodes --one-per-guest -f --follow -q --quiet -v --verbose -x -V --no-applications --no-icon",
};

const GETTERS = new Set(
  ("getactivewindow getwindowpid getwindowname getwindowclassname getwindowgeometry getmouselocation getdisplaygeometry " +
    "getwindowfocus get_desktop get_num_desktops get_desktop_for_window version help").split(" "),
);

/** Filters of netpbm that print one picture, or what is in it. */
const NETPBM =
  "pamfile pamtable pamsumm pamsummcol pamgetcolor pamslice pamtilt pnmpsnr pgmhist ppmhist pamaltsat pambrighten pamcut pamdepth " +
  "pamditherbw pamedge pamenlarge pamflip pamhue pamlevels pamlookup pamscale pamseq pamstretch pamthreshold pamtopnm pamtopam " +
  "pamtopng pamtogif pgmmake pgmramp pgmnorm pgmtopbm pgmtoppm pbmmake pbmtoascii pbmtopgm pnmcat pnmcrop pnmcut pnmfile pnmflip pnmgamma " +
  "pnminvert pnmpad pnmpaste pnmrotate pnmscale pnmtopng pnmtoplainpnm ppmlabel ppmmake ppmquant ppmtopgm ppmtobmp ppmtogif ppmtojpeg pnmtojpeg " +
  "pngtopnm giftopnm jpegtopnm bmptopnm bmptoppm tifftopnm asciitopgm";

/** `hwloc-bind LOCATION… -- PROGRAM`, or with `--get` nothing is run. */
function bound(parsed: Parsed, call: Call): readonly Inner[] {
  if (parsed.has("--get", "-g", "--help", "--version")) return [];
  const cut = call.args.findIndex((word) => word.value === "--");
  const words = cut < 0 ? [] : call.args.slice(cut + 1);
  return words.length === 0 ? [] : [{ kind: "argv", words, external: true }];
}

/** `key=@file`, `key=:file` and `key=%file` put a file into the text. */
function members(parsed: Parsed, call: Call): readonly Effect[] {
  const files = parsed.operands.flatMap((word) => {
    const at = /^[^=]*=[@:%]/.exec(word.value ?? word.prefix)?.[0].length;
    return at === undefined
      ? []
      : [{ ...word, value: word.value?.slice(at) ?? null, prefix: word.prefix.slice(at) }];
  });
  return call.touch("read", files);
}

/** Guests, containers, devices, stores, media. */
export const inspectors: readonly Program[] = [
  shows(
    "virt-cat virt-df virt-ls virt-log virt-tail virt-filesystems virt-inspector virt-alignment-scan",
    GUEST,
  ),
  shows("lxc-info lxc-ls lxc-top lxc-monitor lxc-wait lxc-checkconfig lxc-config", {
    values:
      "-n --name -P --lxcpath -s --state -t --timeout -c --config --delay --sort -d -l --logpriority -g --groups --filter -F",
    writes: "-o --logfile",
    flags:
      "-1 -f --fancy -S --stats -H --no-humanize -i --ips -p --pid --active --running --stopped --frozen --defined -q --quiet --nesting -r --reverse -b --batch",
  }),
  shows("hwloc-calc hwloc-distrib hwloc-ps", {
    values:
      "--cpukind --restrict --restrict-flags -i --input --if --input-format -N --number-of -I --intersect -H --hierarchical --best-memattr " +
      "--sep --pid --name --uid --local-memory-flags --ignore --from --to --at",
    executes: "--pid-cmd",
    optional: "--no-smt",
    flags:
      "-a -p -l -c -t -n -q -v --physical --logical --pi --physical-input --li --logical-input --po --physical-output --lo --logical-output " +
      "--nodeset --no --nodeset-output --ni --nodeset-input --largest --local-memory --single --taskset --quiet --verbose --cpuset --threads " +
      "--single-ancestor -e --get-last-cpu-location --disallowed --short-name --reverse --pulist",
  }),
  defineProgram({
    names: "hwloc-bind",
    options: {
      style: "posix",
      closed: true,
      values: "--mempolicy --pid --cpukind --restrict",
      flags:
        "--cpubind --membind -g --get -e --get-last-cpu-location --single --strict -p -l -v -q -f --force",
    },
    effects: (parsed, call) =>
      asksHelp(call) || parsed.has("--get", "-g", "-e") || call.args.some((word) => word.value === "--")
        ? []
        : [{ kind: "execute", unknown: true, word: call.program }],
    runs: bound,
    examples: { "hwloc-bind node:1 -- rm a": "delete:/home/user/project/a", "hwloc-bind --get": "" },
  }),
  // The third file is where the difference is written.
  defineProgram({
    names: "hwloc-diff",
    options: { closed: true, flags: "--refname -h --help --version" },
    effects: (parsed, call) => [
      ...call.touch("read", parsed.operands.slice(0, 2)),
      ...call.touch("write", parsed.operands.slice(2)),
    ],
  }),
  defineProgram({
    names: "lstopo lstopo-no-graphics hwloc-ls",
    options: {
      values: "--if --input-format --of --output-format --only --ignore --filter --restrict --pid --fontsize",
      reads: "-i --input",
      writes: "--export-xml-file",
      flags: "-l -p -v -q -s -c -C -f --force",
    },
    effects: (parsed, call) =>
      call.touch(
        "write",
        parsed.operands.filter((word) => word.value !== "-" && word.value !== "/dev/stdout"),
      ),
    examples: { "lstopo --memattrs": "", "lstopo out.png": "write:/home/user/project/out.png" },
  }),
  showsFiles("inotifywait inotifywatch", {
    values:
      "--exclude --excludei --include --includei -t --timeout -e --event --timefmt --format -a --ascending -z --zero",
    reads: "--fromfile",
    writes: "-o --outfile",
    flags: "-m --monitor -P --no-dereference -r --recursive -q --quiet -c --csv --no-newline -v --verbose",
  }),
  showsFiles("fswatch", {
    values:
      "-e --exclude -f --format-time -i --include -l --latency -m --monitor --event --batch-marker --format",
    flags:
      "-0 --print0 -1 --one-event -o --one-per-batch -r --recursive -E --extended -I --insensitive -L --follow-links -M --list-monitors " +
      "-n --numeric -t --timestamp -u --utc-time -x --event-flags -v --verbose -d --directories -a --access",
  }),
  shows("progress", {
    values: "-c --command -a --additional-command -p --pid -W --wait-delay -i --ignore-file -o --open-mode",
    flags: "-q --quiet -w --wait -m --monitor -M --monitor-continuously -d --debug",
  }),
  showsFiles("fdupes jdupes duff", {
    values: "-G --minsize --maxsize",
    flags:
      "-r -R -s -H -n -A -1 -S -m -q -p -f --recurse --recurse: --symlinks --hardlinks --noempty --nohidden --sameline --size --summarize --quiet --omitfirst --permissions --version -O --paramorder -M --printwithsummary -Z",
  }),
  shows("uuid", { values: "-n -v -F", writes: "-o", flags: "-1 -m -r -d" }),
  showsFiles("xxhsum xxh32sum xxh64sum xxh128sum", {
    flags: "-c --check -q --quiet --status --strict --warn -w --tag --little-endian --ignore-missing",
    optional: "-H -b -i -B",
  }),
  defineProgram({
    names: "jo",
    options: { closed: true, reads: "-f", values: "-d", flags: "-a -B -D -e -n -p -v -V -h", writes: "-o" },
    effects: members,
    examples: { "jo a=1 b=@c": "read:/home/user/project/c", "jo -p a=1": "" },
  }),
  showsFiles("enca", {
    values: "-L --language",
    flags:
      "-d --details -e --enca-name -f --human-readable -g --guess -i --iconv-name -r --rfc1345-name -m --mime-name -V --verbose -v -l --list",
  }),
  shows("diceware", {
    values: "-n --num -d --delimiter -w --wordlist -r --randomsource --dice-sides -s --specials -l --lang",
    flags: "-c --caps --no-caps -v --verbose",
  }),
  shows("calcurse", {
    values:
      "-d --days --datefmt --input-datefmt --filter-type --filter-start-from --filter-start-to --filter-pattern -n --format-apt --format-event --format-todo -s -S --search -l --limit",
    flags: "-G --grep -a --appointment -Q --query -n --next -q --quiet -v",
    risky: "-P --purge -i --import -g --gc --daemon -F",
  }),
  defineProgram({
    names: "hledger ledger",
    options: {
      values: "-b --begin -e --end -p --period --depth -d --date-format --currency -X --exchange --color",
      reads: "-f --file",
      writes: "-o --output-file --output",
      executes: "--rules-file --pager --import --script --init-file",
      flags: "-h --help --version",
    },
    commands: {
      "balance|bal|b|balancesheet|bs|balancesheetequity|bse|incomestatement|is|cashflow|cf|register|reg|r|aregister|areg|print|p|accounts|a|activity|stats|files|commodities|payees|descriptions|tags|prices|codes|notes|roi|check|diff|equity|cleared|budget|csv|xml|pricedb|source|help":
        {
          options: {
            values: "-w --width --depth -b -e -p -O --output-format --format -F --sort -S",
            reads: "-f --file",
            writes: "-o --output-file --output",
            executes: "--pager --rules-file",
          },
        },
    },
    examples: { "hledger -f a.journal balance -1": "read:/home/user/project/a.journal" },
  }),
  defineProgram({
    names: "xdotool",
    options: { style: "none" },
    effects: (parsed, call) =>
      parsed.operands.every((word) =>
          GETTERS.has(word.value ?? "") || /^(?:--shell|--help|-v|%\d+|%@|\d+)$/.test(word.value ?? "")
        )
        ? []
        : [{ kind: "privilege", program: call.name, word: call.program }],
    examples: { "xdotool getmouselocation --shell": "", "xdotool getactivewindow exec rm a": "privilege" },
  }),
  queries("wmctrl", { flags: "-l -m -d", options: { flags: "-p -G -x -u" } }),
  queries("aconnect", { flags: "-i --input -o --output -l --list", options: { flags: "-x" } }),
  queries("pw-link", {
    flags: "-o --output -i --input -l --links",
    options: { flags: "-I --id -m --monitor -v --verbose" },
  }),
  queries("icotool wrestool", {
    flags: "-l --list",
    options: {
      values:
        "-t --type -n --name -L --language -i --index -w --width -h --height -b --bit-depth -p --palette-size",
    },
  }),
  queries("metaflac", {
    flags:
      "--list --show-md5sum --show-min-blocksize --show-max-blocksize --show-min-framesize --show-max-framesize --show-sample-rate --show-channels --show-bps --show-total-samples --show-vendor-tag --show-tag",
    options: {
      values: "--block-number --block-type --except-block-type --data-format",
      flags: "--with-filename --no-filename --no-utf8-convert",
    },
  }),
  queries("vorbiscomment", { flags: "-l --list", options: { flags: "-R --raw -e --escapes" } }),
  defineProgram({
    names: "mp3info",
    options: { values: "-a -t -l -n -g -y -c -p -r -f", flags: "-d -x -F -G -h -v -i" },
    effects: (parsed, call) =>
      call.touch(
        parsed.has("-a", "-t", "-l", "-n", "-g", "-y", "-c", "-d", "-i") ? "write" : "read",
        parsed.operands,
      ),
    examples: {
      "mp3info a.mp3": "read:/home/user/project/a.mp3",
      "mp3info -d a.mp3": "write:/home/user/project/a.mp3",
    },
  }),
  queries("mkvmerge", {
    flags: "-i --identify -J --list-languages --list-types --list-audio-emphasis --capabilities -V",
    options: { values: "-F --identification-format" },
  }),
  showsFiles("zbarimg", {
    values: "-S --set",
    optional: "-S",
    flags: "-q --quiet -v --verbose --raw --xml --noxml --nodisplay -d --display -D -1 --oneshot",
  }),
  showsFiles("rlog ident", {
    values: "-L",
    optional: "-d -l -r -s -w -x -V -z",
    flags: "-L -R -h -t -b -N -q -T -V",
  }),
  showsFiles("rcsdiff", { optional: "-r -x -z -k -V -T -C -U -u -c", flags: "-q -u -c -n -b -w -i -t" }),
  shows("xfs_estimate jack_lsp", { values: "-b -i -e -s", flags: "-c -C -A -l -L -p -t -v" }),
  showsFiles("atopcat svnversion accessdb symilar spellintian", {
    values: "-d --duplicates -w",
    flags: "-n --no-newline -c --committed -q --quiet -i --ignore-comments",
  }),
  shows("debmany which-pkg-broke-build find-dbgsym-packages dpkg-info", { flags: "-k -g -y -x" }),
  harmless("trash-list aulast auvirt rdebsums popularity-contest x86_64-linux-gnu-pkgconf pstree.x11", {
    closed: true,
  }),
  showsFiles("degrep dfgrep dzgrep dzegrep dzfgrep", {
    values: "-e -m -A -B -C",
    reads: "-f",
    flags: "-i -n -l -c -v -o -h -H -w -x -s -q -r",
  }),
  showsFiles(NETPBM, {
    style: "single",
    closed: false,
    writes: "-o -out -outfile -output -alphaout -outstem -savetable",
    reads: "-infile -lookupfile -mapfile -map -colorfile -palettefile -alpha",
  }),
  queries("wajig", {
    verbs:
      "help commands list list-installed list-names detail describe whichpkg policy depends recommended search status version versions toupgrade large sizes newupgrades listfiles list-files",
  }),
  queries("svnlook", {
    verbs:
      "author cat changed date diff dirs-changed filesize help history info lock log propget pget pg proplist plist pl tree uuid youngest",
    options: { values: "-r --revision -t --transaction -x --extensions -l --limit" },
  }),
  queries("svnadmin", { verbs: "help info lslocks lstxns verify dump list-unused-dblogs" }),
  queries("blkzone", { verbs: "report capacity", options: { values: "-o --offset -l --length -c --count" } }),
  queries("blkdiscard chcpu ctrlaltdel pivot_root switch_root sulogin ldattach chmem ipcmk ipcrm agetty", {}),
];
