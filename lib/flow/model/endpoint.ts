/** Which services and models may be asked: those of this machine, unless the operator says otherwise. */
import { type Endpoint, endpointOf } from "../../core/endpoint.ts";
import { oneLine } from "../../core/bounds.ts";
import type { ToolError } from "../../core/errors.ts";
import type { FlowSettings } from "../types.ts";
import { failure, shownModel } from "./failure.ts";

/**
 * The service's address.
 *
 * @param baseUrl An http or https origin, without user, path, query or fragment.
 * @throws ToolError `MODEL_REJECTED` when it is none, `MODEL_REMOTE` when it is not on this machine and need be.
 *
 * @example
 * ```ts
 * import { modelEndpoint } from "gatehouse/flow/model/endpoint.ts";
 *
 * if (modelEndpoint("http://[::1]:11434/", { allowRemote: false }).port !== 11434) throw new Error("not read");
 * for (const baseUrl of ["http://10.0.0.5:11434", "http://127.0.0.1:1/v1", "http://u:p@127.0.0.1:1"]) {
 *   try {
 *     modelEndpoint(baseUrl, { allowRemote: false });
 *   } catch {
 *     continue;
 *   }
 *   throw new Error(baseUrl);
 * }
 * ```
 */
export function modelEndpoint(baseUrl: string, { allowRemote }: { readonly allowRemote: boolean }): Endpoint {
  const endpoint = endpointOf(baseUrl);
  if (endpoint === null || endpoint.base !== endpoint.origin) {
    // A password may stand in it, so it is not repeated.
    throw failure("MODEL_REJECTED", "Could not use ollama.base_url: it is not a plain http or https origin", {
      next: "Give scheme, host and port only, such as http://127.0.0.1:11434",
    });
  }
  if (!endpoint.loopback && !allowRemote) {
    throw failure("MODEL_REMOTE", `Refused the model service ${endpoint.base}: it is not on this machine`, {
      next: "Use an address of this machine, or set ollama.allow_remote = true",
    });
  }
  return endpoint;
}

/**
 * Whether the name's tag says that Ollama passes the model's requests on to its cloud: `:cloud` and `…-cloud`.
 *
 * @example
 * ```ts
 * import { isCloudName } from "gatehouse/flow/model/endpoint.ts";
 *
 * if (!isCloudName("gpt-oss:120b-cloud") || !isCloudName("glm-4.6:cloud")) throw new Error("not told");
 * if (isCloudName("qwen3:8b") || isCloudName("my-cloud") || isCloudName("cloud/llama3:8b")) throw new Error("told");
 * ```
 */
export function isCloudName(model: string): boolean {
  return /:(?:[^/:]*-)?cloud$/i.test(model.trim());
}

/**
 * The failure of a model that a local service only passes on.
 *
 * @param host Where it runs, by the service's own words; empty when only its name says so.
 *
 * @example
 * ```ts
 * import { passedOn } from "gatehouse/flow/model/endpoint.ts";
 *
 * if (passedOn("glm-4.6:cloud", "").code !== "MODEL_REMOTE") throw new Error("other code");
 * ```
 */
export function passedOn(model: string, host: string): ToolError {
  const where = host === "" ? "it runs in a cloud" : `the service passes it on to ${oneLine(host, 100)}`;
  return failure("MODEL_REMOTE", `Refused the model ${shownModel(model)}: ${where}, not on this machine`, {
    next: "Name a model that runs here, or set ollama.allow_remote = true",
  });
}

/**
 * What an operator should know of the settings, a sentence each.
 *
 * @example
 * ```ts
 * import { endpointWarnings } from "gatehouse/flow/model/endpoint.ts";
 *
 * if (endpointWarnings({ api: "ollama" }).length !== 0 || endpointWarnings({ api: "openai" }).length !== 1) {
 *   throw new Error("not told");
 * }
 * ```
 */
export function endpointWarnings({ api }: Pick<FlowSettings["endpoint"], "api">): readonly string[] {
  if (api === "ollama") return [];
  return [
    "ollama.api is openai: that wire cannot set the size of the context, so ollama.context_length must be what the " +
    "service was started with; an Ollama service may drop the oldest messages without a word",
  ];
}
