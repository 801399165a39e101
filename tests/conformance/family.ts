/** The family that the official conformance suite calls: for tests only, never shipped. */
import type { Encoded, Settled } from "../../lib/core/encode.ts";
import { encodePlain } from "../../lib/core/encode.ts";
import type { Family } from "../../lib/core/tool.ts";
import { contentTools } from "./tools/content.ts";
import { answer } from "./tools/declare.ts";
import { formTools } from "./tools/forms.ts";
import { noticeTools } from "./tools/notices.ts";
import { roundTools } from "./tools/rounds.ts";
import { schemaTools } from "./tools/schemas.ts";

export const conformance: Family = {
  name: "conformance",
  instructions: "What the conformance suite calls.",
  icon: "M0,0h16v16",
  tools: [...contentTools, ...noticeTools, ...formTools, ...roundTools, ...schemaTools],
  resources: ["static-text", "watched-resource"].map((name) => ({
    uri: `test://${name}`,
    name,
    title: name,
    description: "A text for the suite",
    mimeType: "text/plain",
    read: () => Promise.resolve("This is the content of the static text resource."),
  })),
  encode,
  facts: () => ({}),
};

/** The content is the answer; a forged state is refused outright, as the suite wants it. */
function encode(settled: Settled): Encoded {
  if (settled.ok) {
    const { content } = answer.parse(settled.value);
    return { kind: "result", content, structuredContent: settled.value };
  }
  if (settled.error.code !== "STATE_INVALID") return encodePlain(settled);
  return { kind: "error", code: -32602, message: settled.error.message };
}
