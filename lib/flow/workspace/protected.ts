/** Which files of a workspace are not written, whoever asks. */
import { markOf } from "../../core/rooted_files_walk.ts";
import { isWithin } from "./paths.ts";

/** Names in the root that the program's own settings could be taken for. */
const IN_ROOT = ["config.toml", ".flow.toml", "gatehouse.toml"];

/** The program's own files, and what the operator protects. */
export class Protection {
  readonly #root: string;
  readonly #own: readonly string[];
  readonly #isProtected: (path: string) => boolean;

  /**
   * @param root Absolute real path of the workspace.
   * @param options `ownFiles`: absolute paths of files and directories, wherever they are. `isProtected`: the operator's
   * rule, for a path relative to the root.
   */
  constructor(
    root: string,
    { ownFiles, isProtected }: {
      readonly ownFiles: readonly string[];
      readonly isProtected: (path: string) => boolean;
    },
  ) {
    this.#root = root;
    this.#own = [...ownFiles, ...IN_ROOT.map((name) => `${root}/${name}`)];
    this.#isProtected = isProtected;
  }

  /**
   * Why a file is not to be written: what follows its path in a sentence; null when it may.
   *
   * @param path Relative to the root, in its shortest spelling.
   * @param info What stands there; null for nothing.
   */
  problem(path: string, info: Deno.FileInfo | null): string | null {
    const full = `${this.#root}/${path}`;
    if (this.#own.some((own) => isWithin(full, own) || isSame(own, info))) {
      return "belongs to the program itself or could be taken for its settings: it is never written";
    }
    return this.#isProtected(path)
      ? "is protected by the operator (tests and what configures checks are, unless agent.protect says otherwise)"
      : null;
  }
}

/** Whether it is the same file under another spelling, as far as it can be seen. */
function isSame(own: string, info: Deno.FileInfo | null): boolean {
  if (info === null) return false;
  try {
    return markOf(Deno.lstatSync(own)) === markOf(info);
  } catch {
    // It is not there, or out of sight: then it is not below the root either.
    return false;
  }
}
