/** Who may import whom. */

/** Why the import is not allowed, or null when it is. */
export function arrowProblem(from: string, to: string, families: readonly string[]): string | null {
  const source = roomOf(from);
  const target = roomOf(to);
  if (source === target && source !== "lib") return null;
  const allowed = allowedTargets(from, to, families);
  if (allowed === null) return `${from} stands in no known room: say in arrows.ts what it may import`;
  return allowed.includes(target) ? null : `${from} must not import ${to}`;
}

/** `lib/core/errors.ts` → `core`, `docs/flow.md` → `docs`; a file directly in `lib/` or at the top is a room of its own. */
function roomOf(path: string): string {
  if (path.startsWith("docs/")) return "docs";
  return path.match(/^lib\/([^/]+)\//)?.[1] ?? path;
}

function allowedTargets(from: string, to: string, families: readonly string[]): readonly string[] | null {
  const room = roomOf(from);
  if (families.includes(room)) return ["core"];
  switch (room) {
    case "core":
      return from === "lib/core/version.ts" ? ["deno.json"] : [];
    case "config":
    case "dispatch":
    case "state":
    case "telemetry":
      return ["core"];
    case "isolate":
      return from === "lib/isolate/command.ts" ? ["core", "deno.json"] : ["core"];
    case "cli":
      return [
        ...["core", "config", "dispatch", "isolate", "state", "telemetry"],
        ...["lib/house.ts", "lib/catalogue.ts", "lib/workers.ts", "docs"],
      ];
    case "lib/workers.ts":
      return [];
    case "lib/catalogue.ts":
      return [
        "core",
        "lib/catalogue.json",
        ...families.filter((family) =>
          ["mod.ts", "configured.ts"].some((file) => to === `lib/${family}/${file}`)
        ),
      ];
    case "lib/house.ts":
      return ["core", "config", "dispatch", "isolate", "state", "lib/catalogue.ts"];
    case "main.ts":
      return ["cli"];
    case "mod.ts":
      return ["core", "config", "dispatch", "state", "lib/catalogue.ts", "lib/house.ts", ...families];
    default:
      return null;
  }
}
