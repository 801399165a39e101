/** What HTML elements do to the text between their tags, as far as Markdown is concerned (HTML Living Standard). */

/** Elements without content. */
const VOID = "area base br col embed hr img input link meta param source track wbr";

/** Elements of running text: what stands between their tags is read like any text. */
const INLINE =
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt rtc ruby s samp " +
  "small span strike strong sub sup time tt u var";

/** Elements whose content is no markup: only their own end tag ends it. */
const RAW = "iframe noembed noframes plaintext pre script style textarea title xmp";

/** Elements whose end tag may be left out. */
const OPEN_ENDED = "colgroup dd dt li optgroup option p tbody td tfoot th thead tr";

/** All other elements that hold content of their own. */
const CONTAINER =
  "address applet article aside audio blockquote body button canvas caption center datalist details dialog dir div dl " +
  "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html legend main map marquee " +
  "math menu menuitem meter nav noscript object ol output picture portal progress search section select slot summary " +
  "svg table template ul video";

/** What an element does: see the lists above; `unknown` is none of HTML's. */
export type HtmlKind = "void" | "inline" | "raw" | "open-ended" | "container" | "unknown";

const KINDS: ReadonlyMap<string, HtmlKind> = new Map<string, HtmlKind>([
  ...names(VOID, "void"),
  ...names(INLINE, "inline"),
  ...names(RAW, "raw"),
  ...names(OPEN_ENDED, "open-ended"),
  ...names(CONTAINER, "container"),
]);

/**
 * What the element of this name does.
 *
 * @param name Lower-case.
 *
 * @example
 * ```ts
 * import { htmlKind } from "gatehouse/skills/validator/html_names.ts";
 *
 * if (htmlKind("br") !== "void" || htmlKind("string") !== "unknown") throw new Error("wrong kind");
 * ```
 */
export function htmlKind(name: string): HtmlKind {
  return KINDS.get(name) ?? "unknown";
}

function names(list: string, kind: HtmlKind): (readonly [string, HtmlKind])[] {
  return list.split(" ").map((name) => [name, kind] as const);
}
