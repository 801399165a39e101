/** Reading answers. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { codeOf, resultOf } from "../../dispatch/parts/endpoint.ts";
import type { Frame } from "../../dispatch/parts/schema.ts";

/** The verdict, or other value, in an answer that is no failure; its text copy must say the same. */
export function valueIn(frame: Frame): Frame {
  const { structuredContent, content, isError } = resultOf(frame);
  assertTrue(isError !== true, JSON.stringify(frame));
  assertEquals(JSON.parse(textOf(content)), structuredContent);
  return structuredContent as Frame;
}

/** The verdict's decision, layer and confirmation. */
export function verdictIn(frame: Frame): readonly unknown[] {
  const { decision, layer, confirmation } = valueIn(frame);
  return [decision, layer, confirmation];
}

/** The failure in an answer: a result that says that it is one. */
export function failureIn(frame: Frame): Frame {
  const { content, isError } = resultOf(frame);
  assertEquals(isError, true);
  return JSON.parse(textOf(content));
}

/** The answer is an error with this code; gives its data. */
export function errorIn(frame: Frame, code: number): Frame {
  assertEquals(codeOf(frame), code, JSON.stringify(frame));
  return ((frame["error"] as Frame)["data"] ?? {}) as Frame;
}

/** The question in an answer that asks for input: what a person is shown, and the state to bring back. */
export function questionIn(frame: Frame): { readonly message: string; readonly requestState: string } {
  const { resultType, inputRequests, requestState } = resultOf(frame);
  assertEquals(resultType, "input_required", JSON.stringify(frame));
  const { gate_confirmation: asked } = inputRequests as Record<string, { method: string; params: Frame }>;
  assertTrue(asked?.method === "elicitation/create" && asked.params["mode"] === "form");
  return { message: String(asked.params["message"]), requestState: String(requestState) };
}

function textOf(content: unknown): string {
  const [item] = content as { type: string; text: string }[];
  assertEquals(item?.type, "text");
  return item?.text ?? "";
}
