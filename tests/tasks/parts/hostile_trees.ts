/** Roots and projects that somebody made to do harm, and what must be said of each. */
import { dirname, join } from "node:path";
import { bodyOf, writeAgentSkill, writePackage } from "../../skills/parts/package.ts";
import { mustRun } from "./child.ts";

/** A tree that is written into an empty directory. */
export interface HostileTree {
  readonly name: string;
  /** A root of contract packages, one of ordinary Agent Skills packages, or a project to profile. */
  readonly kind: "root" | "agent-skills" | "project";
  readonly build: (path: string) => Promise<unknown>;
  /** Must be among the codes of the answer. */
  readonly code: string;
}

type Build = HostileTree["build"];

const BODY = bodyOf();

async function pipe(path: string): Promise<void> {
  await mustRun(["mkfifo", path]);
}

async function many(path: string, count: number, make: (path: string) => void): Promise<void> {
  await Deno.mkdir(path, { recursive: true });
  for (let at = 0; at < count; at++) make(join(path, `n${at}`));
}

const touch = (path: string) => Deno.writeTextFileSync(path, "");

/** A package `a`, and something done to it. */
function spoiled(spoil: Build, overrides: Parameters<typeof writePackage>[1] = {}): Build {
  return async (path) => await spoil(await writePackage(join(path, "a"), overrides));
}

/** A project with a Python file, and something done to it. */
function project(spoil: Build): Build {
  return async (path) => {
    touch(join(path, "a.py"));
    await spoil(path);
  };
}

const ALIASES = Array.from({ length: 8 }, (_, at) => `k${at + 1}: &k${at + 1} [*k${at}, *k${at}, *k${at}]`);
const BOMB = `k0: &k0 [x, x, x]\n${ALIASES.join("\n")}`;

/** Each tree. */
export const HOSTILE_TREES: readonly HostileTree[] = [
  {
    name: "a link loop in a package",
    kind: "root",
    build: spoiled((path) => Deno.symlink(path, join(path, "references", "loop"))),
    code: "PATH_UNSAFE",
  },
  {
    name: "two links that lead to each other",
    kind: "root",
    build: async (path) => {
      await Deno.symlink(join(path, "b"), join(path, "a"));
      await Deno.symlink(join(path, "a"), join(path, "b"));
    },
    code: "PATH_UNSAFE",
  },
  {
    name: "a FIFO for SKILL.md",
    kind: "root",
    build: spoiled((path) => pipe(join(path, "SKILL.md")), { files: { "SKILL.md": null } }),
    code: "PATH_UNSAFE",
  },
  {
    name: "a FIFO among the rules",
    kind: "root",
    build: spoiled((path) => pipe(join(path, "rules", "r.json"))),
    code: "PATH_UNSAFE",
  },
  {
    name: "a hard link",
    kind: "root",
    build: spoiled((path) => Deno.link(join(path, "SKILL.md"), join(dirname(path), "other"))),
    code: "PATH_UNSAFE",
  },
  {
    name: "10,001 entries in a root",
    kind: "root",
    build: (path) => many(path, 10_001, touch),
    code: "SKILL_ROOT_LIMIT",
  },
  {
    name: "10,001 entries in a package",
    kind: "root",
    build: spoiled((path) => many(join(path, "tests", "more"), 10_001, touch)),
    code: "SKILL_CACHE_LIMIT",
  },
  {
    name: "1,001 packages",
    kind: "root",
    build: (path) => many(path, 1_001, Deno.mkdirSync),
    code: "SKILL_PACKAGE_LIMIT",
  },
  {
    name: "65 levels",
    kind: "root",
    build: spoiled((path) => Deno.mkdir(join(path, ...Array<string>(66).fill("d")), { recursive: true })),
    code: "SKILL_CACHE_LIMIT",
  },
  {
    name: "names that clash but for case",
    kind: "root",
    build: async (path) => {
      for (const name of ["STRASSE", "straße"]) await writePackage(join(path, name));
    },
    code: "SKILL_DUPLICATE",
  },
  {
    name: "names that look the same",
    kind: "root",
    build: async (path) => {
      for (const name of ["sca1e", "scale"]) await writePackage(join(path, name));
    },
    code: "SKILL_ID_CONFUSABLE",
  },
  {
    name: "a name with a line feed",
    kind: "root",
    build: (path) => writePackage(join(path, "a\nb")),
    code: "PATH_UNSAFE",
  },
  {
    name: "a YAML bomb for front matter",
    kind: "root",
    build: spoiled(async () => {}, { frontmatter: BOMB }),
    code: "FRONTMATTER_UNKNOWN_KEY",
  },
  {
    name: "a YAML bomb in an ordinary package",
    kind: "agent-skills",
    build: (path) => writeAgentSkill(join(path, "a"), { frontmatter: BOMB }),
    code: "FRONTMATTER_YAML",
  },
  {
    name: "2 MB of headings",
    kind: "root",
    build: spoiled(async () => {}, { body: BODY + "## Loi centrale\n".repeat(131_072) }),
    code: "TOO_LARGE",
  },
  {
    name: "headings up to the limit",
    kind: "root",
    build: spoiled(async () => {}, { body: BODY + "## Loi centrale\n".repeat(16_000) }),
    code: "SKILL_SECTION",
  },
  {
    name: "markup up to the limit",
    kind: "root",
    build: spoiled(async () => {}, { body: `${"<a ".repeat(80_000)}\n` }),
    code: "SKILL_SECTION",
  },
  {
    name: "JSON of 1 MiB that only opens",
    kind: "root",
    build: spoiled(async () => {}, { manifestText: "[".repeat(1_048_576) }),
    code: "TOO_DEEP",
  },
  {
    name: "a link loop in a project",
    kind: "project",
    build: project((path) => Deno.symlink(path, join(path, "loop"))),
    code: "REPARSE_POINT",
  },
  {
    name: "a FIFO for source code",
    kind: "project",
    build: project((path) => pipe(join(path, "pipe.rs"))),
    code: "SPECIAL_FILE",
  },
  {
    name: "a hard link in a project",
    kind: "project",
    build: project((path) => Deno.link(join(path, "a.py"), join(path, "b.py"))),
    code: "UNSAFE_FILE",
  },
  {
    name: "10,001 entries in a project",
    kind: "project",
    build: project((path) => many(path, 10_000, Deno.mkdirSync)),
    code: "SCAN_LIMIT",
  },
  {
    name: "5,001 files in a project",
    kind: "project",
    build: project((path) => many(path, 5_000, touch)),
    code: "SCAN_LIMIT",
  },
  {
    name: "a declaration that nests",
    kind: "project",
    build: project((path) => Deno.writeTextFile(join(path, ".phases-profile.json"), "[".repeat(32_768))),
    code: "PROJECT_FACTS_INVALID",
  },
];

/** A name for a root of the tree, such as `r07`. */
export function rootId(at: number): string {
  return `r${String(at).padStart(2, "0")}`;
}
