/** Package managers that are only asked what they would do. */
import type { Call } from "../call.ts";
import type { Parsed } from "../options.ts";
import type { Program } from "../program.ts";

/** `apt-get -s install X` only tells, unless a setting or the value of another option takes that back. */
function tells(call: Call): boolean {
  const texts = call.args.map((word) => word.value ?? "=");
  return /^(?:apt|apt-get|aptitude)$/.test(call.name) &&
    texts.some((text) => /^(?:(?:dist-|full-)?upgrade|install|remove|purge|autoremove)$/.test(text)) &&
    texts.some((text, at) =>
      /^(?:-s|--simulate|--dry-run|--print-uris)$/.test(text) && !(texts[at - 1] ?? "").startsWith("-")
    ) && !texts.some((text) => /^-[a-z]*[oc]|^--(?:o|c|no)|=/i.test(text));
}

/**
 * Package managers of Debian, whose installing commands do nothing when they only simulate.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("apt-get -s install jq").decision !== "allow") throw new Error("only told");
 * if (judge("apt-get -t -s install jq").decision !== "ask") throw new Error("the release is called -s");
 * ```
 */
export function simulated(program: Program): Program {
  const commands = Object.fromEntries(
    Object.entries(program.commands ?? {}).map(([name, behaviour]) => [name, {
      ...behaviour,
      effects: (parsed: Parsed, call: Call) => tells(call) ? [] : behaviour.effects?.(parsed, call) ?? [],
    }]),
  );
  return { ...program, commands };
}
