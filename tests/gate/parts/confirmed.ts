/** A house that serves the gate, and calls of a client that may be asked. */
import { createSeal } from "gatehouse/core/seal.ts";
import { type Call, type House, invoke, type Outcome } from "gatehouse/core/invoke.ts";
import { NAME, VERSION } from "gatehouse/core/version.ts";
import type { Serving } from "gatehouse/dispatch/serving.ts";
import { openHouse } from "gatehouse/house.ts";
import { scratch } from "../../core/files_parts.ts";

/** A command that the rules ask about, whatever the directory. */
export const ASKED = { command: "git push origin main", cwd: "/home/ann/project" };

/** What a client declares that can show a form. */
export const FORMS = { elicitation: { form: {} } };

/** A filled-in form. */
export function reply(action: string, content?: unknown): Call["answers"] & Record<string, unknown> {
  return { gate_confirmation: { action, ...(content === undefined ? {} : { content }) } };
}

/** What a person who agrees sends. */
export const YES = reply("accept", { approve: true });

/** A house with a state directory of its own. */
export interface GateHouse extends AsyncDisposable {
  readonly house: House;
  readonly directory: string;
  /** One call of `gate`, by a client that can show forms unless `more` says otherwise. */
  ask(args: unknown, more?: Partial<Call>): Promise<Outcome>;
}

/** @param options `now`: the clock of the seal. `gate`: settings, as the configuration gives them. */
export async function gateHouse(
  options: { now?: () => number; gate?: unknown } = {},
): Promise<GateHouse> {
  const dir = await scratch();
  const directory = `${dir.path}/gatehouse`;
  const opened = openHouse({
    families: ["gate"],
    readOnly: true,
    stateDirectory: directory,
    ...(options.gate === undefined ? {} : { familySettings: { gate: options.gate } }),
  });
  const house: House = {
    ...opened,
    ...(options.now === undefined ? {} : { seal: createSeal({ now: options.now }) }),
  };
  return {
    house,
    directory,
    ask: (args, more = {}) =>
      invoke(house, { tool: "gate", args, principal: "loopback", via: "http", capabilities: FORMS, ...more }),
    async [Symbol.asyncDispose]() {
      await house.audit.close();
      await dir[Symbol.asyncDispose]();
    },
  };
}

/** The verdict of a call that ended in one. @throws Error when it did not. */
export function verdictOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.kind !== "result" || outcome.isError === true || outcome.structuredContent === undefined) {
    throw new Error(`No verdict: ${JSON.stringify(outcome)}`);
  }
  return outcome.structuredContent;
}

/** The question of a call that must ask, and its sealed state. @throws Error when it does not ask. */
export function questionOf(
  outcome: Outcome,
): { message: string; state: string; params: Record<string, unknown> } {
  if (outcome.kind !== "question" || outcome.state === undefined) {
    throw new Error(`No question: ${JSON.stringify(outcome)}`);
  }
  const request = outcome.requests["gate_confirmation"];
  if (request === undefined) throw new Error(`Another question: ${JSON.stringify(outcome)}`);
  return { message: String(request.params["message"]), state: outcome.state, params: request.params };
}

/** The house as it is served. */
export function servingOf({ house }: GateHouse): Serving {
  const info = { name: NAME, version: VERSION } as const;
  return { house, info, instructions: "", publicLists: true, principal: "loopback" };
}
