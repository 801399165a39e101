/** Files of science, maps, calendars and machines' own controllers: tools that print what is in them. */
import { foreignCode, projectCode } from "../grammar/project.ts";
import { tool } from "../grammar/tool.ts";
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { defineProgram, type Program } from "../program.ts";
import { asksHelp } from "./administers.ts";
import { shows, showsFiles, store } from "./closed.ts";
import { queries } from "./queries.ts";

const fills = (call: Call): Effect[] => [{
  kind: "write",
  ...(call.cwd === null ? { unknown: true } : { path: call.cwd, below: true }),
}];

/** A tool of one format, by its verb: some print, the others write what an option or a place says. */
function format(
  names: string,
  spec: { prints: string; writes: string; values: string; outputs: string; flags?: string },
): Program {
  return defineProgram({
    names,
    options: { flags: "--version --help -h" },
    commands: {
      [spec.prints]: {
        options: {
          values: spec.values,
          writes: spec.outputs,
          reads: "--reference --fasta-ref --index-file",
          flags: spec.flags ?? "",
        },
        operands: "read",
      },
      [spec.writes]: {
        options: { values: spec.values, writes: spec.outputs, executes: "-c --command" },
        effects: (_, call) => asksHelp(call) ? [] : fills(call),
      },
    },
  });
}

/** A coordinate system is data, not a file: `EPSG:4326`. */
const files = (names: string, values: string, flags: string): Program =>
  defineProgram({
    names,
    options: {
      style: "single",
      closed: true,
      values,
      flags: `${flags} --help --version -h --help-general --utility_version`,
    },
    effects: (parsed, call) => {
      const given = parsed.operands.filter((word) =>
        !/^(?:-?\d+(?:\.\d+)?|EPSG:\d+|ESRI:\d+|OGC:\w+)$/.test(word.value ?? "")
      );
      return given.some((word) => word.value === null || /^\/vsi|^<|[:?*]/.test(word.value))
        ? [{ kind: "network", word: call.program }]
        : call.touch("read", given);
    },
  });

/** What prints, by format. */
export const dataFormats: readonly Program[] = [
  format("samtools", {
    prints:
      "view|stats|flagstat|idxstats|depth|coverage|head|quickcheck|samples|bedcov|tview|flags|dict|mpileup|checksum|version|help",
    writes:
      "sort|index|faidx|fqidx|merge|cat|reheader|markdup|fixmate|collate|split|import|fastq|fasta|addreplacerg|calmd|consensus|ampliconclip|reset|targetcut|phase|rmdup",
    values:
      "-@ --threads -q -f -F -G -L -r -R -s -t -T -X -d -m -Q -l -c -O --output-fmt --input-fmt-option --region",
    outputs: "-o --output -U",
    flags: "-h -H -b -C -1 -u -S -c -i -v -a",
  }),
  format("bcftools", {
    prints: "view|query|stats|head|gtcheck|filter|norm|call|mpileup|csq|cnv|consensus|version|help",
    writes: "index|concat|merge|isec|sort|annotate|reheader|convert|polysomy|roh|plugin",
    values: "-r -R -t -T -s -S -f -i -e -O -m -M -q -Q --threads -H -l",
    outputs: "-o --output -p",
  }),
  format("osmium", {
    prints: "fileinfo|show|tags-count|check-refs|query-locations-index|diff|help|version",
    writes:
      "cat|extract|sort|merge|merge-changes|renumber|time-filter|tags-filter|add-locations-to-ways|apply-changes|changeset-filter|create-locations-index|derive-changes|export|getid|getparents|removeid|repack",
    values: "-f --output-format -F --input-format -i --index-file -g --get -t --type -j --index-type",
    outputs: "-o --output",
    flags: "-e --extended -c --crc -q -s -v",
  }),
  files(
    "gdallocationinfo gdalmdiminfo",
    "-b -l_srs -lifonly -oo -if -array -limit -arrayoption",
    "-xml -geoloc -wgs84 -valonly -overview -nopretty -detailed -stats",
  ),
  queries("gdalmanage", { verbs: "identify", options: { flags: "-r -u -fr", style: "single" } }),
  showsFiles("ncdump ncinfo", { values: "-v -b -f -l -n -p -g", flags: "-c -h -i -k -s -t -w -x" }),
  showsFiles("h5ls h5stat h5diff h5debug", {
    values: "-w -n -d -p --delta --relative --exclude-path --width",
    flags:
      "-a -e -f -F -g -G -i -l -m -M -r -s -S -v -V -c -q --report --verbose --quiet --full --group --data --string --label --recursive --external --nan --compare",
  }),
  showsFiles("h5dump", {
    values:
      "-a --attribute -d --dataset -g --group -l --soft-link -t --datatype -s --start -c --count -k --block -S --stride -N --any_path -w --width",
    writes: "-o --output -O --ddl -b --binary",
    flags:
      "-n --contents -H --header -A --onlyattr -B --superblock -i --object-ids -p --properties -r --string -y --noindex -e --escape -x --xml -u -V",
  }),
  // Printing is asked for; without it the last operand is written.
  defineProgram({
    names: "ncks",
    options: {
      values: "-d -v -a --dimension --variable -l -p",
      writes: "-o --output --fl_out",
      flags: "-H -M -m -C -q -s -P --cdl --json --xml --trad -Q -u -x",
    },
    effects: (parsed, call) =>
      parsed.operands.length < 2 ? call.touch("read", parsed.operands) : [
        ...call.touch("read", parsed.operands.slice(0, -1)),
        ...call.touch("write", parsed.operands.slice(-1)),
      ],
    examples: {
      "ncks -H a.nc": "read:/home/user/project/a.nc",
      "ncks a.nc b.nc": "read:/home/user/project/a.nc write:/home/user/project/b.nc",
    },
  }),
  defineProgram({
    names: "ncgen ncgen3",
    options: {
      closed: true,
      values: "-k -l -N -L -M",
      writes: "-o",
      flags: "-b -c -f -h -n -x -3 -4 -5 -6 -7 -d -H",
    },
    effects: (parsed, call) => [
      ...call.touch("read", parsed.operands),
      ...(parsed.has("-b", "-k", "-n", "-3", "-4", "-5", "-6", "-7") && !parsed.has("-o") ? fills(call) : []),
    ],
  }),
  showsFiles("ssgrep ssdiff ssindex", {
    values: "-m --max-count",
    reads: "-f --keyword-file",
    writes: "-o --output",
    flags:
      "-c --count -i --ignore-case -l -L -n --print-locus -r --recalc -v --invert-match -w -x -H -h --xml -T -F -E -R",
  }),
  showsFiles("xml_pp", {
    values: "-s --style -e --encoding -p --preserve -c --conf-file",
    flags: "-l --load -v",
    risky: "-i",
  }),
  store("khal", {
    options: { values: "-c --config -l --logfile -v --verbosity", flags: "--color --no-color" },
    asks: "list|calendar|at|search|printcalendars|printformats|printics",
    shared: {
      values: "-a --include-calendar -d --exclude-calendar -f --format -df --day-format --json",
      flags: "-o --once --notstarted",
    },
    changes: "new|import|edit|interactive|configure",
  }),
  store("vdirsyncer", {
    options: { values: "-c --config -v --verbosity" },
    asks: "version",
    changes: "showconfig|sync|discover|repair|metasync",
    remote: true,
  }),
  store("rsnapshot", {
    options: { executes: "-c", flags: "-v -V -t -q -D -x" },
    asks: "configtest|du|diff|help",
    changes: "sync|alpha|beta|gamma|delta|hourly|daily|weekly|monthly|upgrade-config-file|rollback",
  }),
  store("datalad", {
    options: { values: "-l --log-level -f --output-format", executes: "-c", flags: "-C" },
    asks: "status|diff|subdatasets|siblings query|wtf|configuration get",
    shared: {
      values: "-d --dataset -t --annex -e --eval-subdataset-state --from -f --to -R --recursion-limit",
      flags: "-r --recursive",
    },
    changes:
      "save|clone|create|get|drop|push|update|run|rerun|install|uninstall|remove|unlock|copy-file|siblings|create-sibling|export-archive|download-url|add-readme|configuration|containers-run|publish|addurls",
  }),
  queries("mpc", {
    bare: true,
    verbs:
      "status current queued playlist listall list lsplaylists ls search find outputs stats version idle listneighbors tagtypes lsdirs channels",
    options: { values: "-h --host -p --port -f --format", flags: "-q -v --wait" },
  }),
  queries("playerctl", {
    verbs: "status metadata",
    flags: "-l --list-all",
    options: { values: "-p --player -f --format", flags: "-a -F" },
  }),
  queries("ipmitool ipmi-sensors ipmi-sel ipmi-fru ipmi-dcmi ipmimonitoring ipmidetect", {
    bare: true,
    objects: "sdr sel sensor fru mc chassis lan user channel power session dcmi pef sol",
    verbs: "list info elist print status get guid selftest version reading",
    flags: "--list-sensor-types --info --view",
    options: { values: "-H -U -P -I -L -h -u -p -l --sensor-types -t -f -E" },
  }),
  queries("ipmipower", {
    flags: "-s --stat",
    options: { values: "-h --hostname -u --username -p --password -D -l" },
  }),
  // Asks the pages for their state, one after another.
  defineProgram({
    names: "linkchecker",
    options: {
      values:
        "-r --recursion-level -t --threads -o --output --ignore-url --no-follow-url --timeout -D --debug -u --user",
      reads: "-f --config",
      writes: "-F --file-output",
      flags:
        "--check-extern -v --verbose -q --quiet --no-warnings --no-robots --no-status -V --version -h --help --list-plugins --stdin",
    },
    effects: (parsed, call) =>
      asksHelp(call) || parsed.operands.length === 0
        ? []
        : [{ kind: "network", word: parsed.operands[0] ?? call.program }],
  }),
  showsFiles("blkparse verify_blkparse", {
    values: "-i -f -F -a -A -D -w",
    writes: "-o -d --output",
    flags: "-b -h -M -n -q -s -t -v -V -O",
  }),
  queries("trace-cmd", {
    verbs: "report list stat check-events hist dump show",
    options: { values: "-i -F -t -B" },
  }),
  queries("tpmtool", { flags: "--list --version", options: { flags: "-h" } }),
  queries("p11-kit", { verbs: "list-modules list-tokens list-objects print-config" }),
  store("cme", {
    asks: "list|search|check|dump",
    shared: {
      values: "-search -narrow -type -backend -root-dir -dumptype -file",
      flags: "-quiet -verbose -force-load -strict -list",
      style: "single",
    },
    changes: "edit|shell|modify|fix|migrate|run|gen-class-pod|meta|update|fusefs|new",
  }),
  shows("dseq dconv dtest dround dzone", {
    values: "-f -i -b -e -s --format --input-format --skip --base --from-zone --zone --locale",
    flags: "-q -S --backslash-escapes",
  }),
  showsFiles("sim_c sim_text sim_java sim_pasc sim_lisp sim_m2 sim_mira sim_c++", {
    values: "-r -w -t",
    writes: "-o",
    flags: "-a -d -e -f -F -i -M -n -O -p -P -s -S -T -u -v -R",
  }),
  showsFiles("lid gid fid aid xtokid fnid complexity", {
    values: "-f -S -R -k -t -H --threshold --scale",
    flags: "-l -c -d -i -h -x -p -r -s -w -o -a --ignore",
  }),
  tool("gotype guru golang-guru digraph goyacc benchcmp godex", {
    style: "single",
    values: "-c -scope -tags -changed -best -mag",
    writes: "-o",
    flags: "-a -t -x -e -json -reflect -v -dump -ast -trace -comments",
  }),
  tool("jstest proof polendina polendina-node tea-time tad asynct generate-site coveradge pg_buildext", {
    loads: "--require -r --config --runner --page --webpack-config",
    values: "-R --reporter --timeout --runner",
    changes: "--inplace --update-examples",
    acts: "clean install",
  }),
  // `pipe-git-updated … -- COMMAND` gives it the files that changed.
  defineProgram({
    names: "pipe-git-updated",
    options: { style: "posix", values: "--base --ext", flags: "--branch" },
    effects: (parsed, call) => [projectCode, ...foreignCode(parsed.operands, call)],
    runs: (parsed) =>
      parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true }],
  }),
  defineProgram({
    names: "tap-dancer tap-describe tap-diffs tap-merge tap-progress",
    effects: () => [],
  }),
  defineProgram({
    names: "he mime xss",
    options: {
      flags:
        "--encode --decode --escape --allow-unsafe-symbols --everything --use-named-refs --attribute --strict -t -c -r --reverse -v -h --help --version",
      values: "-i",
      writes: "-o",
    },
    effects: (parsed, call) => call.touch("read", parsed.values("-i")),
  }),
];
