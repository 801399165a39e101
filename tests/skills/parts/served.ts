/** The program over stdio with roots of a test's own, as a client starts it. */
import { join } from "node:path";
import { Program } from "../../cli/parts/program.ts";
import { checkFrame, type Frame } from "../../dispatch/parts/schema.ts";
import { legacy, modern } from "../../dispatch/parts/wire.ts";

/** How a client writes its requests. */
export type Era = "legacy" | "modern";

/** The day on which every call of a test is made. */
export const TODAY = "2026-08-27";

/** A directory of this test's own, without a link in its path; removed at the end. */
export class Place implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async make(): Promise<Place> {
    return new Place(await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-skills-" })));
  }

  /** Writes a file and gives its path. */
  async file(name: string, text: string): Promise<string> {
    const path = join(this.path, name);
    await Deno.mkdir(join(path, ".."), { recursive: true });
    await Deno.writeTextFile(path, text);
    return path;
  }

  /** A file of roots for these directories. */
  async roots(roots: Readonly<Record<string, string>>, name = "skills-roots.json"): Promise<string> {
    const list = Object.entries(roots).map(([id, path]) => ({ id, path }));
    return await this.file(name, JSON.stringify({ config_version: "1.0", roots: list }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

/** What a tool answered. */
export interface Said {
  readonly isError: boolean;
  readonly value: Frame;
  /** The text copy, as it came. */
  readonly text: string;
}

/** A started program. */
export class Served implements AsyncDisposable {
  readonly #program: Program;
  #id = 0;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>> = {}, cwd?: string) {
    this.#program = new Program(args, environment, cwd);
  }

  /** Sends a line as it is and gives the answer to that id. */
  async line(text: string, id: number | string): Promise<Frame> {
    await this.#program.send(`${text}\n`, { more: true });
    const line = await this.#program.until("out", new RegExp(`^.*"id":${JSON.stringify(id)}[,}].*\n`, "m"));
    return JSON.parse(line);
  }

  /** Sends a request and gives the answer, checked against the official schema. */
  async ask(era: Era, method: string, params: Frame = {}): Promise<Frame> {
    const id = ++this.#id;
    const frame = era === "modern" ? modern(id, method, params) : legacy(id, method, params);
    const answer = await this.line(JSON.stringify(frame), id);
    checkFrame(answer, era === "modern" ? "2026-07-28" : "2025-11-25", method);
    return answer;
  }

  /** Calls a tool; the prefix of its name is left out. */
  async call(era: Era, tool: string, args: Frame): Promise<Frame> {
    return await this.ask(era, "tools/call", { name: `phases_agents_${tool}`, arguments: args });
  }

  /** Calls a tool that answers. */
  async say(era: Era, tool: string, args: Frame): Promise<Said> {
    return saidIn(await this.call(era, tool, args));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]();
  }
}

/** The result in an answer. */
export function saidIn(answer: Frame): Said {
  const result = answer["result"] as Frame | undefined;
  if (result === undefined) throw new Error(`No result: ${JSON.stringify(answer)}`);
  const [content] = result["content"] as readonly { readonly text: string }[];
  return {
    isError: result["isError"] === true,
    value: result["structuredContent"] as Frame,
    text: content?.text ?? "",
  };
}

/** The message of a refusal. */
export function refusalIn(answer: Frame): readonly [code: unknown, message: unknown] {
  const { code, message } = answer["error"] as Frame;
  return [code, message];
}
