/** Questions to Debian's package tools that stand beside `apt` and `dpkg`. */
import type { Effect } from "../effect.ts";
import { defineProgram, harmless, type Program, reader } from "../program.ts";
import { administers } from "./administers.ts";
import { queries } from "./queries.ts";

/** What asks a server. */
const asksServer = (): readonly Effect[] => [{ kind: "network" }];

const DCTRL = "-F --field -s --show-field -k --key -t -j -o -1 -2 --pattern -C --date";

/** Package queries, control files, and the archive's tools. */
export const debian: readonly Program[] = [
  defineProgram({
    names: "grep-dctrl grep-status grep-available grep-aptavail grep-debtags",
    options: { values: DCTRL, flags: "-a -A -P -X -n -i -r -e -v -c -o -Q -I" },
    operands: "read",
    skip: (parsed) =>
      parsed.has("-P", "-F", "--field")
        ? parsed.options.filter((option) => /^-[aop]$/.test(option.name)).length + 1
        : 1,
  }),
  reader("sort-dctrl tbl-dctrl join-dctrl", { values: DCTRL }),
  harmless(
    "apt-show-versions apt-rdepends dpkg-query dpkg-vendor dpkg-buildflags dpkg-checkbuilddeps " +
      "dpkg-parsechangelog dpkg-scanpackages dpkg-scansources dglob dgrep dpigs dpkg-awk " +
      "which-pkg-broke debman check-enhancements debtree deborphan dlocate " +
      "dh_assistant dh_listpackages lintian-info lintian-explain-tags what-patch whodepends " +
      "deb-why-removed wnpp-check dd-list isdutf8 debsums pkgnames debconf-show ucfq " +
      "dwww-find vrms check-dfsg-status " +
      "rpm2cpio list-unreleased transition-check suspicious-source " +
      "apt-forktracer ischroot py3versions pyversions",
    { values: "-W -f --showformat -S -L -s -o -c --admindir" },
  ),
  reader(
    "debdiff lsdiff filterdiff grepdiff interdiff combinediff espdiff dehtmldiff flipdiff unwrapdiff fixcvsdiff diffstat diffoscope patchview",
    {
      values:
        "-i -x -p -z -n -E --include --exclude --strip-match --lines --hunks --files --addprefix --strip -I -X -#",
      writes: "-o --text --html --html-dir --json --markdown --restructured-text --profile",
      risky: "--in-place --interactive -e",
    },
  ),
  defineProgram({
    names: "dpkg-architecture",
    options: {
      values: "-a -t -A -T -q -e -i -E -W --host-arch --host-type --target-arch --query --equal --is",
      risky: "-c --command",
    },
  }),
  queries("dpkg-deb dpkg-split", {
    options: { flags: "-v --verbose --no-act", values: "-Z -z -S -o --showformat" },
    flags: "-I --info -c --contents -f --field -W --show --fsys-tarfile --ctrl-tarfile -l -q",
  }),
  queries("dpkg-divert dpkg-statoverride dpkg-trigger", {
    flags: "--list --listpackage --truename --check-supported --help --version",
  }),
  queries("apt-cache", {
    verbs:
      "show showpkg showsrc search policy madison depends rdepends pkgnames stats dump dumpavail unmet dotty xvcg",
    options: { values: "-o --option -c --config-file -t -p -s" },
  }),
  queries("apt-config", { verbs: "dump shell" }),
  queries("apt-mark", { verbs: "showauto showmanual showhold showinstall showremove showpurge" }),
  queries("apt-file", {
    verbs: "search list find show list-indices",
    options: {
      values:
        "-a --architecture -o --option -c --config-file -I --index-names --filter-suites --filter-origins",
      flags: "--substring-match --fixed-string -F -l --package-only -x --regexp -f --from-file -v --verbose",
    },
  }),
  queries("apt-ftparchive", { verbs: "packages sources contents release" }),
  queries("debconf-communicate debconf-set-selections debconf", { flags: "--help" }),
  queries("rpm", {
    flags: "-q --query -V --verify --checksig -K --querytags --showrc --version",
    options: {
      flags:
        "-a --all -i --info -l --list -f --file -p --package -c --configfiles -d --docfiles -s --state -R --requires --provides --changelog --scripts --whatprovides --whatrequires --last -v",
      values: "--qf --queryformat --root --dbpath",
    },
  }),
  defineProgram({
    names: "bts querybts apt-listchanges reportbug",
    effects: asksServer,
  }),
  defineProgram({
    names: "dget debsnap debget getbuildlog pts-subscribe dput dupload debrelease uscan uupdate",
    effects: (_, call) => [{ kind: "network" }, ...administers(call)],
  }),
];
