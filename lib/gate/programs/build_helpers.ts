/** What stands around a build: autotools, packagers, compiler wrappers, and the small file tools of npm scripts. */
import { MARK } from "../grammar/marks.ts";
import { projectCode } from "../grammar/project.ts";
import { tool } from "../grammar/tool.ts";
import { defineProgram, harmless, type Inner, type Program } from "../program.ts";
import type { Parsed } from "../options.ts";

const autotools: readonly Program[] = [
  tool(
    "autoconf automake autoreconf aclocal libtoolize autoheader autopoint autoscan autom4te gettextize intltoolize intltool-update intltool-merge gtkdocize m4 gm4 ifnames autogen",
    {
      loads: "-I --include -B --prepend-include --system-acdir",
      values: "-W --warnings -t --trace -l --language -D --define -U -g --gettext-package",
      writes: "-o --output --output-file",
      executes: "--diff",
      data: true,
    },
  ),
  tool(
    "po4a po4a-gettextize po4a-translate po4a-updatepo po4a-normalize itstool intltool-extract msgconv msginit msgcomm msguniq gettext ngettext",
    {
      values: "-f --format -m --master -p --po -l --locale -L -M --type --variable",
      writes: "-o --output --output-file",
      data: true,
    },
  ),
];

const packaging: readonly Program[] = [
  tool(
    "dh_auto_build dh_auto_test dh_auto_configure dh_missing dh_strip dh_shlibdeps dh_gencontrol dh_md5sums dh_python3 dh_install dh_installdocs dh_installman dh_fixperms dh_compress dh_link dh_builddeb dh_prep dh_testdir dh_testroot dh_lintian",
    {
      values: "-p --package -N -X --exclude --sourcedir --builddirectory -B -D -S --buildsystem",
    },
  ),
  tool("pybuild autopkgtest autodep8 blhc     ", {
    values: "-p --name -s --system --interpreter --setup-commands -U --apt-upgrade --test-name",
    writes: "-o --output-dir -l --log-file --summary-file",
    executes: "--setup-commands --shell-fail",
  }),
  defineProgram({
    names:
      "rpmbuild makepkg abuild snapcraft flatpak-builder nfpm mock electron-builder electron-packager electron-forge cpack nexe",
    options: { values: "-D --define --target -f --file -s -t" },
    effects: (parsed) => parsed.has("--version", "--help") ? [] : [{ kind: "execute", program: MARK.build }],
  }),
];

/** Run the compiler, linker or build that follows. */
const around: readonly Program[] = [
  defineProgram({
    names: "ccache sccache distcc icecc bear scan-build libtool glibtool pump intercept-build",
    options: {
      style: "posix",
      values:
        "-o --output --tag --mode --config -k -M -F --use-analyzer --status-bugs --cdb -enable-checker -disable-checker",
      flags:
        "-s --show-stats -z --zero-stats -C --clear -c --cleanup -p --show-config -V --version -v --silent --quiet --verbose",
    },
    effects: () => [projectCode],
    runs: (parsed) => argv(parsed),
    examples: { "ccache gcc -c x.c": "execute", "ccache -s": "execute" },
  }),
  defineProgram({
    names: "hyperfine multitime",
    options: {
      values:
        "-w --warmup -r --runs -m --min-runs -M --max-runs -N --shell -L --parameter-list -P --parameter-scan -n --command-name -i -u --time-unit --style",
      writes: "--export-json --export-csv --export-markdown --export-asciidoc",
    },
    runs: (parsed) =>
      [...parsed.operands, ...parsed.values("-p", "--prepare", "-s", "--setup", "-c", "--cleanup")].map((
        word,
      ) => ({
        kind: "code",
        language: "shell",
        words: [word],
      })),
  }),
];

function argv(parsed: Parsed): Inner[] {
  return parsed.operands.length === 0 ? [] : [{ kind: "argv", words: parsed.operands, external: true }];
}

/** The shell's file tools, as packages for npm scripts. */
const files: readonly Program[] = [
  defineProgram({
    names: "rimraf del del-cli premove trash trash-cli",
    options: {
      values: "--backoff --max-retries --retry-delay --tmp",
      flags: "-g --glob --no-glob -f --force -r -rf",
    },
    effects: (parsed, call) => call.touch("delete", parsed.operands, { recursive: true }),
    examples: { "rimraf dist": "delete:/home/user/project/dist" },
  }),
  defineProgram({ names: "mkdirp make-dir", operands: "write", options: { values: "-m --mode" } }),
  defineProgram({
    names: "ncp cpx cpx2 cpy cpy-cli copyfiles copy cpr recursive-copy",
    options: { values: "-u --up -e --exclude --rename -I --include --cwd" },
    effects: (parsed, call) => [
      ...call.touch("read", parsed.operands.slice(0, -1)),
      ...call.touch("write", parsed.operands.slice(-1), { recursive: true }),
    ],
    examples: { "ncp a b": "read:/home/user/project/a write:/home/user/project/b" },
  }),
  defineProgram({
    names: "shx",
    options: { style: "posix" },
    runs: argv,
    examples: { "shx rm -rf dist": "delete:/home/user/project/dist" },
  }),
  defineProgram({
    names: "strip objcopy install_name_tool codesign elfedit llvm-strip llvm-objcopy",
    options: {
      values: "-R -K -N -j -O -I -F --set-rpath --add-section --update-section --set-interpreter",
      writes: "-o --output",
    },
    operands: "write",
    examples: { "strip a.out": "write:/home/user/project/a.out" },
  }),
  tool(
    "perltidy perlcritic cover dzil milla minil cpants_lint.pl tidy build pyproject-build vows expresso buster-test happiness covert matcha zuul airtap testling electron-mocha retire nsp esmify ",
    {
      loads: "-pro --profile -c --config -r --require --theme -config",
      values: "-l --severity --include --exclude -s -t --test -R --reporter --spec --outdir-mode",
      writes: "-o --outfile --outdir -output -f",
      changes: "-b -bext -m -modify --write-back",
      acts: "release deploy publish upload install new init setup add",
    },
  ),
  harmless(
    "tap-spec tap-dot tap-nyan tap-min tap-summary tap-diff tap-difflet tap-bail tap-parser tap-mocha-reporter tap-arc tap-nirvana tap-pessimist pino-pretty bunyan ",
  ),
];

/** Helpers of builds. */
export const buildHelpers: readonly Program[] = [...autotools, ...packaging, ...around, ...files];
