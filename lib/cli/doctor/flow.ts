/** What works on a project: the models that it is given to, and the editor through which it may go. */
import { z } from "zod";
import type { FlowTable } from "../../config/flow.ts";
import { shown } from "../../config/source.ts";
import { oneLine } from "../../core/bounds.ts";
import { shownPath } from "../../core/file_checks.ts";
import type { OpenHouse } from "../../house.ts";
import { type Check, found, type Group, type World } from "./check.ts";
import { asks, serves } from "./family.ts";
import { reach, UNREACHED } from "./reach.ts";

/** Milliseconds that the service gets for what it says of its models; none has to be loaded for that. */
const LIMIT_MS = 10_000;

/** Models that write their tool calls as text, whatever the service says of them. */
const WRITES_CALLS = /(?:^|\/)qwen2\.5-coder\b/i;

const probeShape = z.object({
  reachable: z.boolean(),
  models: z.array(z.object({
    model: z.string(),
    roles: z.array(z.string()),
    status: z.enum(["ok", "error"]),
    tools: z.boolean().nullable(),
    context_length: z.number().nullable(),
    error: z.string().optional(),
    next: z.string().optional(),
  })),
});

type Model = z.output<typeof probeShape>["models"][number];

const socketShape = z.object({ refused: z.string().nullable(), next: z.string().nullable() });

/**
 * The groups.
 *
 * @example
 * ```ts
 * import { flow } from "gatehouse/cli/doctor/flow.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const [line] = await flow(world)[0]?.look(new AbortController().signal) ?? [];
 * if (line?.status !== "skip") throw new Error("a workspace out of nowhere");
 * ```
 */
export function flow({ loaded, house }: World): readonly Group[] {
  if (loaded === null || house === null) return none("The configuration does not load", "Mend it first");
  const table = loaded.settings.familySettings.flow;
  const given = loaded.given("workspace_dir").length > 0;
  if (table === null || !given || !serves(house, "flow")) {
    return none(
      "No workspace is configured",
      "Give --workspace DIR to look at the models and the editor of flow as well",
    );
  }
  return [models(table, house), editor(table, house)];
}

function none(detail: string, next: string): readonly Group[] {
  return ["ollama", "editor"].map((name) => ({
    name,
    limitMs: 1_000,
    late: next,
    look: () => [found("skip", [name, detail, next])],
  }));
}

function models(table: FlowTable, house: OpenHouse): Group {
  const { baseUrl, contextLength } = table.endpoint;
  const late = `Check that ${shown(baseUrl)} is the model service's address, and that it runs`;
  return {
    name: "ollama",
    limitMs: LIMIT_MS,
    late,
    look: async (signal) => {
      const report = probeShape.parse(
        await asks(house, { family: "flow", name: "probe", asked: { signal } }),
      );
      if (!report.reachable) {
        const [{ error = "it did not answer", next = late } = {}] = report.models;
        return [found("fail", ["ollama", error, next])];
      }
      return [
        found("ok", ["ollama", `The model service ${shown(baseUrl)} answers`, "Nothing to do"]),
        ...report.models.flatMap((model) => [modelLine(model, { contextLength }), ...faultOf(model)]),
      ];
    },
  };
}

function modelLine(
  { model, roles, status, tools, context_length: context, error, next }: Model,
  { contextLength }: { readonly contextLength: number },
): Check {
  const name = `model:${oneLine(model, 100)}`;
  if (status === "error") {
    return found("fail", [name, error ?? "It cannot be used", next ?? "Name another one under [ollama]"]);
  }
  const of = `for ${roles.join(", ")}`;
  if (context !== null && context < contextLength) {
    const detail = `It takes ${context} tokens, fewer than the configured ${contextLength} (${of})`;
    return found("warn", [name, detail, `Set context_length = ${context} in the table [ollama]`]);
  }
  if (tools === null) {
    const detail = `It is there (${of}); whether it can call tools, the service does not say`;
    return found("warn", [name, detail, "If runs stall, name a model that calls tools, such as qwen3:8b"]);
  }
  const size = context === null ? "context unknown" : `${context} tokens`;
  return found("ok", [name, `It is there, calls tools, ${size} (${of})`, "Nothing to do"]);
}

function faultOf({ model, status }: Model): Check[] {
  if (status === "error" || !WRITES_CALLS.test(model)) return [];
  return [found("warn", [
    `model-calls:${oneLine(model, 100)}`,
    "It is known to write its tool calls as text; those that name an offered tool are understood, others are lost",
    'If runs stall: ollama pull qwen3:8b, and model = "qwen3:8b" in the table [ollama]',
  ])];
}

function editor({ editor: own }: FlowTable, house: OpenHouse): Group {
  const limitMs = 2_000;
  const late = "Start the editor again, and give its socket with --nvim";
  return {
    name: "editor",
    limitMs,
    late,
    look: async (signal) => {
      if (own === null) {
        return [found("skip", ["editor", "No editor was named", "Give --nvim SOCKET; see docs/neovim.md"])];
      }
      const asked = { socket: own.socket, uid: own.uid };
      const { refused, next } = socketShape.parse(
        await asks(house, { family: "flow", name: "editorSocket", asked, opened: false }),
      );
      if (refused !== null) return [found("fail", ["editor", refused, next ?? late])];
      const reached = await reach({ path: own.socket }, { signal });
      return [
        reached === "reached"
          ? found("ok", [
            "editor",
            `${shownPath(own.socket)} is private, and somebody listens`,
            "Nothing to do",
          ])
          : found("fail", [
            "editor",
            `Nobody listens at ${shownPath(own.socket)}: ${UNREACHED[reached]}`,
            late,
          ]),
      ];
    },
  };
}
