/** What a word of a program's arguments may be. */
import { normalPath, READ_DENIED, under } from "../tools/paths.ts";
import { isPublicUrl } from "./url.ts";

/** A kind of value; `none` is an option that takes none, `optional` one whose value may only be attached to it. */
export type Kind = "none" | "optional" | keyof typeof FORMS;

const FORMS = {
  /** Any text. */
  text: () => true,
  /** Any text that no program takes for an option. */
  plain: (value: string) => !value.startsWith("-"),
  number: (value: string) => /^[+-]?\d{1,12}$/.test(value),
  /** As tail, head and journalctl count. */
  count: (value: string) => /^[+-]?\d{1,12}(?:b|[kKmMgG]?B?|[kKmMgG]iB)$/.test(value),
  seconds: (value: string) => /^\d{1,4}(?:\.\d{1,3})?$/.test(value),
  /** Names of interfaces, types, states, fields, addresses. */
  word: (value: string) => /^[A-Za-z0-9_.:,@+=%\/][A-Za-z0-9_.:,@+=%\/-]{0,254}$/.test(value),
  /** A unit of systemd, or a pattern of them. */
  unit: (value: string) => /^[A-Za-z0-9_@.:\\*?[\]][A-Za-z0-9_@.:\\*?[\]-]{0,254}$/.test(value),
  /** `FIELD=value` of the journal. */
  match: (value: string) => value === "+" || /^[A-Z0-9_]{1,64}=/.test(value),
  /** A container, image, network or volume. */
  object: (value: string) => /^[A-Za-z0-9][A-Za-z0-9_.:\/@-]{0,254}$/.test(value),
  /** A template that cannot show an environment. */
  template: isSafeTemplate,
  path: isReadable,
  url: isPublicUrl,
  null_device: (value: string) => value === "/dev/null",
  /** As curl reads them, `@` in front names a file, and `%output` another one. */
  header: (value: string) => /^[^@]/.test(value),
  writeout: (value: string) => !value.startsWith("@") && !/%output/i.test(value),
  method: (value: string) => value === "GET" || value === "HEAD",
} as const satisfies Readonly<Record<string, (value: string) => boolean>>;

/**
 * Whether a word may stand for a value of the kind. A path is judged once more on the machine, by what it leads to.
 *
 * @example
 * ```ts
 * import { fitsKind } from "gatehouse/hosts/programs/kinds.ts";
 *
 * if (!fitsKind("count", "+5") || fitsKind("path", "/etc//shadow")) throw new Error("another judgement");
 * ```
 */
export function fitsKind(kind: Kind, value: string): boolean {
  if (kind === "none") return false;
  if (kind === "optional") return /^[A-Za-z0-9_.:,@+=%\/-]{1,255}$/.test(value);
  return FORMS[kind](value);
}

/** An empty or endless one, one that climbs, or one that may not be read. */
function isReadable(value: string): boolean {
  if (value === "-") return true;
  // Old spellings of options begin with a plus sign, also that of following a file (tail(1), sort(1)).
  if (value === "" || value.startsWith("+") || value.length > 1_000) return false;
  if (value.split("/").some((part) => part === ".." || part === "~")) return false;
  if (!value.startsWith("/")) return true;
  const path = normalPath(value);
  return !READ_DENIED.some((top) => under(path, top));
}

/** Parts of what docker tells of an object that hold no environment. */
const SAFE_PARTS =
  "Id|ID|Name|Created|CreatedAt|Driver|Image|RestartCount|Platform|State|HostConfig|NetworkSettings|Mounts|" +
  "Config\\.(?:Image|Labels|Hostname|User|WorkingDir|Healthcheck)|RepoTags|RepoDigests|Size|Architecture|Os|" +
  "Mountpoint|Scope|Labels|Options|IPAM|Containers";

const FIELD = new RegExp(`^\\{\\{ ?(?:json )?\\.(?:${SAFE_PARTS})(?:\\.[A-Za-z0-9]{1,64}){0,4} ?\\}\\}`);

function isSafeTemplate(value: string): boolean {
  let rest = value;
  for (let at = rest.indexOf("{{"); at >= 0; at = rest.indexOf("{{")) {
    rest = rest.slice(at);
    const [field] = FIELD.exec(rest) ?? [];
    if (field === undefined) return false;
    rest = rest.slice(field.length);
  }
  return value.length <= 1_000;
}
