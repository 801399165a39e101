/**
 * `deno task test`: sets up what the tests need, runs every group, and ends with one line of counts.
 *
 * Arguments are passed on to `deno test` for the groups (`--filter …`); a path among them runs only the group that
 * has it.
 */
import { mustRun, run } from "./parts/child.ts";
import { type Counts, countTests, sum } from "./parts/junit.ts";
import { familyEntries, workerEntries } from "./parts/late.ts";
import { type Need, provide } from "./parts/needs.ts";
import { oldDenoUnavailable } from "./parts/old_deno.ts";
import { outsideClientsUnavailable } from "./parts/outside_clients.ts";
import { IN_CI, present, ROOT, sources } from "./parts/tree.ts";

interface Group {
  readonly name: string;
  /** Directories and files under `tests/`; a file is of the group that names most of its path, or of none. */
  readonly paths: readonly string[];
  readonly needs: readonly Need[];
  /** Why it cannot run on this machine, or null. */
  readonly unavailable?: () => string | null | Promise<string | null>;
}

const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-run",
  "--allow-env",
  "--allow-sys",
];

/** Finds the processes that are left. */
const PS: Need = { program: "ps", package: "procps" };

/** The machine that is reached. */
const SSHD: Need = { program: "/usr/sbin/sshd", package: "openssh-server" };

/** With its whole library: `python3` alone may be the minimal one, which has no unittest. */
const PYTHON: Need = { program: "pydoc3", package: "python3" };

const GROUPS: readonly Group[] = [
  { name: "house", paths: ["tests/house"], needs: [{ program: "git", package: "git" }] },
  { name: "conformance", paths: ["tests/conformance"], needs: [] },
  {
    name: "clients",
    paths: ["tests/clients"],
    needs: [{ program: "node", package: "nodejs" }, { program: "npm", package: "npm" }],
    unavailable: outsideClientsUnavailable,
  },
  { name: "isolate", paths: ["tests/isolate"], needs: [PS] },
  {
    name: "hosts",
    paths: ["tests/hosts"],
    needs: [
      PS,
      SSHD,
      { program: "ssh", package: "openssh-client" },
      { program: "openssl", package: "openssl" },
      { program: "python3", package: "python3-minimal" },
      { program: "busybox", package: "busybox" },
      { program: "fish", package: "fish" },
      { program: "tcsh", package: "tcsh" },
      { program: "zsh", package: "zsh" },
      { program: "sudo", package: "sudo" },
      { program: "cron", package: "cron" },
      { program: "crontab", package: "cron" },
    ],
  },
  {
    name: "containers",
    paths: ["tests/hosts/compose", "tests/hosts/remote/docker_test.ts"],
    needs: [
      PS,
      SSHD,
      { program: "python3", package: "python3-minimal" },
      { program: "busybox", package: "busybox" },
      { program: "dockerd", package: "docker.io" },
      { program: "docker", package: "docker.io" },
      { program: "docker-compose", package: "docker-compose" },
    ],
  },
  {
    name: "flow",
    paths: ["tests/flow"],
    needs: [PS, { program: "nvim", package: "neovim" }, PYTHON],
  },
  { name: "tasks", paths: ["tests/tasks"], needs: [{ program: "curl", package: "curl" }] },
  {
    name: "newcomer",
    paths: ["tests/newcomer"],
    needs: [
      { program: "git", package: "git" },
      { program: "npm", package: "npm" },
      { program: "curl", package: "curl" },
    ],
    unavailable: oldDenoUnavailable,
  },
  { name: "compiled", paths: ["tests/compiled"], needs: [PS, SSHD], unavailable: oldDenoUnavailable },
];

/** After this long a group hangs: it is stopped, and counts as a failure. */
const GROUP_LIMIT_MS = 20 * 60_000;

const CI_SKIP = "a skip is a failure when CI=true";

/** One group and its files, and whether it writes as it goes or when it has ended. */
interface Work {
  readonly group: Group;
  readonly files: readonly string[];
  readonly show: boolean;
}

async function runGroup({ group, files, show }: Work, extra: readonly string[]): Promise<Counts> {
  const missing = await provide(group.needs);
  const reason = missing.length > 0
    ? `needs ${missing.map((n) => `${n.program} (Debian package ${n.package})`).join(", ")}`
    : await group.unavailable?.() ?? null;
  if (reason !== null) {
    console.error(
      `SKIPPED group ${group.name}, ${files.length} files: ${reason}${IN_CI ? `; ${CI_SKIP}` : ""}`,
    );
    return { passed: 0, failed: IN_CI ? 1 : 0, skipped: IN_CI ? 0 : files.length };
  }
  const report = await Deno.makeTempFile({ prefix: "gatehouse-junit-" });
  try {
    if (show) console.log(`\n# ${group.name}`);
    const ended = await run(
      [
        Deno.execPath(),
        "test",
        "--no-prompt",
        "--no-check",
        ...frozen(),
        ...PERMISSIONS,
        `--junit-path=${report}`,
      ]
        .concat(extra, files) as [string, ...string[]],
      { cwd: ROOT, show, limitMs: GROUP_LIMIT_MS },
    );
    if (!show) console.log(`\n# ${group.name}\n${ended.stdout}${ended.stderr}`);
    return judged(countTests(await Deno.readTextFile(report) || null, ended.code));
  } finally {
    await Deno.remove(report);
  }
}

/** In CI the lock file is not written, and one that lacks something stops the run. */
function frozen(): string[] {
  return IN_CI ? ["--frozen"] : [];
}

function judged(counts: Counts): Counts {
  if (!IN_CI || counts.skipped === 0) return counts;
  console.error(`${counts.skipped} skipped tests: ${CI_SKIP}`);
  return { passed: counts.passed, failed: counts.failed + counts.skipped, skipped: 0 };
}

function groupOf(file: string): Group | undefined {
  const all = GROUPS.flatMap((group) => group.paths.map((path) => ({ group, path })));
  const fitting = all.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  return fitting.toSorted((a, b) => b.path.length - a.path.length)[0]?.group;
}

const nowhere = Deno.args.find((arg) => /^(\.\/)?tests\//.test(arg) && present(arg).length === 0);
if (nowhere !== undefined) {
  console.error(`There is no ${nowhere}. Name a file or a directory, such as tests/gate`);
  Deno.exit(2);
}
const chosen = Deno.args.filter((arg) => present(arg).length === 1);
const extra = Deno.args.filter((arg) => !chosen.includes(arg));
const files = sources("tests").filter((file) => file.endsWith("_test.ts"))
  .filter((file) => chosen.length === 0 || chosen.some((path) => file.startsWith(path.replace(/^\.\//, ""))));
const named = GROUPS.map((group) => ({ group, files: files.filter((file) => groupOf(file) === group) }));
const rest = {
  group: { name: "units", paths: [], needs: [] },
  files: files.filter((file) => !named.some((entry) => entry.files.includes(file))),
};
// At once, because two lanes must not install side by side.
await provide(named.filter((entry) => entry.files.length > 0).flatMap((entry) => entry.group.needs));
// What the program loads by an address is fetched now, so that no test meets the words of a download.
await mustRun([Deno.execPath(), "cache", "--quiet", "main.ts", ...workerEntries(), ...familyEntries()], {
  cwd: ROOT,
});

/** Their tests wait for servers, clocks and containers rather than for the processor, so that each group runs beside the others. */
const BESIDE = new Set(["hosts", "containers"]);

async function lane(works: readonly Work[]): Promise<Counts[]> {
  const counts: Counts[] = [];
  for (const work of works) if (work.files.length > 0) counts.push(await runGroup(work, extra));
  return counts;
}

const works = [rest, ...named].map((entry) => ({ ...entry, show: !BESIDE.has(entry.group.name) }));
const lanes = await Promise.all([
  lane(works.filter(({ show }) => show)),
  ...works.filter(({ show }) => !show).map((work) => lane([work])),
]);
const results = lanes.flat();
const total = sum(results);
const failed = results.length === 0 ? 1 : total.failed;
const tail = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${failed} failed${tail}`);
Deno.exit(failed === 0 ? 0 : 1);
