/** Rules about databases. */
import type { Call } from "../call.ts";
import { MARK } from "../grammar/marks.ts";
import type { Statement } from "../grammar/sql.ts";
import { defineRule, type Hit, type Rule } from "../rule.ts";

function doing(call: Call, ...kinds: readonly (Statement | "unknown")[]): Hit {
  const found = call.effects.find((effect) =>
    kinds.some((kind) => effect.program === `${MARK.sql}: ${kind}`)
  );
  return found === undefined ? false : found.word ?? call;
}

const wipes = defineRule({
  id: "databases.drop_database",
  verdict: "ask",
  reason: "Loses a whole database",
  safer: "Dump it first, and let a person drop it",
  when: (call) => doing(call, "wipes"),
  match: [
    "psql -c 'DROP DATABASE x'",
    "mysql -e 'drop schema x'",
    "redis-cli FLUSHALL",
    "mongosh --eval 'db.dropDatabase()'",
    "dropdb shop",
    "psql <<'E'\nDROP DATABASE x;\nE",
  ],
  notMatch: [
    "psql -c \"SELECT 'DROP DATABASE x'\"",
    "redis-cli get flushall",
    "echo DROP DATABASE x",
    "dropdb --help",
  ],
});

const deletes = defineRule({
  id: "databases.delete_rows",
  verdict: "ask",
  reason: "Drops a table, or changes every row of one",
  safer: "Begin a transaction, or say which rows are meant",
  when: (call) => doing(call, "deletes"),
  match: [
    "psql -c 'DROP TABLE x'",
    "mysql -e 'TRUNCATE t'",
    "sqlite3 a.db 'DELETE FROM t'",
    "psql -c 'UPDATE t SET a = 1'",
  ],
  notMatch: ["psql -c 'DELETE FROM t WHERE id = 1'", "sqlite3 a.db 'SELECT 1'"],
});

const runs = defineRule({
  id: "databases.runs_program",
  verdict: "ask",
  reason: "Makes the database run a program, or load code",
  when: (call) => doing(call, "runs"),
  match: [
    "psql -c '\\! ls'",
    "psql -c \"COPY t FROM PROGRAM 'x'\"",
    "sqlite3 a.db '.shell ls'",
    "redis-cli CONFIG SET dir /x",
    "sqlite3 a.db \"SELECT load_extension('x')\"",
  ],
  notMatch: ["psql -c 'SELECT 1'", "sqlite3 a.db .schema"],
});

const statement = defineRule({
  id: "databases.statement",
  verdict: "ask",
  reason: "Sends statements to a database",
  when: (call) => doing(call, "reads", "writes", "unknown"),
  match: [
    "psql -c 'SELECT 1'",
    "psql -f x.sql",
    "mysql < x.sql",
    "mysql",
    "redis-cli get x",
    "sqlite3 a.db",
    "cat x.sql | psql",
    "createdb x",
    "pg_restore -d x a.dump",
  ],
  notMatch: ["sqlite3 a.db 'SELECT 1'", "psql --version", "pg_isready"],
});

/** Rules about databases. */
export const databases: readonly Rule[] = [wipes, deletes, runs, statement];
