/** Calls of the family's tools with the model's client in this process: everything but the walls, which have their own tests. */
import { data, loaders } from "gatehouse/catalogue.ts";
import type { AuditEntry } from "gatehouse/core/audit.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { type Call, type House, invoke, type Outcome } from "gatehouse/core/invoke.ts";
import { bareHouse } from "gatehouse/core/bare_house.ts";
import { ask } from "gatehouse/gate/model/ask.ts";
import { model } from "gatehouse/gate/model/backend.ts";
import type { Asked, Setup } from "gatehouse/gate/model/question.ts";
import { RuleBook } from "gatehouse/gate/rulebook.ts";
import { GateService } from "gatehouse/gate/service.ts";
import { gateSettings } from "gatehouse/gate/settings.ts";

/** What of a call is of interest. */
export interface Ended {
  /** The structured answer; empty when there is none. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The parsed text of the result; null for a JSON-RPC error. */
  readonly text: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
  readonly outcome: Outcome;
}

/** A served family. */
export interface Served {
  call(tool: string, args: Record<string, unknown>, more?: Partial<Call>): Promise<Ended>;
  readonly defects: readonly unknown[];
  readonly rows: readonly AuditEntry[];
}

/** Serves the family with settings in the form of its schema. */
export async function serve(settings: Record<string, unknown>): Promise<Served> {
  const defects: unknown[] = [];
  const rows: AuditEntry[] = [];
  const parsed = gateSettings.parse(settings);
  const rules = await RuleBook.open(null);
  const service = new GateService(parsed, {
    // The setup is read for each call, as for a worker that starts with it.
    call: async (_method, input, { signal }) =>
      await ask(input as Asked, await model.setup(settings, "") as Setup, { signal }),
  }, rules);
  const bare = bareHouse(openCatalogue(data, loaders));
  const house: House = {
    ...bare,
    audit: { ...bare.audit, record: (row) => void rows.push(row) },
    serviceOf: () => service,
    onDefect: (error) => void defects.push(error),
  };
  return {
    defects,
    rows,
    async call(tool, args, more = {}) {
      const outcome = await invoke(house, { tool, args, principal: "posix-uid:1", via: "stdio", ...more });
      if (outcome.kind !== "result") return { answer: {}, text: null, isError: false, outcome };
      return {
        answer: outcome.structuredContent ?? {},
        text: JSON.parse(String(outcome.content[0]?.["text"])),
        isError: outcome.isError === true,
        outcome,
      };
    },
  };
}

/** A command that the rules leave grey, alone. */
export const GREY = { command: "make build", cwd: "/home/user/project" };

/** One that has a grey part and a part that the rules ask about. */
export const GREY_AND_ASK = { command: "make build && git push", cwd: "/home/user/project" };
