/** Options and first operands that tools of the long tail have in common, for entries of many tools at once. */
import type { Program } from "../program.ts";
import { MARK } from "./marks.ts";
import { projectCode } from "./project.ts";
import { purposeOfAll } from "./scripts.ts";
import { type Tool, tool } from "./tool.ts";

/**
 * Options by the names that tools of this kind give them. Stricter than any one of the tools: what may write, load or
 * rewrite under some of them is taken to do so under all.
 */
export const USUAL = {
  loads:
    "-c --config --config-file --config-path -r --require --import --loader --plugin --plugins --preset --rules --rulesdir --rules-dir -p --project --tsconfig --ts-config --cwd --root --dir --setup --preload --parser --resolver --schema --template --theme --transform --reporter-path",
  values:
    "-f --format -R --reporter -t --timeout --ext --extensions --ignore --ignore-pattern --ignore-path --exclude --include --filter -g --grep --level --severity --max-warnings --target --browser --browsers --runner --port --jobs -j --concurrency --scope --tag --tags --mode --seed",
  writes:
    "-o --output --out --outfile --out-file --outFile --output-file --outputFile --out-dir --outdir --outDir --output-dir --output-path --report-dir --report-file --reports-dir --output-directory --dest --dest-dir --destination --dist --save --save-dir --export --html-dir --log-file --cache-dir --cache-location --coverage-dir --snapshot-dir --junit --json-file --artifacts",
  changes:
    "--fix --fix-dry-run -w --write --update -u --update-snapshots --updateSnapshot --init --in-place --inplace --replace --overwrite --apply --upgrade --accept --autofix --auto-fix --install --save-baseline --update-baseline --generate-baseline",
  executes: "-e --eval --exec --command --cmd --shell --on-success --onSuccess --binary --executable-path",
} as const satisfies Tool;

/** First operands that do more than build or check, whatever the tool. */
export const ACTING =
  "start serve server dev develop watch preview open run publish deploy release upload login logout install add create new init setup update upgrade migrate clean fix format";

/**
 * Tools of which each call is a run of the tests, a check, or a build.
 *
 * @param list Names, separated by blanks.
 * @param more First operands that do something else.
 *
 * ```ts
 * import { simple } from "gatehouse/gate/grammar/usual.ts";
 *
 * if (simple("ospec tehanu").names.length !== 2) throw new Error("two runners");
 * ```
 */
export function simple(list: string, more = ""): Program {
  return tool(list, { ...USUAL, acts: `${ACTING} ${more}`.trim() });
}

/**
 * Some of these take their output as a later operand; that it may lie in the project costs nothing.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("brfs a.js b.js").decision !== "allow") throw new Error("in the project");
 * if (judge("brfs a.js /etc/x").decision === "allow") throw new Error("elsewhere");
 * ```
 */
export function mayWrite(program: Program): Program {
  return {
    ...program,
    effects: (parsed, call) => [
      ...program.effects?.(parsed, call) ?? [],
      ...call.touch("write", parsed.operands.slice(1)),
    ],
  };
}

/** What a kit does besides checks, which are told by their name. */
const BUILDS =
  /^(?:build|b|bundle|compile|make|release-build|extract|pack|docs?|generate-docs|config|inspect|analy[sz]e|compare|doctor|spec|runSpecs)(?:[:-][\w:-]+)?$/;

/**
 * Kits that bring a whole tool chain under one name: what is run is a check or a build by the first operand's name.
 *
 * @param list Names, separated by blanks.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("dts lint").decision !== "allow" || judge("dts create x").decision !== "ask") throw new Error("by name");
 * ```
 */
export function kit(list: string): Program {
  const program = tool(list, USUAL);
  return {
    ...program,
    effects: (parsed, call) => {
      const verb = parsed.operands[0]?.value ?? "";
      const checked = /^(?:fmt|format)$/.test(verb) && parsed.has("--check");
      const known = verb === ""
        ? parsed.has("--version", "-v", "--help", "-h")
        : checked || BUILDS.test(verb) || purposeOfAll([verb]) === "check";
      const effects = program.effects?.(parsed, call) ?? [];
      const others = effects.filter((effect) => effect !== projectCode);
      return known
        ? effects
        : [{ kind: "execute", program: MARK.script, word: parsed.operands[0] ?? call.program }, ...others];
    },
  };
}
