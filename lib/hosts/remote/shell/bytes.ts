/** What a shell answered: bytes under names. */
import { fields, type Reader } from "../shapes.ts";

/** Bytes under names. */
export type Raw = ReadonlyMap<string, Uint8Array>;

const hexadecimal: Reader<Raw> = (value, place) => {
  const found = new Map<string, Uint8Array>();
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  for (const [name, one] of entries) {
    found.set(name, fields({ bytes })({ bytes: one }, `${place}.${name}`).bytes);
  }
  return found;
};

const bytes: Reader<Uint8Array> = (value) => {
  // An answer that is cut in the middle of a byte loses that half.
  const text = typeof value === "string" && /^[0-9a-f]*$/.test(value) ? value : "";
  return Uint8Array.fromHex(text.slice(0, text.length - text.length % 2));
};

/**
 * The bytes that a shell's reply holds, or null when it is no such reply.
 *
 * @example
 * ```ts
 * import { rawIn } from "gatehouse/hosts/remote/shell/bytes.ts";
 *
 * if (rawIn({ shell: { size: "3132" } })?.get("size")?.length !== 2) throw new Error("not read");
 * if (rawIn({ size: 12 }) !== null) throw new Error("read");
 * ```
 */
export function rawIn(data: Readonly<Record<string, unknown>>): Raw | null {
  return Object.hasOwn(data, "shell") ? hexadecimal(data["shell"], "shell") : null;
}

/**
 * One of them as text; what is no UTF-8 is replaced, what is missing is empty.
 *
 * @example
 * ```ts
 * import { textOf } from "gatehouse/hosts/remote/shell/bytes.ts";
 *
 * if (textOf(new Map([["a", new Uint8Array([98])]]), "a") !== "b") throw new Error("another text");
 * ```
 */
export function textOf(raw: Raw, name: string): string {
  return new TextDecoder().decode(raw.get(name) ?? new Uint8Array());
}

/** How a program ended. */
export interface RawEnded {
  readonly out: string;
  readonly err: string;
  readonly code: number;
  /** It told more than was read. */
  readonly isCut: boolean;
}

/** Bytes of a program's stdout that are read. */
const MOST = 300_000;

/**
 * How a program of a shell's reply ended.
 *
 * @example
 * ```ts
 * import { endedOf } from "gatehouse/hosts/remote/shell/bytes.ts";
 *
 * const bytes = (text: string) => new TextEncoder().encode(text);
 * const { code, err } = endedOf(new Map([["df_out", bytes("x")], ["df_err", bytes("bad\n1")]]), "df");
 * if (code !== 1 || err !== "bad") throw new Error("another end");
 * ```
 */
export function endedOf(raw: Raw, name: string): RawEnded {
  const [, err = "", code = ""] = /^([\s\S]*?)\n(\d{1,3})$/.exec(textOf(raw, `${name}_err`)) ?? [];
  const isCut = (raw.get(`${name}_out`)?.length ?? 0) >= MOST;
  // Cut off, it was killed by the closed pipe.
  return { out: textOf(raw, `${name}_out`), err, code: isCut ? 0 : code === "" ? 255 : Number(code), isCut };
}
