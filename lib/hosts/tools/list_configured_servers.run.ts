import { allowedAliases } from "../allowed.ts";
import { serviceOf } from "../service.ts";
import { statesOf } from "../status.ts";
import { configuredIdentity } from "../targets.ts";
import { hostRuns } from "./define.ts";
import { listConfiguredServers } from "./list_configured_servers.ts";

/** Tells of the servers that the caller may use; of others it does not say that there are any. */
export default hostRuns(listConfiguredServers, async (_args, { service: given, signal }) => {
  const service = serviceOf(given);
  const { targets, defaultTarget } = service.settings;
  const states = await statesOf(service, signal);
  const aliases = allowedAliases(service);
  const allowed = targets.filter(({ alias }) => aliases.includes(alias));
  return {
    default_target: allowed.some(({ alias }) => alias === defaultTarget) ? defaultTarget : null,
    targets: allowed.map((target) => {
      const state = states.find(({ alias }) => alias === target.alias);
      return {
        name: target.alias,
        type: target.type,
        configured_identity: configuredIdentity(target),
        resolved_identity: state?.identity ?? null,
        status: state?.status ?? "not_connected",
        is_default: target.alias === defaultTarget,
        facts: state?.facts === null || state?.facts === undefined ? null : { ...state.facts },
      };
    }),
  };
});
