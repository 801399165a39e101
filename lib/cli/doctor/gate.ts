/** The decision model that may have a say in what the rules leave open. */
import { shown } from "../../config/source.ts";
import { ToolError } from "../../core/errors.ts";
import { isRecord } from "../../core/record.ts";
import { found, type Group, type World } from "./check.ts";
import { asks, serves } from "./family.ts";

/** Milliseconds that it gets, whatever its own time limit is. */
const MOST_MS = 10_000;
const MARGIN_MS = 1_000;

const NAME = "gate-model";

/**
 * The group.
 *
 * @example
 * ```ts
 * import { gateModel } from "gatehouse/cli/doctor/gate.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const [line] = await gateModel(world).look(new AbortController().signal);
 * if (line?.status !== "skip") throw new Error("asked without settings");
 * ```
 */
export function gateModel({ loaded, house }: World): Group {
  const own = loaded?.settings.familySettings.gate;
  const timeoutMs = Math.min(own?.timeoutMs ?? 5_000, MOST_MS);
  const late = "Start the service, or leave out l1_enabled; see gatehouse help model";
  return {
    name: NAME,
    limitMs: timeoutMs + MARGIN_MS,
    late,
    look: async () => {
      if (own === undefined || house === null) {
        return [found("skip", [NAME, "The configuration does not load", "Mend it first"])];
      }
      if (own.l1Enabled !== true || !serves(house, "gate")) {
        return [
          found("skip", [NAME, "It is off: the rules judge alone", "See gatehouse help model to turn it on"]),
        ];
      }
      try {
        const answer = await asks(house, { family: "gate", name: "probe", asked: { timeoutMs } });
        const model = isRecord(answer) ? shown(answer["model"]) : "a model";
        return [found("ok", [NAME, `${shown(own.server)} answered, with ${model}`, "Nothing to do"])];
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const detail = `${error.message}; until it does, what it would judge is denied`;
        return [found("fail", [NAME, detail, error.next ?? late])];
      }
    },
  };
}
