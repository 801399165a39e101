/** Mounts as compose writes them: as text or as a map. */
import { isRecord } from "../../core/record.ts";
import type { Desired, ServiceState } from "../remote/answers/compose.ts";
import type { Mount } from "./fields.ts";
import { unsupported } from "./unsupported.ts";

/**
 * The mounts, with the volumes' real names.
 *
 * @throws ToolError `VALIDATION_FAILED` for a volume without a name, whose content nothing could find again, and for a
 * form that is not known.
 *
 * @example
 * ```ts
 * import { declaredMounts } from "gatehouse/hosts/compose/declared_mounts.ts";
 *
 * const named = { volumes: ["data:/srv:ro"], tmpfs: [] };
 * const [mount] = declaredMounts(named, { volumes: {}, project: "shop" });
 * if (mount?.source !== "shop_data" || mount.mode !== "ro") throw new Error("another mount");
 * ```
 */
export function declaredMounts(
  { volumes: entries, tmpfs }: Pick<Desired, "volumes" | "tmpfs">,
  { volumes, project }: Pick<ServiceState, "volumes" | "project">,
): readonly Mount[] {
  if (!Array.isArray(entries)) throw unsupported("its volumes have a form that is not known");
  const inMemory = typeof tmpfs === "string" ? [tmpfs] : Array.isArray(tmpfs) ? tmpfs.map(String) : [];
  return [
    ...entries.map((entry) => {
      const mount = mountOf(entry);
      if (mount.type !== "volume") return mount;
      return { ...mount, source: volumes[mount.source] ?? `${project}_${mount.source}` };
    }),
    ...inMemory.map((path) => {
      return { type: "tmpfs", source: "", destination: path.split(":")[0] ?? "", mode: "rw" as const };
    }),
  ];
}

function mountOf(entry: unknown): Mount {
  if (typeof entry === "string") return shortMount(entry);
  if (!isRecord(entry)) throw unsupported("one of its volumes has a form that is not known");
  const { type = "volume", source = null, target, read_only = false } = entry;
  if (typeof type !== "string" || typeof target !== "string") {
    throw unsupported("one of its volumes has a form that is not known");
  }
  const mode = read_only === true ? "ro" : "rw";
  if (type === "tmpfs") return { type, source: "", destination: target, mode };
  if (typeof source !== "string" || source === "") throw anonymous(target);
  return { type, source, destination: target, mode };
}

function shortMount(entry: string): Mount {
  const [source = "", destination, options = "rw"] = entry.split(":");
  if (destination === undefined) throw anonymous(source);
  const type = source.startsWith("/") ? "bind" : "volume";
  return { type, source, destination, mode: options.split(",").includes("ro") ? "ro" : "rw" };
}

function anonymous(destination: string) {
  return unsupported(`the volume at ${destination.slice(0, 200)} has no name, so its content could be lost`);
}
