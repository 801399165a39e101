/** Options that make a compiler, a linker or a build tool run a program of somebody's choice, or load it. */
import type { Call } from "../call.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Word } from "../word.ts";

const C_FAMILY =
  "cc c++ gcc g++ clang clang++ c89 c99 tcc icc icx nvcc gfortran gdc gnat gnatmake gm2 f77 f95 hipcc musl-gcc " +
  "x86_64-linux-gnu-gcc x86_64-linux-gnu-g++ aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ " +
  "arm-linux-gnueabihf-gcc arm-none-eabi-gcc x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc";

/** By program: an argument, and after a blank the one that follows it. */
const LOADS: readonly (readonly [programs: string, argument: RegExp])[] = [
  [
    C_FAMILY,
    /^--?(?:load|plugin|fpass-plugin|fplugin|add-plugin|wrapper|specs|ld-path|iplugindir|ccbin|compiler-bindir|options-file|optf)(?:[=, -]|$)|^-Wl,.*-plugin|^--(?:GCC|GNATBIND|GNATLINK)=/,
  ],
  ["tcc nvcc dmd ldc2 haxe lean", /^--?run(?:[= -]|$)/],
  ["ld ld.bfd ld.gold ld.lld lld mold wild", /^--?plugin(?:[= ]|$)/],
  [
    "rustc rustdoc",
    /^(?:-C ?|--codegen[= ])(?:linker|link-args?|llvm-args)=|^-Z ?(?:codegen-backend|llvm-plugins|pre-link-args?)=|^@/,
  ],
  ["go gotip", /^--?gccgoflags|extldflags.*-(?:B|fplugin|specs|wrapper|fuse-ld=\/)/],
  [
    "javac kotlinc scalac groovyc ecj javadoc",
    /^-J(?!-X(?:m[nsx]|ss)\d+[kmg]?(?: |$)|-D(?:file\.encoding|user\.\w+)=)|^-(?:Xplugin|processor|doclet|docletpath|taglet|-?configscript)(?:[:= ]|$)|^@(?:\/|~|\.\.)/i,
  ],
  ["ghc", /^-(?:e|-interactive|-run|fplugin\S*|pgm\w+)(?:[= ]|$)/],
  ["ocamlc ocamlopt ocamlfind", /^-(?:cc|pp|ppx|plugin)(?:[= ]|$)/],
  ["fpc", /^-F[DPLe]/],
  ["haxe", /^--?(?:cmd|macro|interp)(?:[= ]|$)/],
  ["swiftc", /^-(?:load-plugin|plugin-path|external-plugin|tools-directory|use-ld=\/|ld-path)/],
  ["lean", /^--(?:plugin|load-dynlib)/],
  ["csc mcs vbc fsc fsharpc", /^[-/]{1,2}(?:a|analyzer|compilertool):/i],
  ["erlc", /parse_transform/],
  [
    "ctest ctest3",
    /^-S|^--(?:script|script-new-process|build-and-test|build-makeprogram|test-command|overwrite)(?:[= ]|$)|Submit\b/,
  ],
  [
    "cmake cmake3",
    /^(?:CC|CXX|LD|AR|SHELL|MAKE|CMAKE_COMMAND)=|^--toolchain[= ](?:\/|~|\.\.)|^-D ?\w*(?:COMPILER_LAUNCHER|LINKER_LAUNCHER|CROSSCOMPILING_EMULATOR)(?::\w+)?=(?!(?:s?ccache|distcc|icecc)(?: |$))\S|^-D ?CMAKE_(?:\w+_COMPILER|TOOLCHAIN_FILE|LINKER|AR|RANLIB|MAKE_PROGRAM|PROJECT_\w*INCLUDE\w*)(?::\w+)?=(?:\/(?!usr\/|opt\/)|~|\.\.)/,
  ],
];

const byProgram = new Map<string, RegExp[]>();
for (const [programs, argument] of LOADS) {
  for (const name of programs.split(" ")) byProgram.set(name, [...byProgram.get(name) ?? [], argument]);
}

/** Longer arguments are looked at up to here. */
const MAX_LENGTH = 2_000;

function loads(call: Call): Word | undefined {
  const forms = byProgram.get(call.name);
  if (forms === undefined) return undefined;
  return call.args.find((word, index) => {
    const next = call.args[index + 1];
    const text = `${word.value ?? word.prefix} ${next?.value ?? next?.prefix ?? ""}`.slice(0, MAX_LENGTH);
    return forms.some((form) => form.test(text));
  });
}

const chosen = defineRule({
  id: "tools.chosen_program",
  verdict: "ask",
  reason: "Makes a compiler or build tool run or load a program that an option names",
  when: (call) => call.known && !call.isFunction && loads(call),
  match: [
    "rustc -Clinker=/tmp/x a.rs",
    "rustc -C linker=x a.rs",
    "clang -Xclang -load -Xclang x.so a.c",
    "ld --plugin=x.so a.o",
    "javac -J-javaagent:x.jar A.java",
    "ctest -S x.cmake",
    "cmake -DCMAKE_C_COMPILER_LAUNCHER=evil ..",
    "cmake --toolchain /tmp/x ..",
  ],
  notMatch: [
    "rustc -C opt-level=3 a.rs",
    "clang -std=c++17 -c a.cc",
    "javac -J-Xmx1g -d out A.java",
    "ctest --test-dir build -L unit",
    "cmake -DCMAKE_C_COMPILER_LAUNCHER=ccache -B build",
  ],
});

/** Rules about compilers. */
export const compilerRules: readonly Rule[] = [chosen];
