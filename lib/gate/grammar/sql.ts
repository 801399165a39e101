/** What a piece of SQL, or of another database's language, does: by its words, with quoted text and comments cut out. */

/** `wipes` loses a whole database or store, `deletes` many rows or a table; `runs` starts a program; `reads` only reads. */
export type Statement = "reads" | "writes" | "deletes" | "wipes" | "runs";

const ORDER: readonly Statement[] = ["reads", "writes", "deletes", "wipes", "runs"];

/**
 * The most dangerous statement in a text. Linear in its length.
 *
 * ```ts
 * import { statementOf } from "gatehouse/gate/grammar/sql.ts";
 *
 * if (statementOf("select 'drop database x'") !== "reads") throw new Error("quoted text is data");
 * if (statementOf("SELECT 1; DROP DATABASE x") !== "wipes") throw new Error("the worst one counts");
 * ```
 */
export function statementOf(text: string): Statement {
  let worst: Statement = "reads";
  for (const part of plain(text).split(";")) {
    const kind = classify(part.trim());
    if (ORDER.indexOf(kind) > ORDER.indexOf(worst)) worst = kind;
  }
  return worst;
}

function classify(part: string): Statement {
  if (part === "") return "reads";
  if (
    /^\\(?:!|copy\b.*\bprogram\b|g\s*\||o\s*\||w\s*\||setenv)|^\.(?:shell|system)\b|\bprogram\s+'|^system\b/i
      .test(part)
  ) return "runs";
  if (
    /\b(?:load_extension|xp_cmdshell|pg_read_file|lo_export|into\s+(?:outfile|dumpfile)|create\s+(?:\w+\s+)*(?:extension|language))\b/i
      .test(part)
  ) {
    return "runs";
  }
  if (/^drop\s+(?:database|schema|keyspace|owned)\b/i.test(part)) return "wipes";
  if (/^drop\b|^truncate\b/i.test(part)) return "deletes";
  if (/^delete\b/i.test(part)) return /\bwhere\b/i.test(part) ? "writes" : "deletes";
  if (/^update\b/i.test(part)) return /\bwhere\b/i.test(part) ? "writes" : "deletes";
  if (
    /^\.(?:output|once|save|backup|restore|import|open|read|load|log|excel|cd|archive|clone)\b/i.test(part)
  ) return "writes";
  if (/^\\(?:i|ir|o|copy|w|e|ef|ev|lo_\w+|password)\b/i.test(part)) return "writes";
  if (/^[.\\]/.test(part)) return "reads";
  if (/^explain\b/i.test(part)) {
    return /\banaly[sz]e\b/i.test(part) && /\b(?:insert|update|delete)\b/i.test(part) ? "writes" : "reads";
  }
  if (/^pragma\b/i.test(part)) return part.includes("=") ? "writes" : "reads";
  if (/^with\b/i.test(part)) return /\b(?:insert|update|delete|merge)\b/i.test(part) ? "writes" : "reads";
  if (/^select\b/i.test(part)) return /\binto\b/i.test(part) ? "writes" : "reads";
  return /^(?:show|describe|desc|values|table|use|help|set\s+(?:names|timezone))\b/i.test(part)
    ? "reads"
    : "writes";
}

/** Cuts out comments and quoted text; what stands in them is data. */
function plain(text: string): string {
  let out = "";
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    if (char === "-" && text[index + 1] === "-") index = end(text, "\n", index);
    // MySQL runs what stands in `/*! … */`.
    else if (char === "/" && text.startsWith("/*!", index)) {
      const code = /^\/\*!\d*/.exec(text.slice(index, index + 12))?.[0].length ?? 3;
      index += code - 1;
      out += ";";
    } else if (char === "/" && text[index + 1] === "*") index = end(text, "*/", index + 2) + 1;
    else if (char === "'" || char === '"' || char === "`") {
      index = end(text, char, index + 1);
      out += char === "'" ? "''" : '""';
    } else out += char === "\n" && /^\s*[.\\]/.test(text.slice(index + 1, index + 8)) ? ";" : char;
  }
  return out;
}

function end(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

/**
 * What a command of a key-value or document store does.
 *
 * ```ts
 * import { storeCommand } from "gatehouse/gate/grammar/sql.ts";
 *
 * if (storeCommand("FLUSHALL") !== "wipes" || storeCommand("GET x") !== "reads") throw new Error("by its verb");
 * if (storeCommand("db.dropDatabase()") !== "wipes") throw new Error("a whole database");
 * ```
 */
export function storeCommand(text: string): Statement {
  if (/^\s*flush(?:all|db)\b/i.test(text) || /\.dropDatabase\s*\(|dropDatabase\s*:/.test(text)) {
    return "wipes";
  }
  if (
    /^\s*(?:debug|shutdown|slaveof|replicaof|module|eval\w*|script|config\s+(?:set|rewrite))\b/i.test(text)
  ) return "runs";
  if (/\.(?:drop|remove|deleteMany)\s*\(/.test(text)) return "deletes";
  if (
    /\.(?:insert|update|replace|delete|save|create|rename|bulkWrite|findAndModify|findOneAnd)\w*\s*\(|\b(?:load|require|eval|fs|process)\b/i
      .test(text)
  ) {
    return "writes";
  }
  if (
    /^\s*(?:get|mget|keys|scan|sscan|hscan|zscan|exists|type|ttl|pttl|info|ping|dbsize|h(?:get|getall|keys|vals|len|mget|exists)|l(?:range|len|index)|s(?:members|card|ismember)|z(?:range\w*|card|score|rank|count)|strlen|time|echo|memory\s+usage|client\s+list|config\s+get|cluster\s+(?:info|nodes)|slowlog\s+get|latency|command|object|lastsave|role|xinfo|xlen|xrange)\b/i
      .test(text)
  ) {
    return "reads";
  }
  return /^\s*(?:db|rs|sh)\.[\w.$()'"{}:\s,[\]-]*$|^\s*show\s/.test(text) ? "reads" : "writes";
}
