/** Compilers, linkers and document processors outside the JavaScript world, and what belongs to a build. */
import { namesForeign, projectCode } from "../grammar/project.ts";
import { tool } from "../grammar/tool.ts";
import { isTemporary } from "../paths.ts";
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import type { Word } from "../word.ts";

/** `cc` and its kin: one dash for long names too, values often attached. */
const c = defineProgram({
  names:
    "cc c++ gcc g++ clang clang++ c89 c99 tcc icc icx nvcc gfortran gdc gnat gnatmake gm2 f77 f95 hipcc " +
    "x86_64-linux-gnu-gcc x86_64-linux-gnu-g++ aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ " +
    "arm-linux-gnueabihf-gcc arm-none-eabi-gcc x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc musl-gcc",
  options: {
    style: "single",
    values:
      "-I -L -D -U -l -x -arch -isystem -include -isysroot -T -u -z -Xlinker -Xpreprocessor -Xassembler -Xclang -framework -target -MT -MQ -std -idirafter -iquote -imacros -F -rpath -install_name -current_version -compatibility_version -o -MF -dumpdir -wrapper -B -fplugin -specs --specs -plugin -load -fuse-ld",
  },
  effects: (parsed, call) => [
    projectCode,
    ...call.touch("write", parsed.values("-o", "-MF", "-dumpdir").filter((word) => word.value !== "-")),
    ...attached(call),
    ...injected(parsed, call),
  ],
  examples: {
    "gcc -c x.c -o x.o": "execute write:/home/user/project/x.o",
    "cc -oprog main.c": "execute write:/home/user/project/prog",
  },
});

/** `-oname`, in one word; no long option of these compilers begins with `-o` and a path. */
function attached(call: Call): Effect[] {
  return call.args.flatMap((word) => {
    const text = word.value ?? word.prefix;
    if (!/^-o./.test(text) || /^-(?:objc|openmp|only)/i.test(text)) return [];
    return call.touch("write", [{
      ...word,
      value: word.value?.slice(2) ?? null,
      prefix: word.prefix.slice(2),
    }]);
  });
}

/** Programs whose output is compiler flags or file names, whatever they are asked. */
const TELLS_FLAGS =
  /(?:^|-)config$|^pkgconf$|^(?:perl|python3?|ls|find|pwd|dirname|basename|git|uname|nproc|getconf|xcrun|brew|dpkg-architecture|dpkg-buildflags)$/;

/** Plugins and other programs a compiler can be told to load; words that may turn out to name one. */
function injected(parsed: Parsed, call: Call): Effect[] {
  const named = parsed.values(
    "-wrapper",
    "-B",
    "-fplugin",
    "-specs",
    "--specs",
    "-plugin",
    "-load",
    "-fuse-ld",
  );
  const attachedTo = call.args.filter((word) =>
    /^@(?:\/|~|\.\.)|^-(?:B.|f?plugin=|-?specs=|wrapper=|fuse-ld=.*\/|Wl,-plugin)/.test(word.prefix)
  );
  const unsure = parsed.uncertain.filter((word) =>
    word.from.length === 0 || !word.from.every((from) => TELLS_FLAGS.test(from.name))
  );
  return [
    ...[...named, ...attachedTo].map((word): Effect => ({ kind: "execute", word, program: word.text })),
    ...unsure.map((word): Effect => ({ kind: "execute", unknown: true, word })),
  ];
}

const others: readonly Program[] = [
  tool("ld ld.bfd ld.gold ld.lld lld mold wild", {
    style: "single",
    loads: "-plugin -T --script",
    values: "-L -l -e -m -z -soname -rpath -dynamic-linker --hash-style",
    writes: "-o --output -Map",
  }),
  tool("as nasm yasm gas llc opt llvm-as llvm-link", {
    values: "-f -F -I -D -U -march -mcpu -mtriple -x -W",
    writes: "-o -l -MF",
    loads: "-load -P",
    style: "single",
  }),

  tool("rustc rustdoc", {
    loads: "--crate-path --sysroot --extern -L -I",
    values:
      "--crate-type --crate-name --edition --emit --target --cfg -l -C --codegen -A -W -D -F --cap-lints --print --explain --test-args --playground-url --markdown-playground-url --extern-html-root-url --html-root-url --resource-suffix --default-theme --crate-version",
    writes: "-o --out-dir",
    executes: "--test-runtool --runtool",
    flags: "--test",
  }),
  tool(
    "javac kotlinc scalac groovyc ecj javadoc dokka aapt aapt2 d8 r8 proguard jlink jdeps javap jdeprscan",
    {
      style: "single",
      loads:
        "-cp -classpath --class-path -sourcepath --source-path -processor -processorpath --processor-path -p --module-path @",
      values:
        "-source -target --release -encoding -g --add-modules --add-exports -h -jvm-target -language-version",
      writes: "-d -s --output -include-runtime",
      executes: "-Xplugin -J-javaagent",
    },
  ),
  tool(
    "ghc ghc-pkg hsc2hs happy agda idris idris2 purs ocamlc ocamlopt ocamlfind ocamldep ocamllex menhir camlp5 dmd ldc2 nimc valac fpc dart2js haxe fsc fsharpc csc mcs vbc swiftc erlc elixirc coqc lean chezc",
    {
      style: "single",
      loads: "-package-db -I -L -pp -F -pgmF -config",
      values: "-package -odir-x -threaded -X -O -pkg -target -module-name",
      writes: "-o -odir -hidir -outputdir -output -d",
      executes: "-pgmF -pgmP -pgmc -pgml -ppx -pp",
    },
  ),
  tool(
    "bison yacc byacc flex lex re2c gperf ragel lemon gob2 swig qmake moc uic rcc lrelease lupdate pyuic5 pyuic6 pyrcc5 gdbus-codegen glib-compile-resources glib-compile-schemas glib-genmarshal glib-mkenums wayland-scanner windres rc dlltool",
    {
      loads: "-S --skeleton -L --language -I --include",
      values: "-p -P -b -D --define -W -F --name-prefix --file-prefix -N --prefix --target --c-name",
      writes:
        "-o --output --output-file --header-file -g --graph --xml --sourcedir --targetdir --defines -d --generate-c-code",
      optional: "-g --graph --xml -d --defines -D",
      flags: "-v",
    },
  ),
  tool("latexmk pdflatex xelatex lualatex latex tex pdftex luatex platex uplatex", {
    style: "single",
    loads: "-r -e -fmt",
    values: "-interaction -jobname -synctex -usepretex",
    writes: "-output-directory --output-directory -outdir -auxdir -aux-directory --outdir",
    executes: "-pdflatex -latex -lualatex -xelatex -dvips -pvc",
    risky: "-shell-escape --shell-escape -enable-write18 --enable-write18 -pvc",
    flags: "-pdf -C -c",
  }),
  tool(
    "bibtex biber makeindex dvips dvipdfmx tectonic texi2pdf texi2dvi makeinfo asciidoctor asciidoc a2x pandoc rst2html rst2man rst2pdf sphinx-build sphinx-apidoc sphinx-autogen doxygen help2man ronn txt2man pod2man pod2html pod2text pod2usage docbook2html docbook2man db2x_docbook2man xmlto ditaa plantuml mmdc dot neato fdp sfdp twopi circo epydoc pdoc pdoc3 pydoc-markdown pweave gtkdoc-mkhtml gtkdoc-scan yard rdoc ldoc naturaldocs cldoc breathe-apidoc markdown markdown_py commonmark kramdown redcarpet rdiscount multimarkdown a2ps enscript ps2pdf",
    {
      loads:
        "-c --conf -r --require -t --template --data-dir -F --filter --lua-filter -L --defaults --metadata-file -T --css --include-in-header --bibliography -C -m -d --doctype -e",
      values:
        "-b --backend -f --from --read -t --to --write -V --variable -M --metadata --toc-depth -j -D -A -W -s --section -n -a --attribute -interaction -jobname -I -x --name",
      writes:
        "-o --output --output-file --out-file -output-directory --output-directory --outdir -outdir --destination-dir -O --extract-media --auxdir --log",
      executes:
        "--pdf-engine -pdflatex -shell-escape --shell-escape -enable-write18 -latex --email-obfuscation -write18",
      flags: "-pdf -p -v -q",
      style: "getopt",
    },
  ),
  tool(
    "gcov lcov genhtml gcovr llvm-cov llvm-profdata gprof ctags etags cscope global gtags cflow cdecl unifdef stubgen cython cythonize f2py nuitka mypyc pybind11-stubgen ",
    {
      loads: "-r --root -p --package -m --module -c --config --rc --options -I --search-path",
      values:
        "-e --exclude -f --filter --kinds-C --kinds-C++ --languages --fields --extras --sort -R --title --branch -X --directive --language-force -b --branch-probabilities",
      writes: "-o --output --output-file --output-directory --html --xml --json",
      flags: "-a --all-branches -g --graph --recurse --list-kinds-full",
      executes: "--gcov-executable --gcov-tool --filter-terminal --pre-hook --post-hook --exclude-cmd",
    },
  ),
  tool("pkg-config pkgconf pkgconfig x86_64-linux-gnu-pkg-config", {
    loads: "--with-path",
    values: "--variable --define-variable --atleast-version",
    data: true,
  }),
];

/** Programs that configure a build, or run one that was configured; what they run is the project's own. */
const builders: readonly Program[] = [
  defineProgram({
    names: "cmake cmake3",
    options: {
      values: "-D -G -A -T -U --preset --target -t --config -j --parallel --graphviz --log-level -L -N",
      optional: "-j --parallel --trace-expand",
      reads: "-C --toolchain",
      executes: "-P",
    },
    effects: (parsed, call) => {
      if (parsed.has("-E")) return [{ kind: "execute", unknown: true }];
      const target = parsed.value("--target", "-t")?.value ?? "";
      if (parsed.has("--install", "--open") || /^(?:install|uninstall|package_source)/.test(target)) {
        return [{ kind: "write", unknown: true }];
      }
      const foreign = [
        // The sources stand above the directory of a build made beside them.
        ...parsed.operands.filter((word) =>
          word.value !== ".." || isTemporary(call.target(word).path ?? "/tmp")
        ),
        ...dashed(call, /^-[SBC]./),
        ...definitions(call),
      ];
      return [projectCode, ...elsewhere(foreign, call)];
    },
    examples: { "cmake --build build": "execute", "cmake --install build": "write" },
  }),
  defineProgram({
    names: "ninja ninja-build samu",
    options: { values: "-C -j -k -l -d -w -t", reads: "-f" },
    effects: (parsed, call) => {
      const verb = parsed.operands.find((word) =>
        /^(?:install|uninstall|clean|deploy|upload|flash)/.test(word.value ?? "")
      );
      if (verb !== undefined) return [{ kind: "write", unknown: true, word: verb }];
      if (/^(?:clean|restat|recompact|cleandead)$/.test(parsed.value("-t")?.value ?? "")) {
        return [{ kind: "write", unknown: true }];
      }
      return [projectCode, ...elsewhere([...parsed.values("-C", "-f")], call)];
    },
    examples: { "ninja -C build": "execute", "ninja install": "write" },
  }),
];

function dashed(call: Call, form: RegExp): Word[] {
  return call.args.filter((word) => form.test(word.prefix))
    .map((word) => ({ ...word, value: word.value?.slice(2) ?? null, prefix: word.prefix.slice(2) }));
}

/** `-DNAME=value`: a compiler, launcher or toolchain from elsewhere runs during the build. */
function definitions(call: Call): Word[] {
  return dashed(
    call,
    /^-D(?:CMAKE_(?:\w+_COMPILER(?:_LAUNCHER)?|TOOLCHAIN_FILE|MAKE_PROGRAM|PROJECT_\w*INCLUDE\w*)|\w*_EXECUTABLE)(?::\w+)?=/,
  )
    .map((word) => {
      const at = (word.value ?? word.prefix).indexOf("=") + 1;
      return { ...word, value: word.value?.slice(at) ?? null, prefix: word.prefix.slice(at) };
    }).filter((word) => !/^\/(?:usr|opt)\//.test(word.value ?? ""));
}

function elsewhere(words: readonly Word[], call: Call): Effect[] {
  return words.filter((word) => namesForeign(word, call)).flatMap((word) =>
    call.touch("execute", [word], { program: word.text })
  );
}

/** Compilers, generators, document processors and build systems. */
export const compilers: readonly Program[] = [c, ...others, ...builders];
