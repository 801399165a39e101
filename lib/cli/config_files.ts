/** The files and directories that the settings name, each looked at as the server looks at them when it starts. */
import { checks } from "../catalogue.ts";
import { isMissing } from "../config/read.ts";
import { configError, shown } from "../config/source.ts";
import { ToolError } from "../core/errors.ts";
import { identifyPrivate } from "../core/files.ts";
import { httpToken } from "./serve_http.ts";
import { hostsWarnings } from "./served_hosts.ts";
import type { Session } from "./session.ts";

/** What was found of one of them. */
export interface PartFound {
  /** What was loaded, in a few words. */
  readonly what: string;
  /** One sentence each. */
  readonly warnings: readonly string[];
}

/** One of them. */
export interface Part {
  readonly name:
    | "rules"
    | "model token"
    | "skills"
    | "servers"
    | "workspace"
    | "bearer token"
    | "approval file";
  /** Rejects with `CONFIG_INVALID` for the first mistake. */
  readonly look: () => Promise<PartFound>;
}

/** What is looked at. */
export type Opened = Pick<Session, "settings" | "origin" | "house">;

/**
 * Those that the settings name, of the families that are served.
 *
 * @example
 * ```ts
 * import { partsOf } from "gatehouse/cli/config_files.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 * import { openSession } from "gatehouse/cli/session.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), environment: {}, err() {} };
 * await using session = await openSession(io, {});
 * if (partsOf(session).length !== 0) throw new Error("a file that nobody named");
 * ```
 */
export function partsOf(opened: Opened): readonly Part[] {
  const {
    settings: { families, transport, tokenFile, approvalFile, familySettings: { gate, skills, hosts, flow } },
    house,
  } = opened;
  const served = house.catalogue.families.map(({ name }) => name);
  const parts: (Part & { readonly isNamed: boolean })[] = [
    {
      name: "rules",
      isNamed: served.includes("gate") && gate.rulesFile !== undefined,
      look: () => rules(opened),
    },
    {
      name: "model token",
      isNamed: served.includes("gate") && gate.tokenFile !== undefined,
      look: () => modelToken(opened),
    },
    {
      name: "skills",
      isNamed: served.includes("skills") &&
        (skills.roots.length > 0 || skills.configFile !== undefined || skills.gapRules !== undefined),
      look: () => skillRoots(opened),
    },
    {
      name: "servers",
      isNamed: families?.includes("hosts") === true || served.includes("hosts") && hosts.targets.length > 0,
      look: () => servers(opened),
    },
    {
      name: "workspace",
      isNamed: served.includes("flow") && flow !== null,
      look: () => workspace(opened),
    },
    {
      name: "bearer token",
      isNamed: transport === "http" || tokenFile !== null,
      look: () => bearer(opened),
    },
    {
      name: "approval file",
      isNamed: approvalFile !== null,
      look: () => approvals(opened),
    },
  ];
  return parts.filter(({ isNamed }) => isNamed).map(({ name, look }) => ({ name, look }));
}

async function rules({ settings, house }: Opened): Promise<PartFound> {
  await house.serviceOf(await house.catalogue.load("gate"));
  return { what: shown(settings.familySettings.gate.rulesFile), warnings: [] };
}

function modelToken(opened: Opened): Promise<PartFound> {
  return privateFile(opened, {
    key: "gate.token_file",
    path: opened.settings.familySettings.gate.tokenFile ?? "",
  });
}

/** It is made with the first approval. */
function approvals(opened: Opened): Promise<PartFound> {
  const path = opened.settings.approvalFile ?? "";
  if (!isMissing(path)) return privateFile(opened, { key: "policy.approval_file", path });
  return Promise.resolve({ what: `${shown(path)}, not there yet`, warnings: [] });
}

function privateFile(
  { origin }: Opened,
  { key, path }: { readonly key: "gate.token_file" | "policy.approval_file"; readonly path: string },
): Promise<PartFound> {
  try {
    identifyPrivate(path);
    return Promise.resolve({ what: shown(path), warnings: [] });
  } catch (error) {
    if (!(error instanceof ToolError)) return Promise.reject(error);
    const message = `Could not use ${key} from ${shown(origin(key))}: ${error.message}`;
    return Promise.reject(configError(message, error.next ?? "Check the file"));
  }
}

async function skillRoots({ settings: { familySettings: { skills } } }: Opened): Promise<PartFound> {
  const warnings = await (await checks["skills"]?.())?.check(skills) ?? [];
  const files = [skills.configFile, skills.gapRules].filter((path) => path !== undefined).map(shown);
  const own = skills.roots.length === 0 ? [] : [counted(skills.roots.length, "root")];
  return { what: [...own, ...files].join(", "), warnings };
}

async function servers(opened: Opened): Promise<PartFound> {
  const warnings = await hostsWarnings(opened);
  const { targets } = opened.settings.familySettings.hosts;
  const names = targets.slice(0, 8).map(({ alias }) => shown(alias)).join(", ");
  const more = targets.length > 8 ? ", …" : "";
  return {
    what: `${counted(targets.length, "server")} (${names}${more}) from ${shown(opened.origin("hosts"))}`,
    warnings,
  };
}

async function workspace({ settings: { familySettings: { flow } } }: Opened): Promise<PartFound> {
  const warnings = await (await checks["flow"]?.())?.check(flow) ?? [];
  if (flow === null) return { what: "none", warnings };
  const trust = flow.trusted ? "trusted" : "not trusted";
  return {
    what: `${shown(flow.workspace)}, ${trust}, ${counted(flow.checks.length, "check")}`,
    warnings,
  };
}

async function bearer(opened: Opened): Promise<PartFound> {
  const token = await httpToken(opened);
  return { what: token === null ? "none is needed" : shown(opened.settings.tokenFile), warnings: [] };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
