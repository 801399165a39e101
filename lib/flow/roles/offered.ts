/** Which tools a role has: all look, only a trusted coder writes and has checks run. */
import type { OfferedTool, Role, RoleTool, ToolResult } from "../types.ts";
import { FILE_EDIT, FILE_LIST, FILE_READ, FILE_SEARCH, FILE_WRITE, FLOW_CHECK } from "./file_tools.ts";

type Args = Readonly<Record<string, unknown>>;

/** Carries out the file tools: on disk, or through an editor. */
export interface Files {
  read(args: Args, signal: AbortSignal): Promise<ToolResult>;
  list(args: Args, signal: AbortSignal): Promise<ToolResult>;
  search(args: Args, signal: AbortSignal): Promise<ToolResult>;
  write(args: Args, signal: AbortSignal): Promise<ToolResult>;
  edit(args: Args, signal: AbortSignal): Promise<ToolResult>;
}

/** What tools are made of. */
export interface Hands {
  readonly trusted: boolean;
  readonly files: Files;
  /** Has all checks run, or the named one. */
  check(name: string | undefined, signal: AbortSignal): Promise<ToolResult>;
  /** The editor's own tools for the role; none without an editor. */
  editorTools(role: Role, signal: AbortSignal): Promise<readonly RoleTool[]>;
}

const LOOKING: readonly OfferedTool[] = [FILE_READ, FILE_LIST, FILE_SEARCH];
const CHANGING: readonly OfferedTool[] = [FILE_WRITE, FILE_EDIT, FLOW_CHECK];

/** The tools of this program that a role is told of, in order; the editor's come after them. */
function ownTools(role: Role, { trusted }: { readonly trusted: boolean }): readonly OfferedTool[] {
  return role === "coder" && trusted ? [...LOOKING, ...CHANGING] : LOOKING;
}

/**
 * A role's tools, each with what carries it out.
 *
 * @param role Whose tools.
 * @param hands What carries them out.
 * @param options `signal`: for asking the editor what it has.
 *
 * @example
 * ```ts
 * import { offeredTools } from "gatehouse/flow/roles/offered.ts";
 *
 * const ok = { status: "ok" } as const;
 * const later = () => Promise.resolve(ok);
 * const hands = {
 *   trusted: true,
 *   files: { read: later, list: later, search: later, write: later, edit: later },
 *   check: later,
 *   editorTools: () => Promise.resolve([]),
 * };
 * const { signal } = new AbortController();
 * const tools = await offeredTools("coder", hands, { signal });
 * if (!tools.some(({ name }) => name === "file_edit")) throw new Error("a trusted coder writes");
 * ```
 */
export async function offeredTools(
  role: Role,
  hands: Hands,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly RoleTool[]> {
  const own = ownTools(role, hands).map((tool): RoleTool => ({ ...tool, run: runnerOf(tool, hands) }));
  const taken = new Set(own.map(({ name }) => name));
  const editors = await hands.editorTools(role, signal);
  // An editor must not put a tool of its own in the place of one of ours.
  return [...own, ...editors.filter(({ name }) => !taken.has(name))];
}

function runnerOf(tool: OfferedTool, { files, check }: Hands): RoleTool["run"] {
  switch (tool) {
    case FILE_READ:
      return (args, signal) => files.read(args, signal);
    case FILE_LIST:
      return (args, signal) => files.list(args, signal);
    case FILE_SEARCH:
      return (args, signal) => files.search(args, signal);
    case FILE_WRITE:
      return (args, signal) => files.write(args, signal);
    case FILE_EDIT:
      return (args, signal) => files.edit(args, signal);
    default:
      return ({ name }, signal) => check(typeof name === "string" ? name : undefined, signal);
  }
}
