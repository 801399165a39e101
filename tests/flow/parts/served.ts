/** The family as the program opens it: its worker behind the walls, real checks, and a scripted model. */
import type { Flags } from "gatehouse/config/flags.ts";
import { type Call, invoke } from "gatehouse/core/invoke.ts";
import { type OpenHouse, openHouse } from "gatehouse/house.ts";
import { ScriptedModel } from "./scripted_model.ts";
import type { ScriptEntry } from "./scripted_replies.ts";
import { Place } from "./settings.ts";

/** What a test says of the family. */
export interface ServedFlowOptions {
  readonly script?: readonly ScriptEntry[];
  /** Files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further lines of the operator's file: tables alone. */
  readonly toml?: string;
  /** Default: trusted. */
  readonly flags?: Flags;
  /** Lines of the table `[ollama]`; default: the scripted model's address. */
  readonly ollama?: string;
}

/** A report as a client gets it. */
export interface Answered {
  readonly isError: boolean;
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
  readonly report: any;
}

/** The house, and short ways to call it. */
export class ServedFlow implements AsyncDisposable {
  readonly defects: unknown[] = [];

  private constructor(
    readonly place: Place,
    readonly model: ScriptedModel,
    readonly house: OpenHouse,
  ) {}

  static async open(options: ServedFlowOptions = {}): Promise<ServedFlow> {
    const { script = [], files = {}, toml = "", flags = { trusted: true }, ollama } = options;
    const model = new ScriptedModel(script);
    const place = await Place.make(files);
    const { settings } = await place.load(
      `[ollama]\n${ollama ?? `base_url = "${model.url}"`}\n${toml}`,
      flags,
    );
    const house = openHouse({ ...settings, environment: Deno.env.toObject() });
    const served = new ServedFlow(place, model, house);
    return Object.assign(served, {
      house: { ...house, onDefect: (error: unknown) => void served.defects.push(error) },
    });
  }

  /** Calls a tool. */
  async call(tool: string, args: unknown = {}, more: Partial<Call> = {}): Promise<Answered> {
    const outcome = await invoke(this.house, { tool, args, principal: "posix-uid:1", via: "stdio", ...more });
    if (outcome.kind !== "result") throw new Error(JSON.stringify(outcome));
    const text = String(outcome.content[0]?.["text"]);
    return { isError: outcome.isError === true, report: JSON.parse(text) };
  }

  /** Does what only the command line asks for. */
  // deno-lint-ignore no-explicit-any -- see `report`
  async command(name: string, asked: unknown = {}): Promise<any> {
    const family = await this.house.catalogue.load("flow");
    const work = await family.commands?.[name]?.();
    return await work?.default(asked, await this.house.serviceOf(family));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.house.close();
    await this.model[Symbol.asyncDispose]();
    await this.place[Symbol.asyncDispose]();
  }
}

/** A check of Python files that passes when `edited.py` has a `value` of 42. */
export const LINT = `[checks.lint]
cmd = ["python3", "-B", "-c", "import edited; assert edited.value == 42, edited.value"]
kind = "lint"
filetypes = ["python"]
`;
