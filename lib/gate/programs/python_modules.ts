/** Modules of Python that `python -m` runs, and what they do. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { MARK } from "../grammar/marks.ts";
import { foreignCode, projectCode } from "../grammar/project.ts";
import type { Word } from "../word.ts";

/** Modules of Python that only filter text or tell something. */
const FILTERS =
  /^(?:json\.tool|this|platform|site|sysconfig|calendar|tokenize|tabnanny|dis|ast|base64|quopri|pydoc|textwrap|keyword|inspect|sysconfig)$/;

/** Of those, the ones that show what a file holds. */
const READERS = /^(?:json\.tool|tokenize|tabnanny|dis|ast|base64|quopri|inspect)$/;

/** Modules of Python that run a project's tests or look at its sources. */
const TOOLS =
  /^(?:pytest|unittest|nose|nose2|doctest|py_compile|compileall|mypy|pyflakes|flake8|pylint|pycodestyle|black|isort|ruff|coverage|tox|sphinx|build|twine|tests?|trial|behave|green|ward|pyright|bandit|vulture)$/;

/** Modules that are programs of the catalogue under another name. */
const PROGRAMS =
  /^(?:pip|pipx|poetry|uv|tox|nox|black|isort|ruff|mypy|flake8|pylint|coverage|sphinx|twine|build|bandit|vulture|pyright|pycodestyle|pyflakes|yapf|autopep8|pre_commit|mkdocs|virtualenv)$/;

/**
 * What `python -m` does with a module and its arguments.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("python3 -m json.tool a.json").decision !== "allow") throw new Error("only prints");
 * if (judge("python3 -m http.server").decision !== "ask") throw new Error("listens");
 * ```
 */
export function moduleEffects(
  module: Word,
  { rest, call }: { readonly rest: readonly Word[]; readonly call: Call },
): readonly Effect[] {
  const name = module.value ?? "";
  if (/^(?:ensurepip|zipapp|cProfile|profile|trace|pdb|runpy|idlelib|turtledemo)$/.test(name)) {
    return [{ kind: "execute", program: name, word: module }];
  }
  if (name === "venv") {
    if (/^(?:-h|--help)$/.test(rest[0]?.value ?? "")) return [];
    const places = rest.filter((word) => !word.prefix.startsWith("-"));
    return call.touch("write", places, { program: MARK.environment });
  }
  if (name === "http.server" || name === "SimpleHTTPServer") {
    return [{ kind: "network", program: MARK.listen, word: module }];
  }
  if (FILTERS.test(name)) {
    return name === "json.tool" && rest.length > 1
      ? [
        ...call.touch("read", rest.slice(0, 1)),
        ...call.touch("write", rest.slice(1).filter((word) => !word.prefix.startsWith("-"))),
      ]
      : READERS.test(name)
      ? call.touch("read", rest.filter((word) => !word.prefix.startsWith("-")))
      : [];
  }
  if (/^(?:zipfile|tarfile)$/.test(name) && /^(?:-l|--list|-t|--test)$/.test(rest[0]?.value ?? "")) {
    return call.touch("read", rest.slice(1));
  }
  if (TOOLS.test(name) && !PROGRAMS.test(name)) {
    return [projectCode, ...foreignCode(rest.filter((word) => !word.prefix.startsWith("-")), call)];
  }
  return PROGRAMS.test(name) ? [] : [{ kind: "execute", program: name, word: module }];
}

/**
 * Whether a module is a program of the catalogue under another name.
 *
 * ```ts
 * import { isProgramModule } from "gatehouse/gate/programs/python_modules.ts";
 *
 * if (!isProgramModule("pip") || isProgramModule("json.tool")) throw new Error("pip is a program");
 * ```
 */
export function isProgramModule(name: string): boolean {
  return PROGRAMS.test(name);
}
