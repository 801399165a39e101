/** The 40 behaviours that the skills tools promise, each with the tests that prove it. */

/** A test by the file that it stands in and its name; a name that ends in `…` is the beginning of one or more. */
export interface TestName {
  readonly file: string;
  readonly name: string;
  /** The file that makes the test for that one, where another does; the report names it instead. */
  readonly madeIn?: string;
}

/** One promise. */
export interface Behaviour {
  readonly number: number;
  readonly what: string;
  readonly tests: readonly TestName[];
}

/** The tests of a file below `tests/`, by their names. */
export const file = (path: string) => (...names: string[]): TestName[] =>
  names.map((name) => ({ file: `tests/${path}`, name }));

const inSteps = file("skills/served/behaviours_test.ts");
/** A sentence that is proved through the started program, in both eras. */
const served = (...names: string[]) =>
  inSteps(
    ...["legacy", "modern"].flatMap((era) =>
      names.map((name) => `what the five tools answer in the ${era} era > ${name}`)
    ),
  );
const faulty = (...beginnings: string[]) =>
  file("skills/validator/package_test.ts")(
    ...beginnings.map((text) => `a fault is told with code, file and line: ${text}…`),
  );
const args = file("skills/tools/arguments_test.ts");
const b3 = file("skills/planner/b3_test.ts");
const older = file("skills/planner/legacy_test.ts");
const discovery = file("skills/registry/discovery_test.ts");
const roots = file("skills/registry/roots_test.ts");
const cache = file("skills/registry/cache_test.ts");
const sections = file("skills/validator/sections_test.ts");
const legal = file("skills/validator/legal_test.ts");
const solana = file("skills/detector/solana_test.ts");
const walk = file("skills/detector/walk_test.ts");
const stdio = file("dispatch/stdio_test.ts");
const badRoots = file("cli/skills_test.ts")(
  "a bad configuration of roots ends serve and every command with 2, stdout empty",
);

const LIST: readonly (readonly [what: string, tests: readonly TestName[]])[] = [
  [
    "five names, closed schemas, fresh each time",
    served("tools/list names five tools in order, each closed, and the same when it is asked again"),
  ],
  [
    "notifications are silent, id null is answered",
    stdio(
      "A tools/call or initialize as a notification has no answer and no effect",
      "A frame with an id of null is answered…",
    ),
  ],
  [
    "a key for an id is not said back",
    stdio("A frame with another jsonrpc version and a key as id is answered…"),
  ],
  [
    "get_skill takes no path",
    [...served("get_skill takes no path"), ...args("get_skill with an extra path is an unknown argument")],
  ],
  ["unsafe root ids", [
    ...served("an unsafe root id is refused and never told again"),
    ...args("root_ids …", "seventeen root_ids are refused, and so are two spellings of one"),
  ]],
  ["a root's id in any case", served("a root is found under every spelling of its id")],
  ["an unknown root", served("an unknown root id is SKILL_ROOT_UNKNOWN and nothing else")],
  ["two widths of one root id", [
    ...badRoots,
    ...roots("two ids that differ only in width are one root twice"),
  ]],
  ["one directory under two ids", [
    ...badRoots,
    ...roots("one directory under two ids is one root twice, however its path is spelled"),
  ]],
  ["a root that is a link", [
    ...badRoots,
    ...roots("a root that is a link, or lies behind one, is refused by name"),
  ]],
  [
    "no configuration",
    inSteps("without a configuration list_skills is SKILL_ROOT_CONFIG, and detect still works"),
  ],
  ["days that are none", [
    ...served("a day that no calendar has is refused"),
    ...args('today "2026-02-30" is no date', 'today "2026-7-1" is no date'),
  ]],
  [
    "reading and searching",
    served("with reading and searching the example package is selected first, without limitation"),
  ],
  ["reading alone", served("without searching it is selected with a limitation and a warning")],
  ["undeclared capabilities", served("with undeclared capabilities it is blocked")],
  [
    "a forbidden capability",
    served("with a forbidden capability it is blocked, and the capability is named"),
  ],
  ["another type", b3("A skill for another type of project is not applicable, and nothing else is found")],
  ["activation facts absent", [
    ...b3("A skill of the right type whose activation facts are all absent is not applicable"),
    ...older("The older plan selects a skill whose activation facts are absent"),
  ]],
  ["an empty registry", [
    ...served("an empty root gives an empty plan, which is a plan"),
    ...b3("An empty registry makes a valid, empty plan"),
    ...older("An empty registry makes a valid, empty older plan"),
  ]],
  ["a gap", b3("A declared fact without a provider opens a gap, and the plan is partial")],
  [
    "a provider that is blocked",
    b3("A provider that is installed and blocked, or not applicable, leaves the gap open"),
  ],
  [
    "arguments of the other version",
    served("B3 takes no constraints, and 1.0 no client capabilities"),
  ],
  ["capabilities empty or absent", older("An empty list of capabilities is judged; an absent one is not")],
  ["twins", discovery("twins in two roots are both duplicates, and nobody is elected")],
  ["a directory of another name", faulty("SKILL_ID_MISMATCH phases.json:3 for")],
  ["no manifest", [
    ...faulty("MANIFEST_MISSING phases.json for"),
    ...served("a bad package blocks its registry, and the answer says which, where and how to mend it"),
  ]],
  [
    "versions of the manifest",
    faulty("MANIFEST_SCHEMA_VERSION phases.json:30 for", "MANIFEST_SCHEMA_VERSION phases.json:2 for"),
  ],
  [
    "capabilities of a wrong type",
    faulty(
      'TYPE phases.json:27 for {"manifest":{"forbidden_capabilities":5}}',
      'TYPE phases.json:28 for {"manifest":{"forbidden_capabilities":[null]}}',
      'TYPE phases.json:28 for {"manifest":{"forbidden_capabilities":[{}]}}',
    ),
  ],
  ["required and forbidden", faulty("SKILL_CAPABILITY_CONFLICT phases.json:28 for")],
  [
    "headings in HTML or code",
    sections("behaviour 30: headings that stand only in HTML or code count for nothing"),
  ],
  [
    "prose that looks like HTML, and 2 MB of it",
    sections(
      "behaviour 31: prose before the headings hides none of them",
      "behaviour 31: two megabytes of openings before the headings come to an end",
    ),
  ],
  ["a SKILL.md of two names", [
    ...file("skills/validator/package_test.ts")("behaviour 32: hard links, links and pipes block a package"),
    ...discovery("a hard-linked SKILL.md, a pipe and a link block their package"),
  ]],
  ["a large SKILL.md", discovery("a SKILL.md of more than 256 KiB is too large")],
  [
    "dates and hosts of rules",
    legal(
      "behaviour 34: a day in the future, a rule too old, and an authority on another's host are refused",
    ),
  ],
  ["sub-domains", legal("behaviour 35: only the listed sub-domains of an official host are official")],
  [
    "a rewrite that hides itself",
    cache(
      "a rewrite of the same length with the time of change put back is served by the next call, with the system's " +
        "notifications",
      "a rewrite of the same length with the time of change put back is served by the next call, without notifications",
    ),
  ],
  [
    "a change meanwhile",
    cache("a package that changes during the discovery is no registry; the next call is fine"),
  ],
  [
    "five days",
    cache("five days and then the first again are six builds: four are kept, the oldest goes first"),
  ],
  [
    "names of crates that are none",
    solana(
      "solana: a name in a line comment is no use",
      "solana: a name in a string is no use",
      "solana: a name in a raw string is no use",
      "solana: a lifetime is no use",
      "solana: a module of one's own is no use",
      "solana: an absolute import beside a module of that name is a use",
    ),
  ],
  [
    "what blocks a profile",
    walk(
      "a link to a file blocks the profile with REPARSE_POINT, and nothing else is said",
      "a file with another name outside blocks the profile with UNSAFE_FILE, and nothing else is said",
      "a named pipe blocks the profile with SPECIAL_FILE, and nothing else is said",
      "5,000 files are profiled, one more blocks with SCAN_LIMIT",
    ),
  ],
];

/** In the contract's order, counted from 1. */
export const BEHAVIOURS: readonly Behaviour[] = LIST.map(([what, tests], at) => ({
  number: at + 1,
  what,
  tests,
}));
