/** The family as the program opens it, with a state directory of the test's own. */
import { type Call, invoke } from "gatehouse/core/invoke.ts";
import { DEFAULT_POLICY, type Policy } from "gatehouse/core/policy.ts";
import { type HouseSettings, type OpenHouse, openHouse } from "gatehouse/house.ts";
import type { ConfiguredTarget } from "gatehouse/hosts/types.ts";
import { MemoryApprovals } from "../../core/parts/targets.ts";

/** Every right, changes included. */
export const ALL: Policy = {
  ...DEFAULT_POLICY,
  scopes: [...DEFAULT_POLICY.scopes, "write:server"],
  writes: true,
};

/** What a test says of the family. */
export interface ServedOptions {
  readonly targets: readonly ConfiguredTarget[];
  readonly policy?: Policy;
  readonly has?: readonly string[];
  /** Further settings of the family. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** What a client gets. */
export interface Answered {
  readonly isError: boolean;
  readonly text: string;
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
  readonly envelope: any;
  readonly structured: unknown;
}

/** The house, and short ways to call it. */
export class Served implements AsyncDisposable {
  readonly house: OpenHouse;
  readonly memory = new MemoryApprovals([]);
  readonly defects: unknown[] = [];
  readonly #directory: string;

  private constructor(directory: string, { targets, policy, has, settings }: ServedOptions) {
    this.#directory = directory;
    const own = { targets, defaultTarget: targets[0]?.alias ?? null, ...settings };
    const given: HouseSettings = {
      families: ["hosts"],
      readOnly: false,
      stateDirectory: `${directory}/state`,
      has: { hosts: has ?? ["target", ...targets.map(({ type }) => type), "writes"] },
      policy: policy ?? ALL,
      familySettings: { hosts: own },
    };
    const house = openHouse(given);
    this.house = {
      ...house,
      // Only what a call needs of the store.
      approvals: this.memory as unknown as OpenHouse["approvals"],
      onDefect: (error) => void this.defects.push(error),
    };
  }

  static async open(options: ServedOptions): Promise<Served> {
    return new Served(await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-served-" })), options);
  }

  /** Calls a tool. */
  async call(tool: string, args: unknown = {}, more: Partial<Call> = {}): Promise<Answered> {
    const outcome = await invoke(this.house, { tool, args, principal: "posix-uid:1", via: "stdio", ...more });
    if (outcome.kind !== "result") throw new Error(JSON.stringify(outcome));
    const text = String(outcome.content[0]?.["text"]);
    const { structuredContent: structured, isError = false } = outcome;
    return { isError, text, envelope: JSON.parse(text), structured };
  }

  /** The data of a call that succeeds. */
  // deno-lint-ignore no-explicit-any -- see `envelope`
  async data(tool: string, args: unknown = {}): Promise<any> {
    const { isError, envelope, text } = await this.call(tool, args);
    if (isError) throw new Error(text);
    return envelope.data;
  }

  /** The error of a call that fails. */
  // deno-lint-ignore no-explicit-any -- see `envelope`
  async error(tool: string, args: unknown = {}, more: Partial<Call> = {}): Promise<any> {
    const { isError, envelope, text } = await this.call(tool, args, more);
    if (!isError) throw new Error(text);
    return envelope.error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.house.close();
    await Deno.remove(this.#directory, { recursive: true });
  }
}
