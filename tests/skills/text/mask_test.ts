import fc from "fast-check";
import { localPathsIn } from "gatehouse/skills/text/local_paths.ts";
import { type MaskOptions, maskPayload } from "gatehouse/skills/text/mask.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { madeUp, ORDINARY } from "./samples.ts";

function maskText(text: string, options: MaskOptions = {}) {
  const { value, masked } = maskPayload(text, options);
  return { text: value, masked };
}

const PATH = "<chemin-local-masque>";
const SECRET = "<contenu-sensible-masque>";
const prefixes = ["/srv/team skills", "/workspace", "D:\\code\\skills"];

for (const [name, text] of Object.entries(ORDINARY)) {
  Deno.test(`masking leaves ordinary text as it is: ${name}`, () => {
    assertEquals(maskText(text, { prefixes }), { text, masked: 0 });
  });
}

Deno.test("routes, comments and slash commands are never masked", () => {
  for (
    const text of [
      "GET /api/v1/users returns 200",
      "`GET /home/feed` and `POST /tmp/upload`",
      "const a = 1; // note that /api is a route",
      "/review and /plan are slash commands; type /tmp or /home",
      "x = a / b; path/to/file; and/or; src/var/lib; 1/2; </div> <a href=/home>",
      "https://example.com/home/ada/x http://localhost:8080/tmp/x //cdn.example.com/var/x.js",
      "/path/to/project /absolute/path/to/skills /etc/hosts /usr/bin/env /dev/null /proc/self",
      "s/home/x/g; ${HOME}/tmp/x $HOME/var/x ~/notes ./tmp/x ../var/x {base}/home/x <root>/tmp/x @scope/home/x",
      "regex \\\\d+\\s \\bword\\b C:\\ and key:\\value a:b e.g.:/x \\n\\t",
    ]
  ) assertEquals(maskText(text), { text, masked: 0 });
});

Deno.test("paths of this machine are masked, and nothing beside them", () => {
  for (
    const [text, shown] of [
      ["see /home/ada/notes.md, please", `see ${PATH}, please`],
      ["see /home/ada/notes.md.", `see ${PATH}.`],
      ["(/Users/ada/x)", `(${PATH})`],
      ["'/root/.ssh/id' and \"/tmp/a b\"", `'${PATH}' and "${PATH} b"`],
      ["cd /var/lib/app && cat /mnt/c/x", `cd ${PATH} && cat ${PATH}`],
      ["gcc -I/home/ada/include --out=/tmp/o", `gcc -I${PATH} --out=${PATH}`],
      ["C:\\Users\\ada\\x.txt or d:/code/x", `${PATH} or ${PATH}`],
      ["\\\\nas\\share\\x", PATH],
      ["file:///home/ada/x file://localhost/etc/x", `${PATH} ${PATH}`],
      ["host:/home/ada", `host:${PATH}`],
      ["a /srv/other /srv/team skills/x/SKILL.md b", `a /srv/other ${PATH} b`],
      ["/srv/team skills", PATH],
      [
        "/workspace/app is the target, /workspace alone is a word",
        `${PATH} is the target, /workspace alone is a word`,
      ],
      ["in D:\\code\\skills\\a", `in ${PATH}`],
      ["/srv/team skillset", "/srv/team skillset"],
    ] as const
  ) assertEquals(maskText(text, { prefixes }).text, shown);
});

Deno.test("a secret is masked alone: its sentence stays", () => {
  const { text, masked } = maskText(`Send ${"gh" + "p_"}${madeUp(36, 9)} to /home/ada/x and stop.`);
  assertEquals({ text, masked }, { text: `Send ${SECRET} to ${PATH} and stop.`, masked: 2 });
});

Deno.test("what is masked already is masked once", () => {
  const once = maskText(`/home/ada/${madeUp(40, 4)} api_key=${madeUp(40, 5)}`, { prefixes });
  assertEquals(maskText(once.text, { prefixes }), { text: once.text, masked: 0 });
});

Deno.test("codes, ids and words of the contract stay, also in lists; objects under them are judged by their keys", () => {
  const value = `/home/ada/x`;
  const masked = maskPayload({
    codes: [value],
    skill_id: value,
    warnings: [[value]],
    issues: [{ message: value, state: value }],
    markers: { python: [value] },
    title: value,
    [value]: 1,
    n: 5,
    none: null,
  });
  assertEquals(masked, {
    value: {
      codes: [value],
      skill_id: value,
      warnings: [[value]],
      issues: [{ message: PATH, state: value }],
      markers: { python: [PATH] },
      title: PATH,
      [value]: 1,
      n: 5,
      none: null,
    },
    masked: 3,
  });
});

Deno.test("the payload itself is not changed", () => {
  const payload = Object.freeze({ list: Object.freeze(["/tmp/x"]) });
  assertEquals(maskPayload(payload).masked, 1);
  assertEquals(payload.list, ["/tmp/x"]);
});

Deno.test("property: ordinary prose, code and routes are never changed", () => {
  const word = fc.constantFrom(
    ..."the of token password secret key bearer audit is_valid getUserById P1_HIGH ISO27001 /api/users GET // /review"
      .split(" "),
    "`x => x / 2`",
    "- [ ] item",
    "|---|---|",
    "v2.4.0",
    "2026-08-27",
    "https://example.com/a/b?c=d",
    "é",
    "日本",
    "\n",
    "###",
    "a_b-c.d/e",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const text = words.join(" ");
      assertEquals(maskText(text, { prefixes }), { text, masked: 0 });
    }),
    { numRuns: 500 },
  );
});

Deno.test("property: a path is masked whatever ordinary text stands around it", () => {
  const around = fc.constantFrom(...Object.values(ORDINARY));
  fc.assert(fc.property(around, around, (before, after) => {
    assertEquals(maskText(`${before}\n/home/ada/x\n${after}`).text, `${before}\n${PATH}\n${after}`);
  }));
});

Deno.test("a hostile text of two million characters is masked in linear time", () => {
  for (const part of ["/home/", "C:\\a ", "\\\\ab\\cd ", "file:///", "/srv/team skills", "GET ", "/", "."]) {
    const text = part.repeat(Math.ceil(2_000_000 / part.length));
    assertTrue(localPathsIn(text, prefixes).length >= 0);
  }
});
