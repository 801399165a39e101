/** What the suite calls and no family of ours offers: prompts, completion, subscriptions, other resources. */
import { ProtocolError, ResourceNotFoundError, type Server } from "@modelcontextprotocol/server";
import type { Extension } from "../../lib/dispatch/serving.ts";
import { conformance } from "./family.ts";
import { PIXEL } from "./media.ts";
import { PROMPTS } from "./prompts.ts";
import { form } from "./tools/forms.ts";

const TEMPLATE = /^test:\/\/template\/([a-z0-9]{1,32})\/data$/;

export const extension: Extension = {
  capabilities: { logging: {}, prompts: {}, completions: {} },
  methods: ["prompts/list", "prompts/get", "completion/complete"],
  install(server) {
    addPrompts(server);
    addResources(server);
    server.setRequestHandler("completion/complete", () => ({ completion: { values: ["test"], total: 1 } }));
    server.setRequestHandler("resources/subscribe", () => ({}));
    server.setRequestHandler("resources/unsubscribe", () => ({}));
  },
};

function addPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ messages: _messages, ...listed }) => ({
      ...listed,
      arguments: [...listed.arguments ?? []],
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) throw new ProtocolError(-32602, "Unknown prompt");
    if (params.name === "test_input_required_result_prompt" && mcpReq.inputResponses === undefined) {
      const asked = form("What context should the prompt use?", { context: { type: "string" } });
      return { resultType: "input_required", inputRequests: { user_context: asked } } as never;
    }
    // The messages are MCP content, spelled by hand.
    return { messages: [...prompt.messages(params.arguments ?? {})] as never };
  });
}

function addResources(server: Server): void {
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PIXEL }] };
    const id = TEMPLATE.exec(uri)?.[1];
    if (id !== undefined) {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return { contents: [{ uri, mimeType: "application/json", text: data }] };
    }
    const known = conformance.resources.find((resource) => resource.uri === uri);
    if (known === undefined) throw new ResourceNotFoundError(uri, "Unknown resource");
    return { contents: [{ uri, mimeType: known.mimeType, text: await known.read(undefined) }] };
  });
}
