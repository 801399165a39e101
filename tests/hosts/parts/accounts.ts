/** Calls of the family's tools on a mikr.us account: the real call path and the real worker behind its walls. */
import type { Approvals, Binding } from "gatehouse/core/approval.ts";
import type { AuditEntry } from "gatehouse/core/audit.ts";
import { bareHouse } from "gatehouse/core/bare_house.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { type Call, type House, invoke } from "gatehouse/core/invoke.ts";
import { DEFAULT_POLICY } from "gatehouse/core/policy.ts";
import { publish } from "gatehouse/core/publish.ts";
import family from "gatehouse/hosts/mod.ts";
import type { ConfiguredTarget, MikrusTarget } from "gatehouse/hosts/types.ts";
import { ownCommand } from "gatehouse/isolate/command.ts";
import { backendsOf } from "gatehouse/isolate/backends.ts";
import { createIsolates, type Isolates } from "gatehouse/isolate/isolates.ts";
import { KEY, type MikrusApi } from "./mikrus_api.ts";

/** How a call ended, as a client sees it. */
export interface Answered {
  readonly isError: boolean;
  /** The envelope. */
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
  readonly envelope: any;
  /** The text that a client gets. */
  readonly text: string;
}

/** A mikr.us account of the stand-in, as it is configured. */
export function accountOf(api: MikrusApi, more: Partial<MikrusTarget> = {}): MikrusTarget {
  return {
    type: "mikrus",
    alias: "vps",
    srv: "j230",
    apiUrl: api.url,
    apiCaFile: api.authorityFile,
    key: KEY,
    ...more,
  };
}

/** The served family. Whoever asks for a change has an approval for it. */
export class Accounts implements AsyncDisposable {
  /** Lines that the worker printed. */
  readonly prints: string[] = [];
  readonly rows: AuditEntry[] = [];
  readonly defects: unknown[] = [];
  /** What was approved and spent, and how it ended. */
  readonly spent: { readonly binding: Binding; outcome: string | null }[] = [];
  readonly #house: House;
  readonly #isolates: Isolates;

  constructor(targets: readonly ConfiguredTarget[]) {
    const isolates = createIsolates(ownCommand(Deno.env.toObject()), {
      onPrint: (_, line) => void this.prints.push(line),
    });
    this.#isolates = isolates;
    const settings = { targets, defaultTarget: targets[0]?.alias ?? null };
    const has = { hosts: ["target", "mikrus", "ssh", "writes"] };
    const catalogue = openCatalogue(publish([family]), { hosts: () => Promise.resolve(family) }, { has });
    const bare = bareHouse(catalogue);
    const policy = { ...DEFAULT_POLICY, scopes: [...DEFAULT_POLICY.scopes, "write:server"], writes: true };
    const backends = backendsOf(family.backends ?? [], {
      settings,
      isolates: () => Promise.resolve(isolates),
    });
    const judge = () => Promise.resolve({ decision: "deny", reason: "nobody judges", effects: [] } as const);
    const service = family.open?.(settings, backends, { catalogue, policy, judge });
    this.#house = {
      ...bare,
      policy,
      approvals: this.#approvals(),
      audit: {
        ...bare.audit,
        record: (row) => void this.rows.push(row),
        commit: (row) => Promise.resolve(void this.rows.push(row)),
      },
      serviceOf: () => service,
      onDefect: (error) => void this.defects.push(error),
    };
  }

  /** Calls a tool. */
  async call(tool: string, args: Record<string, unknown> = {}, more: Partial<Call> = {}): Promise<Answered> {
    const outcome = await invoke(this.#house, {
      tool,
      args,
      principal: "posix-uid:1",
      via: "stdio",
      ...more,
    });
    if (outcome.kind !== "result") throw new Error(JSON.stringify(outcome));
    const text = String(outcome.content[0]?.["text"]);
    return { isError: outcome.isError === true, envelope: JSON.parse(text), text };
  }

  /** The data of a call that succeeds. */
  // deno-lint-ignore no-explicit-any -- see `envelope`
  async data(tool: string, args: Record<string, unknown> = {}): Promise<any> {
    const { isError, envelope, text } = await this.call(tool, args);
    if (isError) throw new Error(text);
    return envelope.data;
  }

  /** The error of a call that fails. */
  // deno-lint-ignore no-explicit-any -- see `envelope`
  async error(tool: string, args: Record<string, unknown> = {}, more: Partial<Call> = {}): Promise<any> {
    const { isError, envelope, text } = await this.call(tool, args, more);
    if (!isError) throw new Error(text);
    return envelope.error;
  }

  #approvals(): Approvals {
    const begin = (binding: Binding) => {
      const spent = { binding, outcome: null as string | null };
      this.spent.push(spent);
      return Promise.resolve({
        settle: (outcome: string) => {
          spent.outcome = outcome;
          return Promise.resolve();
        },
      });
    };
    return {
      holds: () => Promise.resolve(true),
      begin,
      beginAsked: begin,
      openSince: () => Promise.resolve(null),
      request: () => Promise.resolve({ id: "none" }),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#isolates.close();
  }
}
