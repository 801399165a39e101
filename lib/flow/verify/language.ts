/** Which language a file is in, by its name, and which files need no static analysis. */

/** By extension, lower case. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    python: "py pyi pyw",
    rust: "rs",
    go: "go",
    typescript: "ts tsx mts cts",
    javascript: "js jsx mjs cjs",
    lua: "lua",
    bash: "sh bash",
    c: "c h",
    cpp: "cc cpp cxx hpp hh hxx",
    nix: "nix",
    java: "java",
    kotlin: "kt kts",
    ruby: "rb",
    haskell: "hs",
    elixir: "ex exs",
    zig: "zig",
    swift: "swift",
    vue: "vue",
    svelte: "svelte",
    php: "php",
    csharp: "cs",
    fsharp: "fs fsx",
    scala: "scala sc",
    dart: "dart",
    sql: "sql",
    html: "html htm",
    css: "css",
    scss: "scss",
    erlang: "erl hrl",
    clojure: "clj cljs cljc",
    perl: "pl pm",
    r: "r",
    julia: "jl",
    ocaml: "ml mli",
    terraform: "tf",
    protobuf: "proto",
    cmake: "cmake",
    vim: "vim",
    fish: "fish",
    zsh: "zsh",
    powershell: "ps1 psm1",
  }).flatMap(([language, extensions]) =>
    extensions.split(" ").map((extension) => [extension, language] as const)
  ),
);

/** Files whose name says what their extension does not, lower case. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["makefile", "make"],
  ["gnumakefile", "make"],
  ["dockerfile", "dockerfile"],
  ["containerfile", "dockerfile"],
  ["cmakelists.txt", "cmake"],
  ["gemfile", "ruby"],
  ["rakefile", "ruby"],
]);

/** Documents and data. Other data formats have schemas and linters of their own, so they are not among them. */
const NOT_SOURCE: ReadonlySet<string> = new Set(
  "md txt rst json toml yaml yml lock csv tsv adoc jsonc jsonl".split(" "),
);
const NOT_SOURCE_NAMED: ReadonlySet<string> = new Set(
  "license licence copying notice authors readme changelog .gitignore .gitattributes .editorconfig .gitkeep"
    .split(" "),
);

/** What a path says of its file. */
export interface Kind {
  /** The language's name, else the extension without its dot, else `unknown`. */
  readonly language: string;
  /** With its dot, lower case; empty when there is none. */
  readonly extension: string;
  /** Static analysis must cover it. */
  readonly isSource: boolean;
}

/**
 * What a path says of its file. Case does not matter.
 *
 * @example
 * ```ts
 * import { kindOf } from "gatehouse/flow/verify/language.ts";
 *
 * if (kindOf("src/a.MTS").language !== "typescript" || kindOf("a.foo").language !== "foo") throw new Error("wrong");
 * if (kindOf("README.md").isSource || !kindOf("Makefile").isSource) throw new Error("not told apart");
 * ```
 */
export function kindOf(path: string): Kind {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  // A dot at the beginning makes a hidden file, not an extension.
  const dot = name.lastIndexOf(".");
  const bare = dot > 0 ? name.slice(dot + 1) : "";
  const named = NAMED.get(name);
  return {
    language: named ?? LANGUAGES.get(bare) ?? (bare === "" ? "unknown" : bare),
    extension: bare === "" ? "" : `.${bare}`,
    isSource: named !== undefined || !NOT_SOURCE.has(bare) && !NOT_SOURCE_NAMED.has(name),
  };
}

/**
 * Whether a check that says what it covers covers the file: by its language, its extension with or without the dot, or
 * `*`. Case does not matter.
 *
 * @example
 * ```ts
 * import { covers } from "gatehouse/flow/verify/language.ts";
 *
 * if (!covers(["python"], "a.py") || !covers([".foo"], "a.foo") || covers(["python"], "a.foo")) throw new Error("wrong");
 * ```
 */
export function covers(filetypes: readonly string[], path: string): boolean {
  const { language, extension } = kindOf(path);
  return filetypes.some((filetype) => {
    const wanted = filetype.toLowerCase();
    if (wanted === "*" || wanted === language) return true;
    return extension !== "" && (wanted === extension || `.${wanted}` === extension);
  });
}
