/** Guesses from the name of a script or target what running it is for. */

/** `check` changes nothing that lasts; `build` makes files; `act` does more than that. */
export type Purpose = "check" | "build" | "act";

const CHECK =
  /^(?:pre|post)?(?:\w*tests?|\w*tested|\w*specs?|\w*lint(?:er|ing)?|\w*checks?|check\w*|test\w*|lint\w*|unit|units|e2e|integration|smoke|cover|coverage|cov|typecheck\w*|types?|tsc?|tsd|typings|eslint|tslint|oxlint|xo|standard|mocha|jest|vitest|ava|tape|karma|jasmine|cypress|playwright|attw|publint|knip|size|bench|benchmarks?|perf|verify|verification|validate|validation|audit|analy[sz]e|doctest|doctests|pytest|mypy|flake8|pylint|ruff|clippy|vet|rubocop|phpstan|psalm|ci|sanity|selftest|fuzz|conformance|262|regress|regression|quicktest|nodetest|help|list|info|version|depcheck|madge|cspell|spell|spelling|spellcheck|codespell|commitlint|audits|report|reporter|qa|show|graph|changed|assert|status|diff|browserslist|typos|dtslint|tstyche|flow|typescript|jshint|jscs|hint|qunit|nightwatch|wdio|protractor|testem|istanbul|nyc|c8|stryker|mutation|a11y|accessibility|licen[sc]es?|circular|sizes|sizelimit|bundlesize|tsgo|mypy|pyright|spellchecker|outdated|doctor|acceptance|functional|contract|travis|appveyor|tap|uvu|nodeunit|vows|buster|wtr|borp|japa|cucumber|behave|behat|phpunit|pest|rspec|minitest|gotest|ctest|tox|nox|mutants?|leaks?|memcheck|valgrind|asan|ubsan|tsan|interop|compat|compatibility|stress|simulate|golden|metrics|stats|loc|cloc|todos?)$/;

const ACT = new Set(
  ("fix write update publish deploy deployment release releases upload push install uninstall reinstall upgrade " +
    "migrate migration migrations seed drop destroy purge clean cleanup distclean mrproper maintainer clobber " +
    "login bump commit tag provision apply rollback backup restore sync send reset nuke wipe flash ship bootstrap exec")
    .split(" "),
);

/** Of those, the ones that a check may well be about: `test:release`, `check-install`. */
const ABOUT = new Set(
  "release releases install uninstall reinstall upgrade migrate migration migrations deploy deployment clean backup restore seed rollback tag commit sync reset"
    .split(" "),
);

const CLEANS = /^(?:clean|cleanup|reset)$/;

const STAYS = new Set(
  ("start stop restart dev develop serve server watch preview storybook prepare preinstall postinstall version " +
    "preversion postversion prepublish prepublishonly postpublish prerelease postrelease format fmt pretty up down run")
    .split(" "),
);

/**
 * What a script or target called `name` is for: by the words its name is made of.
 */
function purposeOf(name: string): Purpose {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1-$2").toLowerCase().split(/[^a-z0-9]+/).filter((word) =>
    word !== ""
  );
  const [first = ""] = words;
  const checks = words.some((word) => CHECK.test(word));
  if (words[0] === "build" || words[0] === "compile" || words[0] === "bundle") {
    return words.some((word) => ACT.has(word)) ? "act" : "build";
  }
  // `release:check` is about a release as much as `check:release` is.
  const about = CHECK.test(first) || /^(?:check|verify|validate|lint)$/.test(words.at(-1) ?? "");
  // `test-clean` takes away what the tests left.
  if (words.length > 1 && CLEANS.test(words.at(-1) ?? "")) return "act";
  if (words.some((word) => ACT.has(word) && !(about && ABOUT.has(word)))) return "act";
  if (STAYS.has(first) && !(checks && /^(?:format|fmt|pretty|run)$/.test(first))) {
    return "act";
  }
  return checks ? "check" : "build";
}

/**
 * What running several scripts is for: the least harmless of them. None at all is the default target: a build.
 *
 * ```ts
 * import { purposeOfAll } from "gatehouse/gate/grammar/scripts.ts";
 *
 * if (purposeOfAll(["test", "install"]) !== "act" || purposeOfAll([]) !== "build") throw new Error("the worst");
 * ```
 */
export function purposeOfAll(names: readonly string[]): Purpose {
  const all = new Set(names.map(purposeOf));
  return all.has("act") ? "act" : all.has("build") || all.size === 0 ? "build" : "check";
}
