/** What a trace costs a call: none is taken, and one is that nobody waits for. */
import { endpointOf } from "gatehouse/core/endpoint.ts";
import { invoke } from "gatehouse/core/invoke.ts";
import { openHouse } from "gatehouse/house.ts";
import { openExporter } from "gatehouse/telemetry/exporter.ts";

const settings = { families: ["gate"], readOnly: false, stateDirectory: null } as const;
const endpoint = endpointOf("http://127.0.0.1:9");
if (endpoint === null) throw new Error("No endpoint");
// What is dropped was collected all the same; nothing is sent while calls follow each other without a pause.
const tracer = openExporter(endpoint, { warn() {} });
const call = { tool: "gate", args: { command: "ls -la" }, principal: "bench", via: "stdio" } as const;

for (
  const [name, house] of [["off", openHouse(settings)], ["on", openHouse({ ...settings, tracer })]] as const
) {
  Deno.bench(`a call with tracing ${name}`, { group: "trace", baseline: name === "off" }, async () => {
    await invoke(house, call);
  });
}
