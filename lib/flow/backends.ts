/** The family's worker as it is declared: what it may touch, what it may have run, and what it is told. */
import type { BackendSpec, ProgramSpec } from "../core/backend.ts";
import { endpointOf } from "../core/endpoint.ts";
import { ToolError } from "../core/errors.ts";
import { ensurePrivateDirectory } from "../core/file_writes.ts";
import { editorRights } from "./editor/socket.ts";
import { settingsOf } from "./settings.ts";
import type { FlowSettings, WorkerSetup } from "./types.ts";
import { knownFileIo } from "./idle.ts";

/** Variables that every check gets. */
const CHECK_ENV = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"];

/**
 * Works on the project. It reaches the model service and the editor's socket, reads the workspace, and writes it when that
 * is trusted; the checks are run outside of it, by their names.
 */
export const worker: BackendSpec = {
  name: "worker",
  title: "works on the project",
  worker: "flow/worker",
  permissions(given) {
    const settings = settingsOf(given);
    if (settings === null) return null;
    const { workspace, trusted, undoDirectory, editor } = settings;
    const undo = undoDirectory === null ? [] : [undoDirectory];
    const socket = editor === null
      ? { net: [], read: [], write: [] }
      : editorRights(editor.socket, editor.uid);
    return {
      net: [modelAddress(settings), ...socket.net],
      read: [workspace, ...undo, ...socket.read],
      write: [...(trusted ? [workspace, ...undo] : []), ...socket.write],
    };
  },
  setup(given) {
    const settings = settingsOf(given);
    if (settings === null) throw new ToolError("NO_WORKSPACE", "No workspace is configured");
    // The worker may write in it, and has no right to what stands above it.
    if (settings.trusted && settings.undoDirectory !== null) {
      ensurePrivateDirectory(settings.undoDirectory);
    }
    // Only here: the worker may not make the links that it is about.
    return { settings, fileIo: knownFileIo() } satisfies WorkerSetup;
  },
  programs(given) {
    const settings = settingsOf(given);
    if (settings === null || !settings.trusted) return null;
    return Object.fromEntries(settings.checks.map((check) => [check.name, programOf(check, settings)]));
  },
};

function programOf(
  { cmd, timeoutMs }: FlowSettings["checks"][number],
  { workspace, agent: { checkEnv } }: FlowSettings,
): ProgramSpec {
  return { argv: cmd, cwd: workspace, env: [...new Set([...CHECK_ENV, ...checkEnv])], timeoutMs };
}

function modelAddress({ endpoint: { baseUrl } }: FlowSettings): string {
  const endpoint = endpointOf(baseUrl);
  if (endpoint === null) throw new TypeError("The model service's address was not checked");
  const { hostname, port } = endpoint;
  return hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}
