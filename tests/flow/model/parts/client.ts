/** A client of the scripted model, and one turn of it. */
import { modelClient } from "gatehouse/flow/model/client.ts";
import type { FlowSettings, Message, OfferedTool, Turn } from "gatehouse/flow/types.ts";
import type { ScriptedModel } from "../../parts/scripted_model.ts";

export const MODEL = "qwen2.5-coder:7b";

export const BOTH = ["ollama", "openai"] as const;

/** A signal that never comes. */
export const never = (): AbortSignal => new AbortController().signal;

export function clientOf(model: ScriptedModel, more: Partial<FlowSettings["endpoint"]> = {}) {
  return modelClient({
    baseUrl: model.url,
    api: "ollama",
    temperature: 0.2,
    contextLength: 16_384,
    timeoutSeconds: 30,
    allowRemote: false,
    ...more,
  });
}

/** Tools of these names. */
export function offered(...names: readonly string[]): readonly OfferedTool[] {
  return names.map((name) => ({ name, description: `does ${name}`, parameters: { type: "object" } }));
}

const MESSAGES: readonly Message[] = [
  { role: "system", content: "be brief" },
  { role: "user", content: "hello" },
];

export function turnOf(more: Partial<Turn> = {}): Turn {
  return { model: MODEL, messages: MESSAGES, tools: offered("file_list", "file_read"), ...more };
}
