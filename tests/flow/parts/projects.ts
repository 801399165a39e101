/** Small projects with real bugs, their mends, and the checks that tell the two apart. */
import { dirname, join } from "node:path";
import type { CheckSettings } from "gatehouse/flow/types.ts";

/** A project as it is told of. */
export interface ProjectSpec {
  /** What a person would ask for. */
  readonly task: string;
  /** The file with the bug. */
  readonly broken: string;
  /** All files as they are before a run, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** What `broken` has to become. */
  readonly mended: string;
  /** A change that looks like a mend and is none: checks go on failing. */
  readonly mistaken: string;
  /** The first is of the kind that analyses, the second one runs tests; both required. */
  readonly checks: readonly [CheckSettings, CheckSettings];
}

/** A copy on disk, gone when it is disposed of. */
export interface Project extends ProjectSpec, AsyncDisposable {
  /** Real path. */
  readonly root: string;
}

const PYTHON: ProjectSpec = {
  task: "title_case in titles.py leaves the last word as it is: mend it",
  broken: "titles.py",
  files: {
    "titles.py": `SMALL = {"a", "an", "and", "of", "the"}


def title_case(text):
    """Capitalise every word but the small ones; the first and the last always."""
    words = text.split()
    result = []
    for at, word in enumerate(words):
        if word in SMALL and 0 < at < len(words) - 2:
            result.append(word)
        elif at < len(words) - 1:
            result.append(word.capitalize())
        else:
            result.append(word)
    return " ".join(result)
`,
    "test_titles.py": `import unittest

from titles import title_case


class TitleCase(unittest.TestCase):
    def test_last_word(self):
        self.assertEqual(title_case("gone with the wind"), "Gone With the Wind")

    def test_small_words(self):
        self.assertEqual(title_case("the lord of the rings"), "The Lord of the Rings")

    def test_small_last_word(self):
        self.assertEqual(title_case("what for the"), "What For The")

    def test_nothing(self):
        self.assertEqual(title_case(""), "")


if __name__ == "__main__":
    unittest.main()
`,
    "README.md": "# Titles\n",
  },
  mended: `SMALL = {"a", "an", "and", "of", "the"}


def title_case(text):
    """Capitalise every word but the small ones; the first and the last always."""
    words = text.split()
    last = len(words) - 1
    return " ".join(
        word if word in SMALL and 0 < at < last else word.capitalize()
        for at, word in enumerate(words)
    )
`,
  mistaken: `def title_case(text):
    return " ".join(word.capitalize() for word in text.split())
`,
  checks: [
    {
      name: "syntax",
      // Parses and writes nothing, where a compiler would leave a cache.
      cmd: [
        "python3",
        "-c",
        "import ast, pathlib; [ast.parse(p.read_text(), p) for p in pathlib.Path().glob('*.py')]",
      ],
      timeoutMs: 60_000,
      required: true,
      kind: "lint",
      filetypes: ["python"],
    },
    {
      name: "tests",
      cmd: ["python3", "-B", "-m", "unittest", "-q"],
      timeoutMs: 60_000,
      required: true,
      kind: "test",
      filetypes: ["python"],
    },
  ],
};

const DENO: ProjectSpec = {
  task: "total in cart.ts does not type-check, and it forgets the quantity: mend both",
  broken: "cart.ts",
  files: {
    "cart.ts": `/** One line of a cart. */
export interface Line {
  readonly cents: number;
  readonly quantity: number;
}

/** Cents of the whole cart. */
export function total(lines: readonly Line[]): number {
  let sum = "0";
  for (const line of lines) sum += line.cents;
  return sum;
}
`,
    "cart_test.ts": `import { total } from "./cart.ts";

Deno.test("each line counts as often as it was bought", () => {
  const cents = total([{ cents: 250, quantity: 2 }, { cents: 99, quantity: 1 }]);
  if (cents !== 599) throw new Error(\`\${cents} cents\`);
});

Deno.test("an empty cart costs nothing", () => {
  if (total([]) !== 0) throw new Error("it costs something");
});
`,
    "deno.json": "{}\n",
  },
  mended: `/** One line of a cart. */
export interface Line {
  readonly cents: number;
  readonly quantity: number;
}

/** Cents of the whole cart. */
export function total(lines: readonly Line[]): number {
  return lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
}
`,
  mistaken: `export interface Line {
  readonly cents: number;
  readonly quantity: number;
}

export function total(lines: readonly Line[]): number {
  let sum = 0;
  for (const line of lines) sum += line.cents;
  return sum;
}
`,
  checks: [
    {
      name: "types",
      cmd: [Deno.execPath(), "check", "cart.ts"],
      timeoutMs: 60_000,
      required: true,
      kind: "typecheck",
      filetypes: [".ts"],
    },
    {
      name: "tests",
      cmd: [Deno.execPath(), "test", "--no-check", "--no-prompt", "cart_test.ts"],
      timeoutMs: 60_000,
      required: true,
      kind: "test",
      filetypes: ["typescript"],
    },
  ],
};

/** The projects by the language that they are written in. */
export const PROJECTS = { python: PYTHON, deno: DENO } as const;

/** A copy of the project in a directory of its own. */
export async function project(language: keyof typeof PROJECTS): Promise<Project> {
  const spec = PROJECTS[language];
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: `gatehouse-${language}-` }));
  for (const [path, content] of Object.entries(spec.files)) {
    await Deno.mkdir(dirname(join(root, path)), { recursive: true });
    await Deno.writeTextFile(join(root, path), content);
  }
  return { ...spec, root, [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }) };
}

/** The checks as the operator writes them into a file. */
export function checksToml({ checks }: ProjectSpec): string {
  return checks.map(({ name, cmd, timeoutMs, required, kind, filetypes }) =>
    [
      `[checks.${name}]`,
      `cmd = ${JSON.stringify(cmd)}`,
      `timeout = ${timeoutMs}`,
      `required = ${required}`,
      `kind = "${kind}"`,
      `filetypes = ${JSON.stringify(filetypes)}`,
    ].join("\n")
  ).join("\n\n");
}
