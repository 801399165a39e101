/** What the tests of approvals share: both stores, with clocks of the test's own. */
import { fileURLToPath } from "node:url";
import type { Binding } from "../../lib/core/approval.ts";
import { type ApprovalDesk, createApprovals } from "../../lib/state/approvals.ts";
import { stateDirectory } from "./parts.ts";

/** Where approvals may be. */
export const STORES = ["the one store", "an approval file"] as const;

/** A call. */
export const CALL: Binding = {
  principal: "posix-uid:1",
  capability: "write_file",
  identity: "ssh:a@b:22#host-key=SHA256:x",
  resource: "/etc/motd",
  argumentsDigest: "a".repeat(64),
};

/** The same call with one thing that differs. */
export const OTHERS: Readonly<Record<string, Binding>> = {
  "another principal": { ...CALL, principal: "posix-uid:2" },
  "another tool": { ...CALL, capability: "file_patch_atomic" },
  "another host key": { ...CALL, identity: "ssh:a@b:22#host-key=SHA256:y" },
  "another resource": { ...CALL, resource: "/etc/passwd" },
  "edited arguments": { ...CALL, argumentsDigest: "b".repeat(64) },
};

/** A state directory of this test's own, and what is kept in it. */
export interface Bench extends AsyncDisposable {
  readonly directory: string;
  /** The approval file's path; null in the one store. */
  readonly file: string | null;
  /** The settable clock; milliseconds since 1970. */
  now: number;
  /** The steady clock. */
  elapsed: number;
  readonly approvals: ApprovalDesk;
  /** Another process's view of the same stores, started now. */
  another(): ApprovalDesk;
  /** Both clocks go on. */
  pass(ms: number): void;
}

/** Opens a bench. */
export async function bench(
  store: (typeof STORES)[number],
  { clocks = "its own", ...options }: {
    readonly busyMs?: number;
    readonly clocks?: "its own" | "the system's";
  } = {},
): Promise<Bench> {
  const dir = await stateDirectory();
  await Deno.mkdir(dir.path, { mode: 0o700 });
  const file = store === "the one store" ? null : `${dir.path}/approvals.json`;
  if (file !== null) await Deno.writeTextFile(file, '{"tokens":{}}', { mode: 0o600 });
  const opened: ApprovalDesk[] = [];
  const open = (): ApprovalDesk => {
    const made = createApprovals({
      directory: dir.path,
      file,
      ...(clocks === "its own" ? { now: () => self.now, elapsed: () => self.elapsed } : {}),
      ...options,
    });
    opened.push(made);
    return made;
  };
  const self: Bench = {
    directory: dir.path,
    file,
    now: 1_800_000_000_000,
    elapsed: 5_000,
    get approvals() {
      return opened[0] ?? open();
    },
    another: open,
    pass(ms) {
      self.now += ms;
      self.elapsed += ms;
    },
    async [Symbol.asyncDispose]() {
      for (const desk of opened) desk.close();
      await dir[Symbol.asyncDispose]();
    },
  };
  open();
  return self;
}

/** Starts a script of this directory in a process of its own. */
export function started(script: string, args: readonly string[]): Deno.ChildProcess {
  const path = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const flags = [
    "--no-prompt",
    "--no-check",
    "--allow-read",
    "--allow-write",
    "--allow-sys=uid",
    "--allow-env",
  ];
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, path, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** The lines that a process prints, each as soon as it is there. */
export async function* linesOf({ stdout }: Deno.ChildProcess): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
