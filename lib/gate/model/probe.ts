/** Whether the decision model answers; for `doctor`. */
import { z } from "zod";
import { serviceOf } from "../service.ts";
import { askOne } from "./ask_one.ts";

const asked = z.strictObject({ timeoutMs: z.int().min(1).max(300_000) });

/** Any answer will do. */
const QUESTION = {
  kind: "choice",
  id: "probe",
  text: "What does this command do?",
  options: ["list files", "remove files"],
} as const;

/**
 * Puts one question about the command `ls` to the configured service.
 *
 * @param given `timeoutMs`, at most so long.
 * @throws ToolError `MODEL_UNAVAILABLE`, `MODEL_MALFORMED`.
 *
 * @example
 * ```ts
 * import probe from "gatehouse/gate/model/probe.ts";
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 * import { GateService } from "gatehouse/gate/service.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const value = { value: 0, scores: null, confidence: null };
 * const service = new GateService(gateSettings.parse({}), {
 *   call: () => Promise.resolve({ model: "m", usage: null, answers: { probe: value } }),
 * }, await RuleBook.open(null));
 * if ((await probe({ timeoutMs: 1_000 }, service)).model !== "m") throw new Error("not asked");
 * ```
 */
export default async function probe(
  given: unknown,
  service: unknown,
): Promise<{ readonly server: string; readonly model: string | null }> {
  const { timeoutMs } = asked.parse(given);
  const { signal } = new AbortController();
  const { server, model } = await askOne(
    QUESTION,
    { service: serviceOf({ service }), signal },
    { state: "ls", timeoutMs },
  );
  return { server, model };
}
