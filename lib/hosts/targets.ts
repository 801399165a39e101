/** How a call comes to its target: by alias, before anything is reached, and then by what was reached. */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import type { Selecting, Target, Targeting } from "../core/target.ts";
import type { Tool } from "../core/tool.ts";
import type { ResolvedTarget } from "./asked.ts";
import { aliasOfRecord } from "./records.ts";
import { serviceOf } from "./service.ts";
import { placeOf } from "./tools/define.ts";

/** The family's targets. */
export const targets: Targeting = {
  argument: "server",
  select,
  async resolve(alias, { tool, context }): Promise<Target> {
    const service = serviceOf(context.service);
    const target = service.target(alias);
    if (target === undefined) {
      throw new ToolError("NOT_FOUND", `There is no server ${oneLine(alias, 128)}`, {
        next: "See list_configured_servers for those that there are",
      });
    }
    checkKind(tool, { alias, type: target.type });
    // The worker is of our own process's making, and its answer has this form.
    const found = await service.ask("resolve", { alias }, context) as ResolvedTarget;
    if (!fits(target, found)) {
      throw new ToolError(
        "AUTHORIZATION_FAILED",
        `The server ${oneLine(alias, 128)} is not what is configured`,
        {
          next: "Look at its settings and start the server again",
        },
      );
    }
    return { alias, ...found };
  },
};

function select(tool: Tool, selecting: Selecting): string | null | Promise<string | null> {
  const { args, service } = selecting;
  const place = placeOf(tool);
  if (place === "none") return null;
  if (place === "record") return aliasOfRecord(tool, selecting);
  const { server } = args;
  if (typeof server === "string") return server;
  const { defaultTarget } = serviceOf(service).settings;
  if (defaultTarget !== null) return defaultTarget;
  throw new ToolError("NOT_FOUND", "No server is configured", { next: "Set MCP_SERVERS" });
}

/** Before anything is reached: a tool that cannot work there must not wake the machine. */
function checkKind(
  tool: Tool,
  { alias, type }: { readonly alias: string; readonly type: "mikrus" | "ssh" },
): void {
  const place = placeOf(tool);
  if (place === "mikrus" && type === "ssh") {
    throw new ToolError("VALIDATION_FAILED", `The server ${oneLine(alias, 128)} is not a mikr.us target`, {
      next: "Name a mikr.us server; list_configured_servers shows the types",
    });
  }
  if ((place === "ssh" || place === "record") && type === "mikrus") {
    throw new ToolError(
      "UNAVAILABLE",
      `${tool.name} works over SSH, and ${oneLine(alias, 128)} is a mikr.us account`,
      {
        next: "Name a server of the type ssh",
      },
    );
  }
}

type Configured = NonNullable<ReturnType<ReturnType<typeof serviceOf>["target"]>>;

/** What was reached must be what is configured: the identity says so in the same words. */
function fits(target: Configured, { identity, backend, proven }: ResolvedTarget): boolean {
  if (backend !== target.type) return false;
  const configured = configuredIdentity(target);
  if (target.type === "mikrus") return proven && identity === configured;
  const key = identity.startsWith(`${configured}#host-key=`) ? identity.slice(configured.length + 10) : "";
  return target.verifyHostKey
    ? proven && /^SHA256:[A-Za-z0-9+/]{43}$/.test(key)
    : !proven && key === "UNVERIFIED";
}

/**
 * What a target is by its configuration alone.
 *
 * @example
 * ```ts
 * import { configuredIdentity } from "gatehouse/hosts/targets.ts";
 *
 * const identity = configuredIdentity({ type: "ssh", user: "root", host: "web.example.com", port: 22 });
 * if (identity !== "ssh:root@web.example.com:22") throw new Error(identity);
 * ```
 */
export function configuredIdentity(
  target: { readonly type: "mikrus"; readonly srv: string } | {
    readonly type: "ssh";
    readonly user: string;
    readonly host: string;
    readonly port: number;
  },
): string {
  if (target.type === "mikrus") return `mikrus:${target.srv}`;
  return `ssh:${target.user}@${target.host}:${target.port}`;
}
