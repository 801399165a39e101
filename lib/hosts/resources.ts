/** What the family publishes for reading: its capabilities, and whether it is ready. */
import type { ResourceEntry } from "../core/tool.ts";
import { capabilitiesOf } from "./manifest.ts";
import { serviceOf } from "./service.ts";
import { sortedJson } from "./sorted_json.ts";
import { statesOf } from "./status.ts";
import { tools } from "./tool_list.ts";

const JSON_TYPE = "application/json";

/** In the order in which they are listed. */
export const resources: readonly ResourceEntry[] = [
  {
    uri: "capabilities://catalog",
    name: "capability_catalog",
    title: "Capabilities of the server tools",
    description: "Every tool for servers, its policy, and why one is not served",
    mimeType: JSON_TYPE,
    read: (service) => {
      const { catalogue, provenance } = serviceOf(service);
      return Promise.resolve(
        sortedJson(capabilitiesOf(tools.map(({ tool }) => tool), { catalogue, provenance })),
      );
    },
    isPrivate: () => true,
  },
  {
    uri: "health://ready",
    name: "readiness",
    title: "Readiness of the server tools",
    description: "Whether the default server has been reached, and which tools are not served",
    mimeType: JSON_TYPE,
    read: async (service) => sortedJson(await healthOf(service)),
    isPrivate: () => true,
  },
];

/** Nothing is reached for it: the first call that needs a server connects it. */
async function healthOf(given: unknown): Promise<Readonly<Record<string, unknown>>> {
  const service = serviceOf(given);
  const { catalogue, settings: { defaultTarget } } = service;
  const states = await statesOf(service, new AbortController().signal);
  const status = states.find(({ alias }) => alias === defaultTarget)?.status ?? "not_connected";
  const isActive = tools.some(({ tool }) => catalogue.find(tool.name) !== undefined);
  const ready = isActive && status === "connected";
  const degraded = catalogue.inactive.filter(({ tool }) => tool.family === "hosts");
  return {
    startup_complete: true,
    live: true,
    ready,
    readiness_reason: ready ? null : isActive ? `default target is ${status}` : "no tool is active",
    dependency_health: { default_target: status },
    capability_degradation: degraded.map(({ tool, code }) => ({ capability: tool.name, reason: code })),
    shutdown_owned: true,
  };
}
