/** A family with a target, and approvals in memory, for tests of what the core does before anything is changed. */
import { z } from "zod";
import { type Approvals, type Binding, bindingText, type Pending } from "gatehouse/core/approval.ts";
import type { AuditEntry } from "gatehouse/core/audit.ts";
import { bareHouse } from "gatehouse/core/bare_house.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { encodePlain } from "gatehouse/core/encode.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import type { Call, House } from "gatehouse/core/invoke.ts";
import { DEFAULT_POLICY, type Policy } from "gatehouse/core/policy.ts";
import { publish } from "gatehouse/core/publish.ts";
import type { Target } from "gatehouse/core/target.ts";
import { defineTool, type Family, runs, type Tool } from "gatehouse/core/tool.ts";

/** What happened, in order. */
export interface World {
  readonly log: string[];
  target: Target;
  run: (signal: AbortSignal) => unknown;
  /** Of the tool that says what it would do. */
  foresee: (target: Target | null) => readonly string[] | Promise<readonly string[]>;
}

const input = z.strictObject({
  server: z.string().optional(),
  path: z.string().max(20).default("/a"),
  content: z.string().optional(),
});

const tool = (name: string, more: Partial<Tool>) =>
  defineTool({
    name,
    title: "A tool",
    description: { use: "Test", avoid: "Anything else" },
    access: "read",
    confidentiality: "sensitive",
    timeoutMs: 5_000,
    input,
    output: z.strictObject({ text: z.string() }),
    resource: ({ path }) => path as string,
    ...more,
  } as Tool);

/** A house of that family. */
export function openTargets(options: { policy?: Partial<Policy>; approvals?: Approvals | null } = {}) {
  const rows: AuditEntry[] = [];
  const defects: unknown[] = [];
  const world: World = {
    log: [],
    target: { alias: "vps", identity: "ssh:a@b:22#host-key=SHA256:x", backend: "ssh", proven: true },
    run: () => ({ text: "done" }),
    foresee: () => [],
  };
  const entry = (declared: Tool) => ({
    tool: declared,
    load: () =>
      Promise.resolve({
        default: runs(declared, (_args, { signal, target }) => {
          world.log.push(`run on ${target?.identity}`);
          return world.run(signal) as { text: string };
        }),
      }),
  });
  const family: Family = {
    name: "test",
    instructions: "For tests",
    icon: "M0,0h16v16",
    tools: [
      entry(tool("looks", {})),
      entry(tool("changes", { access: "write" })),
      entry(tool("long", { access: "write", timeoutMs: 70_000 })),
      entry(tool("whole", { access: "destroy", resource: undefined as never })),
      entry(tool("targetless", { confidentiality: "public" })),
      entry(tool("foresees", { access: "write", foresee: (_args, { target }) => world.foresee(target) })),
      entry(tool("retries", { retryOn: ["TRANSIENT"] })),
    ],
    resources: [],
    targets: {
      argument: "server",
      select: ({ name }, { args }) => name === "targetless" ? null : String(args["server"] ?? "vps"),
      resolve(alias) {
        world.log.push(`resolve ${alias}`);
        if (alias !== "vps") return Promise.reject(new ToolError("NOT_FOUND", "No such target"));
        return Promise.resolve(world.target);
      },
    },
    encode: encodePlain,
    secrets: () => ["configured-secret"],
    facts: () => ({}),
  };
  const bare = bareHouse(openCatalogue(publish([family]), { test: () => Promise.resolve(family) }));
  const memory = new MemoryApprovals(world.log);
  const house: House = {
    ...bare,
    audit: {
      ...bare.audit,
      record: (row) => void rows.push(row),
      commit(row) {
        world.log.push("intent");
        rows.push(row);
        return Promise.resolve();
      },
    },
    spent: {
      spend: (nonce) => {
        const first = !spent.has(nonce);
        spent.add(nonce);
        return Promise.resolve(first);
      },
    },
    policy: {
      ...DEFAULT_POLICY,
      scopes: [...DEFAULT_POLICY.scopes, "write:server"],
      writes: true,
      ...options.policy,
    },
    approvals: options.approvals === undefined ? memory : options.approvals,
    onDefect: (error) => void defects.push(error),
  };
  const call = (name: string, args: unknown = {}, more: Partial<Call> = {}): Call => ({
    tool: name,
    args,
    principal: "posix-uid:1",
    via: "stdio",
    ...more,
  });
  return { house, rows, defects, world, memory, call };
}

const spent = new Set<string>();

/** Approvals of one test. */
export class MemoryApprovals implements Approvals {
  readonly granted: string[] = [];
  readonly open: string[] = [];
  readonly pending: Pending[] = [];
  declined: string | null = null;

  constructor(readonly log: string[]) {}

  grant(binding: Binding): void {
    this.granted.push(bindingText(binding));
  }

  holds(binding: Binding) {
    return Promise.resolve(this.granted.includes(bindingText(binding)));
  }

  begin(binding: Binding) {
    const at = this.granted.indexOf(bindingText(binding));
    if (at < 0) return Promise.resolve(null);
    this.granted.splice(at, 1);
    this.log.push("spend");
    return this.beginAsked(binding);
  }

  beginAsked(binding: Binding) {
    const text = bindingText(binding);
    this.open.push(text);
    return Promise.resolve({
      settle: (outcome: string) => {
        this.log.push(`settle ${outcome}`);
        this.open.splice(this.open.indexOf(text), 1);
        return Promise.resolve();
      },
    });
  }

  openSince(binding: Binding) {
    return Promise.resolve(this.open.includes(bindingText(binding)) ? 1_000 : null);
  }

  request(pending: Pending) {
    this.pending.push(pending);
    return Promise.resolve(this.declined === null ? { id: "req-1" } : { declined: this.declined });
  }
}
