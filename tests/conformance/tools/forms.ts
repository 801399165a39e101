/** Tools that the older revisions answer by asking the client on the open connection. */
import { z } from "zod";
import type { InputRequest } from "../../../lib/core/question.ts";
import type { Fixture } from "./declare.ts";
import { decided, fixture, text } from "./declare.ts";

/** A form of the client's. */
export function form(message: string, properties: Readonly<Record<string, unknown>>): InputRequest {
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message,
      requestedSchema: { type: "object", properties, required: Object.keys(properties) },
    },
  };
}

/** A prompt for the client's model. */
export function sampling(prompt: string): InputRequest {
  return {
    method: "sampling/createMessage",
    params: { messages: [{ role: "user", content: { type: "text", text: prompt } }], maxTokens: 100 },
  };
}

/** A tool that asks one thing and repeats the answer. */
function asking<I extends z.ZodObject>(
  name: string,
  { input, request }: { input: I; request: (args: z.output<I>) => InputRequest },
): ReturnType<typeof fixture> {
  const confirm: Fixture<I>["confirm"] = (args, { answers }) =>
    decided("asked" in answers ? null : { requests: { asked: request(args) } });
  return fixture({
    name,
    input,
    confirm,
    run: (_args, { answers }) => [text(`Answer: ${JSON.stringify(answers["asked"])}`)],
  });
}

const options = ["option1", "option2", "option3"];
const titled = (titles: readonly string[]): { const: string; title: string }[] =>
  titles.map((title, index) => ({ const: `value${index + 1}`, title }));

export const formTools = [
  asking("test_sampling", {
    input: z.strictObject({ prompt: z.string().max(1_000) }),
    request: ({ prompt }) => sampling(prompt),
  }),
  asking("test_elicitation", {
    input: z.strictObject({ message: z.string().max(1_000) }),
    request: ({ message }) =>
      form(message, {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      }),
  }),
  asking("test_elicitation_sep1034_defaults", {
    input: z.strictObject({}),
    request: () =>
      form("Check the defaults", {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      }),
  }),
  asking("test_elicitation_sep1330_enums", {
    input: z.strictObject({}),
    request: () =>
      form("Choose", {
        untitledSingle: { type: "string", enum: options },
        titledSingle: { type: "string", oneOf: titled(["First Option", "Second Option", "Third Option"]) },
        legacyEnum: {
          type: "string",
          enum: ["opt1", "opt2", "opt3"],
          enumNames: ["Option One", "Option Two", "Option Three"],
        },
        untitledMulti: { type: "array", items: { type: "string", enum: options } },
        titledMulti: {
          type: "array",
          items: { anyOf: titled(["First Choice", "Second Choice", "Third Choice"]) },
        },
      }),
  }),
  asking("test_missing_capability", {
    input: z.strictObject({}),
    request: () => sampling("Only for a client that declared sampling"),
  }),
  asking("test_streaming_elicitation", {
    input: z.strictObject({}),
    request: () => form("Is this no request of its own?", { ok: { type: "boolean" } }),
  }),
];
