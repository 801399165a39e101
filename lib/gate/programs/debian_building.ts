/** What builds Debian packages, and what looks at their sources while it does. */
import { MARK } from "../grammar/marks.ts";
import { tool } from "../grammar/tool.ts";
import { defineProgram, type Program } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";
import { shows, showsFiles } from "./closed.ts";
import { queries } from "./queries.ts";

/** Makers of a package's own files, in the tree they stand in. */
const makers = tool(
  "dpkg-gensymbols dpkg-gencontrol dpkg-shlibdeps dpkg-genbuildinfo dpkg-genbuilddeps dpkg-distaddfile dh_quilt_patch dh_quilt_unpatch equivs-build " +
    "deb-gview",
  {
    loads: "-l -c -L --package -F --format -e -S -x",
    values:
      "-p -v -P -I -t --package-name -d -D -U -V -T -a --admindir --buildinfo-file --build --build-info --always-include-kernel --ignore-missing-info -b -m -f",
    writes: "-O -o --output -C",
  },
);

/** Debian's package building, beside `debuild` and `dpkg-buildpackage`. */
export const debianBuilding: readonly Program[] = [
  makers,
  defineProgram({
    names: "dpkg-source",
    options: {
      flags:
        "-h --help --version --print-format --commit --before-build --after-build -b --build -x --extract",
      values: "-Z -z -i -I -T -c -l -F -V --format --compression",
      optional: "-Z -z -i -I",
    },
    // Packing leaves the package beside the tree; unpacking fills a directory here.
    effects: (parsed, call) =>
      asksHelp(call) || parsed.has("--print-format", "-h", "--version")
        ? []
        : [...call.touch("read", parsed.operands), {
          kind: "write",
          ...(call.cwd === null ? { unknown: true } : { path: call.cwd, below: true }),
        }],
    examples: {
      "dpkg-source --print-format .": "",
      "dpkg-source -x a.dsc": "read:/home/user/project/a.dsc write:/home/user/project",
    },
  }),
  shows("debmake", {
    flags: "-c -cc -ccc -k --copyright --kludge",
    values: "-P --pedantic",
    risky:
      "-a --archive -d --dist -t --tar -p --package -u --upstreamversion -r --revision -z --targz -b --binaryspec -e --email -f --fullname -i --invoke -j --judge -l --license -m --monoarch -o --option -q --quitearly -s --spec -w --with -x --extra -y --yes -L --local -n --native -B --backup",
  }),
  tool("decopy scan-copyrights", {
    loads: "--root --copyright-file",
    values: "--group-by --mode --exclude -X --glob --format",
    writes: "--output -o",
    data: true,
  }),
  queries("lintian-brush", {
    flags: "--list-fixers --list-tags --version",
    options: { flags: "--verbose --diff" },
  }),
  shows("plotchangelog", { values: "-s -g -c -t", flags: "-l -v -u -n" }),
  showsFiles("", {
    values: "--keyring",
    flags: "--nosigcheck --no-default-keyrings --verbose -q -u",
  }),
  queries("chdist", {
    verbs: "list help compare-packages compare-versions compare-bin-packages grep-dctrl-packages apt-cache",
  }),
  defineProgram({
    names: "gbp",
    options: { flags: "--version --help -h" },
    commands: {
      "config": { options: { closed: true, flags: "--verbose --help" } },
      "buildpackage": {
        effects: (_, call) => asksHelp(call) ? [] : [{ kind: "execute", program: MARK.build }],
      },
      "clone|pull|push|dch|import-dsc|import-dscs|import-orig|import-ref|create-remote-repo|pq|export-orig|pristine-tar|submit|tag|buildpackage-rpm|rpm-ch|pq-rpm|import-srpm|setup-gitattributes|rename":
        { effects: (_, call) => [{ kind: "network" }, { kind: "write", unknown: true, word: call.program }] },
    },
    examples: { "gbp config buildpackage": "", "gbp pull": "network write" },
  }),
  queries("sadt", { flags: "--help" }),
  queries("wrap-and-sort", {
    flags: "--dry-run -n",
    options: {
      flags:
        "-a -s -i -b -t -k -v --wrap-always --short-indent --sort-binary-packages --trailing-comma --keep-first --verbose -N --max-line-length",
    },
  }),
  queries("dpkg-name", { flags: "-V --version" }),
  showsFiles("dpkg-realpath", { values: "--root --instdir --admindir", flags: "-z --zero" }),
  queries("start-stop-daemon", {
    flags: "--status -T --test -t",
    options: {
      values: "-p --pidfile -x --exec -n --name -u --user --pid --ppid",
      flags: "-v --verbose -q --quiet",
    },
  }),
  // The change log is a file of the project; what opens an editor on it rewrites it.
  defineProgram({
    names:
      "dch debchange deb-reversion dep3changelog edit-patch add-patch debcommit tagpending origtargz mk-origtargz mass-bug debclean debsign debrsign debi debpkg desktop2menu",
    effects: (_, call) => asksHelp(call) ? [] : [{ kind: "write", unknown: true, word: call.program }],
  }),
  defineProgram({
    names: "nmudiff salsa debcheckout debootsnap deb-janitor cowpoke dcut",
    effects: (_, call) =>
      asksHelp(call) ? [] : [{ kind: "network", program: MARK.publish, word: call.program }],
  }),
  defineProgram({
    names:
      "pdebuild cowbuilder git-pbuilder debrebuild debrepro debbisect mmdebstrap debootstrap cdebootstrap piuparts",
    effects: (_, call) => asksHelp(call) ? [] : administers(call),
  }),
  defineProgram({
    names: "dpkg-depcheck",
    options: {
      style: "posix",
      values: "-b -f --features",
      writes: "-o",
      flags: "-a --all --list-deps -d --dash -m --min-deps -C --C-locale --no-conf -n",
    },
    runs: (parsed) =>
      parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true }],
    examples: { "dpkg-depcheck -d rm a": "delete:/home/user/project/a" },
  }),
];
