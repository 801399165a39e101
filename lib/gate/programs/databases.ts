/** Database clients: the statements they are given, and the tools that dump, restore, create and drop. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { MARK } from "../grammar/marks.ts";
import { type Statement, statementOf, storeCommand } from "../grammar/sql.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Inner, type Program } from "../program.ts";
import type { Word } from "../word.ts";

/** The effect of one statement; its kind stands in the program's name so that rules can tell. */
function effectOf(statement: Statement, word: Word): Effect {
  const program = `${MARK.sql}: ${statement}`;
  if (statement === "runs") return { kind: "execute", program, word };
  return {
    kind: statement === "reads" ? "network" : statement === "writes" ? "write" : "delete",
    program,
    word,
  };
}

/** The texts a client is given: on the command line, or as a here-document. */
function statements(
  words: readonly Word[],
  call: Call,
): readonly { readonly text: string; readonly word: Word }[] {
  const given = words.map((word) => ({ text: word.value ?? word.code, word }));
  const { input } = call;
  if (given.length > 0 || (input.kind !== "text" && input.kind !== "calls")) return given;
  return input.text === null ? given : [{ text: input.text, word: call.program }];
}

function judged(words: readonly Word[], call: Call, classify: (text: string) => Statement): Effect[] {
  const texts = statements(words, call);
  const effects = texts.map(({ text, word }) => effectOf(classify(text), word));
  const fed = call.input.kind === "file" || (call.input.kind === "calls" && call.input.text === null);
  if (fed || effects.length === 0) {
    effects.push({ kind: "execute", program: `${MARK.sql}: unknown`, word: call.program });
  }
  return [{ kind: "network" }, ...effects];
}

/** `\!` in psql, `system` in mysql hand text to a shell. */
function shellLines(words: readonly Word[], call: Call): Inner[] {
  return statements(words, call).flatMap(({ text, word }) =>
    [...text.matchAll(/(?:^|\n)[ \t]*(?:\\!|\.shell|\.system|system)\s+([^\n]+)/g)].map((match): Inner => ({
      kind: "code",
      language: "shell",
      words: [{ ...word, value: match[1] ?? "", code: match[1] ?? "", prefix: match[1] ?? "" }],
    }))
  );
}

function asks(parsed: Parsed): boolean {
  return parsed.operands.length === 0 && parsed.has("--version", "--help", "-V", "-?", "--print-defaults");
}

const clients: readonly Program[] = [
  defineProgram({
    names: "psql pgcli",
    options: {
      values: "-c --command -d --dbname -h --host -p --port -U --username -v --set --variable -F -P -R -T",
      reads: "-f --file",
      writes: "-o --output -L --log-file",
      flags: "-l --list -V --version -? --help -w -W -A -t -q -X -1",
    },
    effects: (parsed, call) => {
      if (asks(parsed)) return [];
      // Only the names of the databases.
      if (parsed.has("-l", "--list") && !parsed.has("-c", "--command", "-f", "--file")) {
        return [{ kind: "network", program: MARK.query }];
      }
      return judged(parsed.values("-c", "--command"), call, statementOf);
    },
    runs: (parsed, call) => shellLines(parsed.values("-c", "--command"), call),
    examples: { "psql -c 'DROP DATABASE x'": "network delete", "psql --version": "" },
  }),
  defineProgram({
    names: "mysql mariadb mycli",
    options: {
      values:
        "-e --execute -h --host -P --port -u --user -D --database -S --socket --init-command --delimiter --default-character-set",
      optional: "-p --password",
      reads: "--defaults-file --defaults-extra-file",
      writes: "--tee",
      executes: "--pager",
      flags: "-V --version -? --help",
    },
    effects: (parsed, call) =>
      asks(parsed) ? [] : judged(parsed.values("-e", "--execute", "--init-command"), call, statementOf),
    runs: (parsed, call) => shellLines(parsed.values("-e", "--execute"), call),
  }),
  defineProgram({
    names:
      "sqlcmd clickhouse-client clickhouse cqlsh usql influx sqlplus isql tsql bcp osql beeline hive trino presto spark-sql snowsql cockroach",
    options: {
      values:
        "-q --query -Q -e --execute -c --command -h --host -p --port -u --user -d --database -S -U -P -k",
      reads: "-i -f --file",
      writes: "-o --output",
      flags: "--version --help",
    },
    effects: (parsed, call) =>
      asks(parsed) ? [] : judged(
        parsed.values("-q", "--query", "-Q", "-e", "--execute", "-c", "--command"),
        call,
        statementOf,
      ),
  }),
  defineProgram({
    names: "sqlite3 sqlite duckdb",
    options: {
      style: "single",
      values: "-separator -cmd -newline -nullvalue -mmap -vfs -lookaside -c",
      reads: "-init",
      flags: "-version --version -help --help -readonly -json -csv -header -column -line -box",
    },
    effects: local,
    runs: (parsed, call) => shellLines(parsed.operands.slice(1), call),
    examples: {
      "sqlite3 a.db 'SELECT 1'": "read:/home/user/project/a.db",
      "sqlite3 a.db .schema": "read:/home/user/project/a.db",
      "sqlite3 a.db 'DROP TABLE x'": "read:/home/user/project/a.db delete",
    },
  }),
  defineProgram({
    names: "redis-cli valkey-cli keydb-cli",
    options: {
      style: "posix",
      values: "-h -p -s -a -n -u --user --pass -r -i -d -D",
      reads: "--eval --cert --key --cacert",
      writes: "--rdb --functions-rdb",
      flags: "--version --help --raw --csv --json --no-auth-warning --tls --scan --bigkeys --stat --latency",
    },
    effects: (parsed, call) => {
      if (asks(parsed)) return [];
      const text = parsed.operands.map((word) => word.value ?? "$").join(" ");
      const [first] = parsed.operands;
      if (first === undefined) return judged([], call, storeCommand);
      return [{ kind: "network" }, effectOf(storeCommand(text), first)];
    },
    examples: { "redis-cli FLUSHALL": "network delete", "redis-cli get x": "network network" },
  }),
  defineProgram({
    names: "mongosh mongo",
    options: {
      values: "--eval --host --port -u --username -p --password --authenticationDatabase",
      reads: "-f --file --tlsCAFile",
      flags: "--version --help --quiet --nodb --norc",
    },
    effects: (parsed, call) => {
      if (asks(parsed)) return [];
      const files = parsed.operands.filter((word) => /\.m?js$/.test(word.value ?? ""));
      return [
        ...judged(parsed.values("--eval"), call, storeCommand),
        ...files.flatMap((word) => call.touch("execute", [word], { program: word.text })),
      ];
    },
    examples: { "mongosh --eval 'db.dropDatabase()'": "network delete" },
  }),
];

/** SQLite reads and writes a file of its own, so a query is a plain read. */
function local(parsed: Parsed, call: Call): Effect[] {
  const [file, ...words] = parsed.operands;
  if (file === undefined) {
    return asks(parsed) || parsed.has("-version", "-help")
      ? []
      : [{ kind: "execute", unknown: true, word: call.program }];
  }
  const texts = statements([...parsed.values("-cmd", "-c"), ...words], call);
  const base = call.touch("read", [file]);
  if (texts.length === 0) {
    return [...base, { kind: "execute", program: `${MARK.sql}: unknown`, word: call.program }];
  }
  return [
    ...base,
    ...texts.map(({ text, word }) => effectOf(statementOf(text), word)).filter((effect) =>
      effect.kind !== "network"
    ),
  ];
}

const tools: readonly Program[] = [
  defineProgram({
    names: "pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup",
    options: {
      values:
        "-h --host -p --port -U -u --username --user -d --db --dbname -t --table -n --schema -F --format -c --collection -q --query",
      writes: "-f --file -r --result-file -o --out --output -D --archive",
      optional: "--password",
    },
    effects: (parsed) => asks(parsed) ? [] : [{ kind: "network" }],
  }),
  defineProgram({
    names:
      "pg_restore mongorestore mongoimport mysqlimport pgloader createdb createuser initdb mysql_install_db vacuumdb reindexdb clusterdb pg_ctl pg_ctlcluster pg_createcluster mysqladmin mysql_upgrade mysqlcheck mysql_secure_installation flyway liquibase dbmate goose alembic sqitch pg_upgrade redis-server mongod mysqld postgres",
    options: {
      values: "-h --host -p --port -U -u --username --user -d --dbname",
      flags: "-l --list --version --help",
    },
    effects: (parsed, call) => {
      const verb = parsed.operands[0]?.value ?? "";
      if (asks(parsed) || parsed.has("--version")) return [];
      if (
        /^(?:status|ping|version|processlist|extended-status|info|validate|current|history|heads|show|plan|verify)$/
          .test(verb)
      ) {
        return [{ kind: "network", program: MARK.query }];
      }
      if (call.name === "pg_restore" && parsed.has("-l", "--list")) {
        return call.touch("read", parsed.operands);
      }
      const drops = call.name === "mysqladmin" && parsed.operands.find((word) => word.value === "drop");
      return drops
        ? [effectOf("wipes", drops)]
        : [{ kind: "network" }, { kind: "write", program: `${MARK.sql}: writes` }];
    },
  }),
  defineProgram({
    names: "dropdb dropuser pg_dropcluster",
    options: { values: "-h --host -p --port -U --username --maintenance-db", flags: "--help --version" },
    effects: (parsed, call) => asks(parsed) ? [] : [effectOf("wipes", parsed.operands[0] ?? call.program)],
    examples: { "dropdb shop": "delete" },
  }),
  defineProgram({
    names:
      "pg_isready pg_lsclusters pg_config mysql_config mariadb_config mysqlshow pg_controldata pg_waldump redis-check-rdb",
    options: { values: "-h --host -p --port -U --username -d --dbname -t --timeout -u --user" },
    effects: (_, call) =>
      /^(?:pg_isready|mysqlshow)$/.test(call.name) ? [{ kind: "network", program: MARK.query }] : [],
    examples: { "pg_isready -h localhost": "network" },
  }),
];

/** Database clients and tools. */
export const databases: readonly Program[] = [...clients, ...tools];
