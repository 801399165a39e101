/**
 * Writes the table of characters that look alike, `lib/skills/text/confusables_table.ts`.
 *
 * Its source is `confusables.json` of Debian's package `python3-confusable-homoglyphs` 3.2.0-2, whose data are the
 * Unicode Consortium's confusables.txt (UTS 39): `deno run --allow-read --allow-write tests/tasks/confusables.ts FILE`.
 * The file lists for each character those that look like it; the table keeps one prototype for each such class.
 */

/** Characters that an id, or its decomposed form, can hold. */
const IN_AN_ID = /^[\p{L}\p{N}\p{M}_-]$/u;

const [path] = Deno.args;
if (path === undefined) {
  console.error("Name the file confusables.json");
  Deno.exit(2);
}
const source: Record<string, readonly { readonly c: string }[]> = JSON.parse(Deno.readTextFileSync(path));

const parents = new Map<string, string>();
function classOf(text: string): string {
  let at = text;
  for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up;
  return at;
}
for (const [text, others] of Object.entries(source)) {
  for (const { c } of others) {
    const [a, b] = [classOf(text), classOf(c)];
    if (a !== b) parents.set(a, b);
  }
}
const classes = new Map<string, string[]>();
for (const text of Object.keys(source)) {
  const name = classOf(text);
  classes.set(name, [...classes.get(name) ?? [], text]);
}

/** The one that all of a class are replaced by: the sequence, where one is in it, else the lowest character. */
function prototypeOf(members: readonly string[]): string {
  const order = (text: string) => [...text].length > 1 ? -1 : text.codePointAt(0) ?? 0;
  return [...members].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))[0] ?? "";
}
const direct = new Map<string, string>();
for (const members of classes.values()) {
  const prototype = prototypeOf(members);
  for (const member of members) if (member !== prototype) direct.set(member, prototype);
}
/** A prototype may hold characters that have prototypes of their own. */
function resolved(text: string, depth = 0): string {
  const next = [...text.normalize("NFD")].map((char) => direct.get(char) ?? char).join("").normalize("NFD");
  return next === text || depth > 8 ? next : resolved(next, depth + 1);
}

const byTarget = new Map<string, number[]>();
for (const [from] of direct) {
  if ([...from].length !== 1 || !IN_AN_ID.test(from) || from.normalize("NFKC") !== from) continue;
  if (from.normalize("NFD") !== from) continue;
  const target = [...resolved(from)].map((char) => char.codePointAt(0)?.toString(36)).join("+");
  byTarget.set(target, [...byTarget.get(target) ?? [], from.codePointAt(0) ?? 0]);
}
const rows = [...byTarget].sort(([a], [b]) => a < b ? -1 : 1).map(([target, points]) => {
  let last = 0;
  const deltas = points.sort((a, b) => a - b).map((point) => {
    const delta = (point - last).toString(36);
    last = point;
    return delta;
  });
  return `${target}=${deltas.join(",")}`;
});
const lines: string[] = [""];
for (const row of rows) {
  const last = lines.at(-1) ?? "";
  if (last.length + row.length > 100) lines.push(row);
  else lines[lines.length - 1] = last === "" ? row : `${last} ${row}`;
}
Deno.writeTextFileSync(
  new URL("../../lib/skills/text/confusables_table.ts", import.meta.url),
  `/** Written by \`tests/tasks/confusables.ts\`; see there for the source and NOTICE for its licence. */

/**
 * Characters that look alike, from the Unicode Consortium's confusables (UTS 39), as far as an id can hold them.
 * Each word is \`prototype=sources\`: code points in base 36, those of the prototype joined by \`+\`, each source as its
 * distance from the one before.
 */
export const CONFUSABLES = \`
${lines.join("\n")}
\`;
`,
);
console.error(`${direct.size} in the source, ${rows.length} prototypes kept`);
