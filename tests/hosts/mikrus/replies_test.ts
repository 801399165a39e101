/** How the API's replies are read: what is shown, and what another form is taken for. */
import fc from "fast-check";
import { boundedJson } from "gatehouse/hosts/mikrus/cloud.ts";
import { databaseAccount } from "gatehouse/hosts/mikrus/credentials.ts";
import { ShapeError } from "gatehouse/hosts/mikrus/reading.ts";
import {
  accepted,
  assignedDomain,
  assignedPorts,
  commandOutput,
  databaseAccounts,
  serverInfo,
  serverList,
  serverStats,
  taskLog,
  taskLogs,
} from "gatehouse/hosts/mikrus/replies.ts";
import { processSnapshot } from "gatehouse/hosts/mikrus/snapshot.ts";
import { safeText } from "gatehouse/hosts/mikrus/text.ts";
import { unescapeHtml } from "gatehouse/hosts/mikrus/unescape.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { REPLIES } from "../parts/mikrus_replies.ts";

const PARSERS = {
  accepted,
  assignedDomain,
  assignedPorts,
  commandOutput,
  databaseAccounts,
  serverInfo,
  serverList,
  serverStats,
  taskLog,
  taskLogs,
};

Deno.test("any JSON is read or refused as another shape, and never breaks a parser", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(PARSERS)), fc.jsonValue(), (parse, value) => {
      try {
        parse(value);
      } catch (error) {
        assertTrue(error instanceof ShapeError, String(error));
      }
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("numbers where texts are expected become texts, and what is missing is null", () => {
  const info = serverInfo({ server_id: "j230", param_ram: 1024, more: { deep: true } });
  assertEquals([info.param_ram, info.mikrus_pro, Object.keys(info).length], ["1024", null, 10]);
});

Deno.test("a list with one entry of another shape is refused as a whole", () => {
  for (const parse of [() => serverList([{ server_id: "a" }, {}]), () => taskLogs([{ id: 1 }, { id: [] }])]) {
    try {
      parse();
      throw new Error("it was taken");
    } catch (error) {
      assertTrue(error instanceof ShapeError);
    }
  }
});

Deno.test("a task that is not done has no time of its end", () => {
  assertEquals(taskLog({ id: 5, when_done: null, output: "" }).when_done, null);
});

Deno.test("ports come as a list, as texts, by protocol, and twice", () => {
  assertEquals(assignedPorts(REPLIES["/porty"]).ports, [10230, 20230, 30230]);
  assertEquals(assignedPorts({ tcp: ["22", "80"], udp: [53, 80] }).ports, [22, 80, 53]);
  assertEquals(assignedPorts([]).ports, []);
});

for (const port of [0, 65_536, 1.5, -1, "80a", "", null, true, {}]) {
  Deno.test(`${JSON.stringify(port)} is no port`, () => {
    let refused = false;
    try {
      assignedPorts([80, port]);
    } catch (error) {
      refused = error instanceof ShapeError;
    }
    assertTrue(refused);
  });
}

Deno.test("a domain that is assigned without a word about it is still named", () => {
  assertEquals(assignedDomain({ domain: "a.bieda.it" }), { status: null, domain: "a.bieda.it", port: null });
});

// Escapes.

for (
  const [escaped, plain] of [
    ["a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"],
    ["&quot;it&#039;s&#x27;&apos;", `"it's''`],
    ["&amp;lt;script&amp;gt;", "&lt;script&gt;"],
    ["&amp;amp;lt;", "&amp;lt;"],
    ["b&oacute;b &#322;", "bób ł"],
    [
      "&bogus; &amp &#; &#x; &#0; &#xd800; &#x110000; &#99999999;",
      "&bogus; &amp &#; &#x; &#0; &#xd800; &#x110000; &#99999999;",
    ],
    ["&toString; &constructor;", "&toString; &constructor;"],
    ["", ""],
  ] as const
) {
  Deno.test(`${JSON.stringify(escaped)} is unescaped once`, () => assertEquals(unescapeHtml(escaped), plain));
}

Deno.test("what htmlspecialchars wrote comes back byte for byte", () => {
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#039;",
  };
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assertEquals(unescapeHtml(text.replace(/[&<>"']/g, (char) => names[char] ?? char)), text);
  }));
});

// Texts.

Deno.test("control sequences and hidden characters of a server are written out", () => {
  assertEquals(safeText("a\r\nb\tc\u001b]0;x\u0007\u202e\u0000"), "a\nb\tc\\u{1b}]0;x\\u{7}\\u{202e}\\u{0}");
});

for (
  const text of [
    "Haslo: Zaq12wsx",
    "hasło: Zaq12wsx",
    "HASŁO=Zaq12wsx",
    "Nowe haslo root: Zaq12wsx",
    "Nowe hasło do bazy = 'Zaq12wsx'",
    "Twoje hasło to Zaq12wsx",
    "haslo  :  Zaq12wsx",
  ]
) {
  Deno.test(`the password in ${JSON.stringify(text)} is masked`, () => {
    assertTrue(!safeText(text).includes("Zaq12"), safeText(text));
    const { logs } = taskLogs([{ id: 1, output: `OK\n${text}\n` }]);
    assertTrue(!JSON.stringify(logs).includes("Zaq12"));
  });
}

Deno.test("a text about passwords in general stays", () => {
  for (const text of ["Zmieniono hasło\n", "OK\n", "hasło zmienione o 10:00"]) {
    assertIncludes(safeText(text), text.slice(0, 12));
  }
});

// Database accounts.

Deno.test("the database accounts are read, and no password of them leaves", () => {
  const accounts = databaseAccounts(REPLIES["/db"]);
  assertEquals(accounts.psql, {
    host: "psql01.mikr.us",
    port: null,
    login: "j230_p",
    database: "j230_p",
    password: "[redacted]",
    withheld: 0,
  });
  assertEquals(accounts.mongo?.port, 27017);
  assertEquals(accounts.redacted, 3);
  assertTrue(!JSON.stringify(accounts).includes("geheim"));
});

Deno.test("an account that there is not is null, and a text that says nothing known is withheld", () => {
  const { psql, mysql, mongo } = databaseAccounts({ psql: "", mysql: null, mongo: "Baza nieaktywna" });
  assertEquals([psql, mysql], [null, null]);
  assertEquals([mongo?.host, mongo?.password, mongo?.withheld], [null, null, 1]);
});

for (
  const block of [
    "Server: a\nlogin: b\nHaslo: Zaq12wsx\nBaza: c",
    "Server: a\r\nLogin: b\r\nHasło: Zaq12wsx\r\n",
    "HASŁO = Zaq12wsx",
    "Hasło : Zaq12wsx",
    "haslo Zaq12wsx",
    "Nowe haslo: Zaq12wsx",
    "password=Zaq12wsx",
    "PASS: Zaq12wsx",
    "url: psql://b:Zaq12wsx@a/c",
    "Server: b:Zaq12wsx@a",
    "Server: a\nServer: Zaq12wsx",
    "login: Zaq12wsx\nHaslo: Zaq12wsx",
    "Haslo: Zaq12wsx\nHaslo: Zaq12wsx",
    "Haslo: Zaq12wsx\nBaza: pre-Zaq12wsx-post",
    "Haslo:\n  Zaq12wsx",
    "mysql -u b -pZaq12wsx",
  ]
) {
  Deno.test(`no password leaves ${JSON.stringify(block)}`, () => {
    const shown = JSON.stringify(databaseAccount(block));
    assertTrue(!shown.includes("Zaq12wsx"), shown);
  });
}

Deno.test("whatever a block holds, only what is known and of its form leaves it", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 6 }), (lines) => {
      const secret = "Q7-unforeseen-secret/9";
      const block = lines.map((line) => `${line}${secret}`).join("\n");
      assertTrue(!JSON.stringify(databaseAccount(block)).includes(secret));
    }),
    { numRuns: 500 },
  );
});

// Processes.

Deno.test("the processes of the statistics come largest first, unescaped, and with secrets masked", () => {
  const { processSnapshot: snapshot, uptime } = serverStats(REPLIES["/stats"]);
  assertEquals([snapshot.state, snapshot.processes.length, snapshot.processLimit], ["complete", 6, 50]);
  assertEquals(snapshot.processes[0]?.pid, 48);
  assertEquals(snapshot.processes[0]?.rssBytes, 63436 * 1024);
  const app = snapshot.processes.find(({ pid }) => pid === 110);
  assertEquals(app?.command, "app --db-password [redacted] --url <none>");
  assertEquals([app?.executable, app?.state, app?.ppid, app?.cpuPercent], ["app", "Ssl", null, 1.5]);
  assertEquals(snapshot.processes.find(({ pid }) => pid === 21612)?.command, "ps auxf");
  assertEquals(uptime?.includes("sh: 1"), false);
});

const HEADER = "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\n";

Deno.test("a list that is longer than the limit says so", () => {
  const rows = Array.from({ length: 60 }, (_, n) => `root ${n + 1} 0.0 0.1 1 ${n} ? S 10:00 0:00 p${n}`).join(
    "\n",
  );
  const { processes, processesTruncated } = processSnapshot(HEADER + rows, 50);
  assertEquals([processes.length, processesTruncated, processes[0]?.executable], [50, true, "p59"]);
});

Deno.test("rows that cannot be read make it partial; none at all, unavailable", () => {
  const good = "root 1 0.0 0.1 1 10 ? Ss 10:00 0:00 init";
  assertEquals(processSnapshot(`${HEADER}${good}\nwhat is this`, 50).state, "partial");
  assertEquals(processSnapshot(`${HEADER}${good}`, 50).error, null);
  for (const text of ["", "sh: ps: not found", HEADER, good]) {
    const { state, error, processes } = processSnapshot(text, 50);
    assertEquals([state, error?.code, processes], ["partial", "PROCESS_SNAPSHOT_UNAVAILABLE", []]);
  }
});

Deno.test("a process without a command, and one with a hostile name, are rows like others", () => {
  const { processes } = processSnapshot(
    `${HEADER}root 2 0.0 0.0 0 0 ? S 10:00 0:00\nroot 3 0.0 0.0 0 0 ? I< 10:00 0:00 \u001b[2J'x`,
    50,
  );
  assertEquals(processes.map(({ command }) => command), ["", "[redacted]"]);
});

// A value of unknown shape.

Deno.test("a value of unknown shape is cut where it is too deep, too long or too large", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 50; level++) deep = [deep];
  assertEquals(boundedJson(deep).truncated, true);
  assertEquals(boundedJson(Array.from({ length: 100_000 }, () => 0)).truncated, true);
  assertTrue(JSON.stringify(boundedJson(["x".repeat(900_000)]).value).length < 5_000);
  const many = boundedJson(Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => "ab")));
  assertEquals(many.truncated, true);
  assertTrue(JSON.stringify(many.value).length < 60_000);
});

Deno.test("a small value of unknown shape passes as it is, also with names of the language's own", () => {
  const value = JSON.parse('{"__proto__":{"a":1},"b":[true,null,2.5,"ż"]}');
  const { value: passed, truncated } = boundedJson(value);
  assertEquals(JSON.stringify(passed), JSON.stringify(value));
  assertEquals(truncated, false);
  assertEquals(({} as Record<string, unknown>)["a"], undefined);
});
