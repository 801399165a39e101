/** Programs that show what a document, a picture, a sound, a database, a disc or a device holds. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Grammar, Parsed } from "../options.ts";
import { defineProgram, harmless, type Program, reader } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";
import type { Word } from "../word.ts";
import { queries } from "./queries.ts";

/** What only shows something; an option that is not named is asked about. */
const shows = (names: string, options: Grammar = {}): Program =>
  harmless(names, { closed: true, ...options });

/** The same of files. */
const showsFiles = (names: string, options: Grammar = {}): Program =>
  reader(names, { closed: true, ...options });

/** Reads the first file, and writes what comes after it. */
function readsThenWrites(parsed: Parsed, call: Call): readonly Effect[] {
  return [
    ...call.touch("read", parsed.operands.slice(0, 1)),
    ...call.touch("write", parsed.operands.slice(1).filter((word) => word.value !== "-")),
  ];
}

/** Reads files that may as well be addresses or connections. */
function reachable(files: readonly Word[], call: Call): readonly Effect[] {
  // The number of a coordinate system is no connection.
  const named = files.filter((word) => !/^(?:EPSG|ESRI|OGC|IGNF|IAU):\w+$/i.test(word.value ?? ""));
  return named.some((word) => word.value === null || /^\/vsi|^<|[:?*]/.test(word.value))
    ? [{ kind: "network", word: call.program }]
    : call.touch("read", named);
}

/** What comes out of an archive, here or where an option says. */
function unpacked(call: Call): Effect {
  return { kind: "write", ...(call.cwd === null ? { unknown: true } : { path: call.cwd, below: true }) };
}

const EXIV2 = new Set(
  "ad adjust rm delete in insert ex extract mv rename mo modify fi fixiso fc fixcom".split(" "),
);

/** `exiv2 [ACTION] [OPTION…] FILE…`: without an action it prints. */
function exiv2(parsed: Parsed, call: Call): readonly Effect[] {
  const action = parsed.operands[0]?.value ?? "";
  const files = parsed.operands.slice(EXIV2.has(action) || /^pr(?:int)?$/.test(action) ? 1 : 0);
  if (EXIV2.has(action)) return call.touch("write", files);
  return reachable(files, call);
}

/** Options of `qpdf` that show something; with a second file, or any other, it writes. */
const QPDF =
  "--check --check-linearization --show-linearization --show-npages --show-xref --show-pages --with-images --show-encryption " +
  "--show-encryption-key --list-attachments --requires-password --is-encrypted --filtered-stream-data --raw-stream-data --no-warn";

/** Options of `unsquashfs` that list or show, and unpack nothing. */
const UNSQUASHFS = "-cat -l -ls -ll -lls -lln -llnumeric -lc -llc -s -stat -mkfs-time -fstime";

/** Documents, pictures, sounds, databases, discs, devices. */
export const viewers: readonly Program[] = [
  showsFiles("mdb-tables mdb-count mdb-ver", {
    values: "-d --delimiter -t --type",
    flags: "-S --system -1 --single-column -T --showtype -M --version -h --help",
  }),
  showsFiles("mdb-export mdb-json", {
    values:
      "-d --delimiter -R --row-delimiter -q --quote -X --escape -I --insert -N --namespace -S --batch-size -D --date-format -T --datetime-format -0 --null",
    flags: "-H --no-header -Q --no-quote -e --escape-invisible -B --boolean-words --version -h --help",
  }),
  showsFiles("mdb-schema", {
    values: "-T --table -N --namespace",
    flags:
      "--drop-table --no-drop-table --not-null --no-not-null --default-values --no-default-values --not-empty --no-not-empty " +
      "--comments --no-comments --indexes --no-indexes --relations --no-relations --version -h --help",
  }),
  defineProgram({
    names: "recsel",
    options: {
      closed: true,
      values:
        "-S --sort -G --group-by -s --password -t --type -e --expression -q --quick -n --number -m --random -j --join -p --print -P --print-values -R --print-row",
      flags:
        "-d --include-descriptors -C --collapse -U --uniq -i --case-insensitive -c --count --print-sexps --help --version",
    },
    operands: "read",
    examples: { "recsel -e 'a=1' b.rec": "read:/home/user/project/b.rec" },
  }),
  defineProgram({
    names: "exiv2",
    options: {
      closed: true,
      values: "-g --grep -K --key -n --encode -p --print -P --Print -Q --log",
      flags: "-q --quiet -u --unknown -v --verbose -b --binary -k --keep -h --help -V --version",
    },
    effects: exiv2,
    examples: {
      "exiv2 -pt a.jpg": "read:/home/user/project/a.jpg",
      "exiv2 pr a.jpg": "read:/home/user/project/a.jpg",
      "exiv2 rm a.jpg": "write:/home/user/project/a.jpg",
      "exiv2 http://x/a.jpg": "network",
    },
  }),
  showsFiles("jhead", {
    style: "single",
    values: "-model -proc",
    flags: "-h -v -q -V -exifmap -se -c -exonly --help",
  }),
  showsFiles("exiftags", { flags: "-a -c -d -i -q -u -v" }),
  showsFiles("uchardet", { flags: "-v --version -h --help" }),
  showsFiles("chardet chardetect", { flags: "--minimal --version -h --help" }),
  showsFiles("hashdeep", {
    reads: "-k -f",
    values: "-c -i -I -o -p -j -F",
    flags: "-a -m -x -M -X -w -r -e -E -s -b -l -v -d -u -h -V",
  }),
  showsFiles("md5deep sha1deep sha256deep tigerdeep whirlpooldeep", {
    reads: "-m -x -M -X -f",
    values: "-p -I -i -a -A -o -j -F",
    flags: "-r -e -w -t -n -s -S -z -q -Z -0 -l -b -k -c -d -u -h -v -V",
  }),
  showsFiles("fribidi", {
    values: "-c --charset -w --width -B --bol -E --eol",
    flags:
      "-h --help -V --version -v --verbose -d --debug -t --test -C --charsetdesc --caprtl --showinput --nopad --nobreak --rtl --ltr --wrtl --wltr " +
      "--nomirror --reordernsm --clean --basedir --ltov --vtol --levels --changes --novisual",
  }),
  showsFiles("numdiff", {
    values:
      "-s --separators -D --delimiters -a --absolute-tolerance -r --relative-tolerance -F --formula -# --digits -c --currency -d --decimal-point " +
      "-t --thousands-separator -g --group-length -p --plus-prefix -n --minus-prefix -e --exponent-letter -i --imaginary-unit -X --exclude " +
      "-z --blur-if-numerical -Z --blur-unconditionally",
    optional: "-O --overview -f --test-filter",
    writes: "-o --output -l --warnings-to",
    flags:
      "-2 --strict -P --positive-differences -N --negative-differences -I --ignore-case -E --essential -U --dummy -b --brief -V --verbose --raw " +
      "-q --quiet --silent -S --statistics -m --minimal -H --speed-large-files -T --expand-tabs -B --binary -h --help -v --version",
  }),
  showsFiles("uniname unihist unidesc", {
    values: "-s -S",
    flags: "-A -a -B -b -c -d -e -g -h -L -l -m -n -p -q -r -u -V -v -w",
  }),
  showsFiles("tiffdump tiffcmp", { values: "-m -o -z", flags: "-h -l -t" }),
  showsFiles("opusinfo", { flags: "-h -q -v -V --help --quiet --verbose --version" }),
  defineProgram({
    names: "mp3val",
    options: { style: "single", closed: true, writes: "-l", flags: "-f -si -p -v" },
    effects: (parsed, call) => call.touch(parsed.has("-f") ? "write" : "read", parsed.operands),
    examples: {
      "mp3val a.mp3": "read:/home/user/project/a.mp3",
      "mp3val -f a.mp3": "write:/home/user/project/a.mp3",
    },
  }),
  showsFiles("sndfile-info", {
    style: "single",
    flags: "--broadcast --cart --channel-map --instrument --help",
  }),
  shows("isoinfo", {
    style: "single",
    reads: "-i",
    values: "-N -T -j -x",
    flags: "-help -h -d -f -l -p -R -J --help",
  }),
  defineProgram({
    names: "unsquashfs",
    options: {
      style: "single",
      closed: true,
      values: "-max -max-depth -p -processors -o -offset",
      writes: "-d -dest -pf -pseudo-file",
      flags:
        "-v -version -cat -q -quiet -n -no-progress -no -no-xattrs -x -xattrs -i -info -li -linfo -l -ls -ll -lls -lln -llnumeric -lc -llc " +
        "-s -stat -UTC -mkfs-time -fstime -h -help --help",
    },
    effects: (parsed, call) => [
      ...call.touch("read", parsed.operands.slice(0, 1)),
      ...(parsed.operands.length === 0 || parsed.has(...UNSQUASHFS.split(" ")) ? [] : [unpacked(call)]),
    ],
    examples: {
      "unsquashfs -ll a.sqfs": "read:/home/user/project/a.sqfs",
      "unsquashfs a.sqfs": "read:/home/user/project/a.sqfs write:/home/user/project",
    },
  }),
  defineProgram({
    names: "qpdf",
    options: {
      closed: true,
      reads: "--password-file",
      values: "--password",
      optional: "--show-object",
      flags: `${QPDF} --help --version`,
    },
    effects: (parsed, call) =>
      asksHelp(call) ? [] : parsed.operands.length === 1 && !parsed.operands[0]?.prefix.startsWith("@") &&
          parsed.has(...QPDF.split(" "), "--show-object")
        ? call.touch("read", parsed.operands)
        // `@file` holds further arguments.
        : parsed.operands.some((word) => word.prefix.startsWith("@"))
        ? [{ kind: "execute", unknown: true, word: call.program }]
        : readsThenWrites(parsed, call),
    examples: {
      "qpdf --check a.pdf": "read:/home/user/project/a.pdf",
      "qpdf a.pdf b.pdf": "read:/home/user/project/a.pdf write:/home/user/project/b.pdf",
      "qpdf @args": "execute",
    },
  }),
  defineProgram({
    names: "djvutxt",
    options: { closed: true, values: "--page --detail -page -detail", flags: "--escape --help" },
    effects: readsThenWrites,
  }),
  defineProgram({
    names: "boxes",
    options: {
      closed: true,
      values: "-a -c -d -e -i -k -n -p -q -s -t",
      reads: "-f",
      flags: "-h --help -l -m -r -v",
    },
    effects: readsThenWrites,
    examples: {
      "boxes -d dog": "",
      "boxes a b": "read:/home/user/project/a write:/home/user/project/b",
    },
  }),
  shows("mmdblookup", { reads: "-f --file", values: "-i --ip", flags: "-v --verbose --version -h --help" }),
  shows("netmask", {
    flags:
      "-h --help -v --version -d --debug -s --standard -c --cidr -i --cisco -r --range -x --hex -o --octal -b --binary -n --nodns",
  }),
  // A model is opened as its name says: a file, an address, a connection.
  defineProgram({
    names: "gdalinfo gdalsrsinfo",
    options: {
      style: "single",
      closed: true,
      values: "-mdd -sd -wkt_format -o",
      flags:
        "-json -mm -nogcp -nomd -norat -noct -nofl -checksum -listmdd -proj4 -v -V --version --help --formats",
    },
    effects: (parsed, call) => reachable(parsed.operands, call),
    examples: {
      "gdalinfo -json a.tif": "read:/home/user/project/a.tif",
      "gdalinfo /vsicurl/http://x/a.tif": "network",
    },
  }),
  showsFiles("cs2cs", {
    values: "-d -e -f --area --bbox --accuracy --authority",
    optional: "-t -l -w -W",
    flags: "-I -E -r -s -v --no-ballpark --3d",
  }),
  shows("projinfo", {
    style: "single",
    values:
      "-o -k --area --bbox --spatial-test --crs-extent-use --grid-check --pivot-crs --accuracy --authority -s -t --output-id",
    reads: "--main-db-path --aux-db-path",
    flags:
      "--searchpaths --remote-data --list-crs --dump-db-structure --summary -q --show-superseded --hide-ballpark --identify --c-ify --single-line --3d --boundcrs-to-wgs84",
  }),
  defineProgram({
    names: "minisign",
    options: {
      closed: true,
      values: "-P -c -t",
      reads: "-m -p -x",
      flags: "-V -H -o -q -Q -v -G -S -C -R -f -l -W",
    },
    effects: (parsed, call) =>
      parsed.has("-v") || parsed.has("-V") && !parsed.has("-G", "-S", "-C", "-R") ? [] : administers(call),
    examples: { "minisign -Vm a -p b.pub": "read:/home/user/project/a read:/home/user/project/b.pub" },
  }),
  defineProgram({
    names: "signify-openbsd",
    options: { closed: true, values: "-c -t", reads: "-m -p -x -s", flags: "-C -G -S -V -e -n -q -z" },
    // With `-e` the message is what comes out, and `-z` writes it too.
    effects: (parsed, call) =>
      parsed.has("-V", "-C") && !parsed.has("-G", "-S", "-e", "-z")
        ? call.touch("read", parsed.operands)
        : administers(call),
  }),
  shows("sdparm", {
    values: "-g --get -p --page -P --pdt -t --transport -M --vendor",
    reads: "-I --inhex",
    flags:
      "-a --all -B --dbd -d --dummy -e --enumerate -E --examine -f --flexible -h --help -H --hex -i --inquiry -l --long -n --num-desc -q --quiet " +
      "-r --readonly -R --raw -6 --six -v --verbose -V --version -w --wscan",
  }),
  shows("avahi-browse", {
    values: "-d --domain",
    flags:
      "-a --all -D --browse-domains -v --verbose -t --terminate -c --cache -l --ignore-local -r --resolve -f --no-fail -p --parsable -k " +
      "--no-db-lookup -b --dump-db -h --help -V --version",
  }),
  defineProgram({
    names: "capsh",
    options: {
      closed: true,
      values: "--decode --supports --explain --suggest --has-p --has-i --has-a --has-b --is-uid --is-gid",
      flags: "--print --modes --current --help --license",
    },
    // After `--` or `==` comes a shell or the program itself again.
    effects: (parsed, call) =>
      parsed.operands.length > 0 || call.args.some((word) => word.value === "--" || word.value === null)
        ? [{ kind: "execute", unknown: true, word: call.program }]
        : [],
    examples: { "capsh --decode=3": "", "capsh --print -- -c ls": "execute" },
  }),
  defineProgram({
    names: "json_xs",
    options: { closed: true, executes: "-e -f", values: "-t", flags: "-v" },
  }),
  shows("mmcli", {
    values: "-m --modem -b --bearer -i --sim -s --sms",
    flags:
      "-L --list-modems -K --output-keyvalue -J --output-json --location-status --location-get --messaging-status --messaging-list-sms " +
      "--signal-get --voice-list-calls --time -h --help -V --version",
  }),
  shows("nfsconf", {
    reads: "-f --file",
    values: "-a --arg",
    flags: "-g --get -e --entry -i --isset -v --verbose",
  }),
  queries("rpcctl", { bare: true, objects: "client switch xprt", verbs: "show" }),
  // With anything after it each sets something.
  defineProgram({
    names: "cupsctl domainname nisdomainname ypdomainname",
    effects: (_, call) => call.args.length === 0 || asksHelp(call) ? [] : administers(call),
    examples: { domainname: "", "domainname -F x": "privilege" },
  }),
  shows("lvmconfig", {
    values: "--type --atversion --sinceversion",
    flags:
      "-l --list --mergedconfig --withcomments --withsummary --withversions --withspaces --unconfigured --showdeprecated --showunsupported --validate --help --version",
  }),
  shows("virt-what popcon-largest-unused fc-conflist es2_info weston-info pwscore cracklib-check pom"),
  shows("ri", {
    values: "-f --format",
    flags:
      "-a --all -l --list -T --no-pager -i --interactive --no-interactive --profile -h --help -v --version",
  }),
  // Commands, formats and places that hold them are read by options that are not named.
  showsFiles("lnav", { executes: "-c -f -e", flags: "-h -H -C -n -q -N -r -R -t -V" }),
  showsFiles("goaccess", {
    reads: "-f --log-file",
    values: "--log-format --date-format --time-format",
    writes: "-o --output -l --debug-file",
    flags:
      "-a --agent-list -d --with-output-resolver -H --http-protocol -M --http-method -V --version -h --help",
  }),
  showsFiles("multitail", {
    style: "single",
    reads: "-i -I",
    values: "-M -n -s",
    executes: "-l -L",
    flags: "-f -h -V",
  }),
  showsFiles("xls2csv catppt", { values: "-b -c -d -f -g -q -s", flags: "-l -x -V" }),
  showsFiles("lacheck"),
  shows("opensc-tool", {
    values: "-r --reader -c --card-driver",
    flags:
      "--version -a --atr --list-algorithms -i --info -D --list-drivers -f --list-files -l --list-readers -n --name --serial -v --verbose -w --wait",
  }),
  defineProgram({
    names: "cabextract",
    options: {
      closed: true,
      values: "-F -e --encoding",
      writes: "-d --directory",
      flags: "-l --list -t --test -q --quiet -s --single -v --version -h --help -L -f -k",
    },
    effects: (parsed, call) => [
      ...call.touch("read", parsed.operands),
      ...(parsed.operands.length === 0 || parsed.has("-l", "--list", "-t", "--test") ? [] : [unpacked(call)]),
    ],
  }),
];
