/** Services that are not there, say nothing, or die in the midst of a word. */
import { FlowProject } from "../../../cli/parts/flow_project.ts";
import { closedPort } from "../../../parts/systemone.ts";
import { call, ScriptedModel, text } from "../../parts/scripted_model.ts";
import { BEFORE, WRITTEN } from "./ended.ts";

/** What a run against such a service came to. */
export interface DeadRun {
  readonly code: number;
  readonly err: string;
  readonly report: Readonly<Record<string, unknown>>;
  readonly edited: string | null;
  readonly undone: string | null;
  readonly ms: number;
}

/** The ways to be dead. */
export const DEATHS = [
  "refuses",
  "is silent",
  "dies in its first answer",
  "dies after a write",
  "falls silent after a write",
] as const;

/** Those that come when the run has written. */
export function hasWritten(death: typeof DEATHS[number]): boolean {
  return death.endsWith("after a write");
}

/** A run of the program against a service that is dead in that way. */
export async function deadRun(death: typeof DEATHS[number]): Promise<DeadRun> {
  await using project = await FlowProject.open({ "edited.py": BEFORE });
  const half = text(
    "half of it",
    death === "falls silent after a write" ? { pause: new Promise(() => {}) } : { cutAfter: true },
  );
  const script = hasWritten(death)
    ? [text("the plan"), call("file_write", { path: "edited.py", content: WRITTEN }), half]
    : [half];
  await using model = new ScriptedModel(script);
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const ports = { "refuses": closedPort(), "is silent": silent.addr.port };
  const port = death === "refuses" || death === "is silent" ? ports[death] : model.port;
  const operator = `${project.outside}/flow-operator.toml`;
  const check = `[checks.lint]\ncmd = ["python3", "-B", "-c", "import edited"]\nkind = "lint"\n`;
  await Deno.writeTextFile(
    operator,
    `workspace_dir = "${project.root}"\n[ollama]\nbase_url = "http://127.0.0.1:${port}"\ntimeout = 0.5\n${check}`,
    { mode: 0o600 },
  );
  const from = performance.now();
  const { code, err, report } = await project.run("flow", "run", "--trusted", "-c", operator, "Fix it");
  const ms = performance.now() - from;
  const edited = await project.read("edited.py");
  await project.run("flow", "undo", "--trusted", "-c", operator);
  return { code, err, report, edited, undone: await project.read("edited.py"), ms };
}
