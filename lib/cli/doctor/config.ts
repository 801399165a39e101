/** The configuration: which file, its rights, what it gives, and the files that it names. */
import { resolve } from "../../config/place.ts";
import { isMissing } from "../../config/read.ts";
import { shown } from "../../config/source.ts";
import { shownPath } from "../../core/file_checks.ts";
import { type Part, partsOf } from "../config_files.ts";
import { type Check, failed, found, type Group, type World } from "./check.ts";

const GROUP_OTHER = 0o077;

const HELP = "See gatehouse help config";

/**
 * The group.
 *
 * @param options `problem`: why the configuration does not load; null when it does.
 *
 * @example
 * ```ts
 * import { config } from "gatehouse/cli/doctor/config.ts";
 * import { configError } from "gatehouse/config/source.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const group = config(world, { problem: configError("Could not use port x", "Give a number") });
 * const [line] = await group.look(new AbortController().signal);
 * if (line?.status !== "fail" || line.next !== "Give a number") throw new Error("not told");
 * ```
 */
export function config(
  { io, loaded }: World,
  { problem }: { readonly problem: unknown },
): Group {
  return {
    name: "config",
    limitMs: 3_000,
    late: "Check the file system that it is on",
    look: () => {
      if (loaded === null) return [failed("config", { error: problem, next: HELP }), ...here(io.cwd, null)];
      const warnings = loaded.warnings.filter((text) => !text.startsWith("Ignored "));
      return [
        fileLine(loaded.file, { holdsSecrets: holdsSecrets(loaded) }),
        ...here(io.cwd, loaded.file),
        ...warnings.map((text) =>
          found("warn", ["config-warning", text, "gatehouse config print shows what is in force"])
        ),
      ];
    },
  };
}

/**
 * A group for each file or directory that the settings name.
 *
 * @example
 * ```ts
 * import { configFiles } from "gatehouse/cli/doctor/config.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * if (configFiles(world).length !== 0) throw new Error("files out of nowhere");
 * ```
 */
export function configFiles({ loaded, house }: World): readonly Group[] {
  if (loaded === null || house === null) return [];
  return partsOf({ ...loaded, house }).map((part) => ({
    name: nameOf(part),
    limitMs: 3_000,
    late: "Check the file system that it is on",
    look: async () => {
      try {
        const { what, warnings } = await part.look();
        return [
          found("ok", [nameOf(part), what, "gatehouse config check reads it again after a change"]),
          ...warnings.map((text) =>
            found("warn", [nameOf(part), text, "Mend it, or take it out of the configuration"])
          ),
        ];
      } catch (error) {
        return [failed(nameOf(part), { error, next: HELP })];
      }
    },
  }));
}

function nameOf({ name }: Part): string {
  return name.replaceAll(" ", "-");
}

function fileLine(file: string | null, { holdsSecrets }: { readonly holdsSecrets: boolean }): Check {
  if (file === null) {
    return found("ok", ["config", "No file: no home directory is known", "Set HOME, or give --config FILE"]);
  }
  if (isMissing(file)) {
    const next = "gatehouse init writes one; without it the defaults hold";
    return found("ok", ["config", `There is no file ${shownPath(file)}, and none is needed`, next]);
  }
  const mode = Deno.lstatSync(file).mode;
  const rights = mode === null ? "" : `, mode ${(mode & 0o7777).toString(8).padStart(4, "0")}`;
  if (mode !== null && (mode & GROUP_OTHER) !== 0 && holdsSecrets) {
    const detail = `Others may read ${shownPath(file)}${rights}, and it holds passwords or keys`;
    return found("warn", ["config", detail, `Run chmod go= ${shownPath(file)}`]);
  }
  const next = "gatehouse config print shows every setting and its source";
  return found("ok", ["config", `Read ${shownPath(file)}${rights}`, next]);
}

function holdsSecrets({ settings, origin, file }: NonNullable<World["loaded"]>): boolean {
  if (file === null || !origin("hosts").startsWith(file)) return false;
  return settings.familySettings.hosts.targets.some((target) =>
    target.type === "mikrus" || target.password !== null || target.sudoPassword !== null
  );
}

/** A file in the working directory is whoever's who may write there. */
function here(cwd: string, loaded: string | null): Check[] {
  const path = resolve(cwd, "gatehouse.toml");
  if (path === loaded || isMissing(path)) return [];
  const place = loaded === null ? "the place that help config names" : shown(loaded);
  return [found("warn", [
    "config-ignored",
    `${shownPath(path)} is not read: settings come only from --config and the user's own directory`,
    `Move what you want of it to ${place}, or name it with --config`,
  ])];
}
