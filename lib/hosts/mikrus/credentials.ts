/**
 * The database accounts that `/db` gives as text blocks for people. Only what is understood leaves this file: a line of
 * a form that nobody foresaw may hold a password, so it is counted and withheld.
 */
import { MASK } from "./text.ts";

/** A database account, without its password. */
export interface DatabaseAccount {
  readonly host: string | null;
  /** 1–65535. */
  readonly port: number | null;
  readonly login: string | null;
  readonly database: string | null;
  /** The house's mark where there is a password. */
  readonly password: typeof MASK | null;
  /** Lines that were not understood, or held the password once more. */
  readonly withheld: number;
}

type Field = "host" | "port" | "login" | "database" | "password";

/** The labels of a block, without accents and in lower case. */
const LABELS: Readonly<Record<string, Field>> = {
  server: "host",
  serwer: "host",
  host: "host",
  adres: "host",
  port: "port",
  login: "login",
  user: "login",
  uzytkownik: "login",
  baza: "database",
  "baza danych": "database",
  database: "database",
  db: "database",
  haslo: "password",
  pass: "password",
  passwd: "password",
  password: "password",
  pwd: "password",
};

const LINE = /^[ \t]{0,40}([\p{L} _-]{1,40}?)[ \t]{0,8}[:=][ \t]{0,8}(.{0,1000}?)[ \t]{0,40}$/u;

/** What a value must look like to be shown. */
const FORMS: Readonly<Record<Exclude<Field, "password">, RegExp>> = {
  host: /^[A-Za-z0-9_.:-]{1,253}$/,
  port: /^\d{1,5}$/,
  login: /^[\p{L}\p{N}_.@-]{1,128}$/u,
  database: /^[\p{L}\p{N}_.@-]{1,128}$/u,
};

/**
 * Reads one block.
 *
 * @param block Lines such as `Server: psql01.mikr.us`, `login: x`, `Haslo: y`, `Baza: z`.
 *
 * @example
 * ```ts
 * import { databaseAccount } from "gatehouse/hosts/mikrus/credentials.ts";
 *
 * const account = databaseAccount("Server: psql01.mikr.us\nlogin: a\nHaslo: s3cret\nBaza: a\nURL psql://a:s3cret@x");
 * if (account.host !== "psql01.mikr.us" || account.withheld !== 1) throw new Error("not read");
 * if (JSON.stringify(account).includes("s3cret")) throw new Error("the password left");
 * ```
 */
export function databaseAccount(block: string): DatabaseAccount {
  const found = new Map<Field, string>();
  let withheld = 0;
  for (const line of block.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const [, label = "", value = ""] = LINE.exec(line) ?? [];
    const field = fieldOf(label);
    const fits = field !== null && (field === "password" || value === "" || FORMS[field].test(value));
    if (field === null || !fits || found.has(field)) withheld++;
    else found.set(field, value);
  }
  const password = found.get("password") ?? "";
  const shown = (field: Field): string | null => {
    const value = found.get(field) ?? "";
    if (value === "") return null;
    if (password === "" || !value.includes(password)) return value;
    withheld++;
    return null;
  };
  const port = Number(shown("port") ?? 0);
  return {
    host: shown("host"),
    port: port >= 1 && port <= 65_535 ? port : null,
    login: shown("login"),
    database: shown("database"),
    password: password === "" ? null : MASK,
    withheld,
  };
}

function fieldOf(label: string): Field | null {
  // `ł` is a letter of its own to Unicode and has no accent to take away.
  const plain = label.trim().toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
  return Object.hasOwn(LABELS, plain) ? LABELS[plain] ?? null : null;
}
