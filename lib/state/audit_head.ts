/** The key that seals the chain, and the head file: where the chain ended, kept outside the rows' own files. */
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";
import { createPrivate, replacePrivate } from "../core/file_writes.ts";
import { readPrivate } from "../core/files.ts";
import { type ChainPoint, sameBytes, sealOf } from "./audit_row.ts";

/** Bytes of the key. */
const KEY_BYTES = 32;

/** `{"seq":…,"hash":…,"seal":…}` and a line end. */
const MAX_HEAD_BYTES = 256;

const HEAD = /^\{"seq":(\d{1,12}),"hash":"([0-9a-f]{64})","seal":"([0-9a-f]{64})"\}\n$/;

/**
 * The key, or null when there is none.
 *
 * @throws ToolError `FILE_UNSAFE`, `FILE_UNREADABLE`; `STORE_DAMAGED` when it has not 32 bytes.
 *
 * @example
 * ```ts
 * import { readKey } from "gatehouse/state/audit_head.ts";
 *
 * if (await readKey(`${await Deno.makeTempDir()}/audit.key`) !== null) throw new Error("read from nothing");
 * ```
 */
export async function readKey(path: string): Promise<Uint8Array | null> {
  const key = await orNull(() => readPrivate(path, { maxBytes: KEY_BYTES }));
  if (key === null || key.byteLength === KEY_BYTES) return key;
  throw new ToolError(
    "STORE_DAMAGED",
    `The key ${shownPath(path)} has ${key.byteLength} bytes, not ${KEY_BYTES}`,
    {
      next: "Put the key back from a copy",
    },
  );
}

/**
 * Makes a random key; one that another process made first stays.
 *
 * @throws ToolError `FILE_UNSAFE`, `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { createKey, readKey } from "gatehouse/state/audit_head.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/audit.key`;
 * createKey(path);
 * if ((await readKey(path))?.byteLength !== 32) throw new Error("no key");
 * ```
 */
export function createKey(path: string): void {
  unlessThere(() => createPrivate(path, crypto.getRandomValues(new Uint8Array(KEY_BYTES))));
}

/**
 * Where the chain ended when it was last sealed; null when there is no head file.
 *
 * @throws ToolError `FILE_UNSAFE`, `FILE_UNREADABLE`; `STORE_DAMAGED` when it is not what the key's holder wrote.
 *
 * @example
 * ```ts
 * import { readHead, writeHead } from "gatehouse/state/audit_head.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/audit.head`;
 * const key = new Uint8Array(32);
 * writeHead(path, { seq: 3, hash: new Uint8Array(32) }, { key });
 * if ((await readHead(path, key))?.seq !== 3) throw new Error("lost the head");
 * ```
 */
export async function readHead(path: string, key: Uint8Array): Promise<ChainPoint | null> {
  const bytes = await orNull(() => readPrivate(path, { maxBytes: MAX_HEAD_BYTES }));
  if (bytes === null) return null;
  const [, seq, hash, seal] = HEAD.exec(new TextDecoder().decode(bytes)) ?? [];
  if (seq !== undefined && hash !== undefined && seal !== undefined) {
    const point = { seq: Number(seq), hash: Uint8Array.fromHex(hash) };
    if (sameBytes(Uint8Array.fromHex(seal), sealOf(point, { key, purpose: "head" }))) return point;
  }
  throw new ToolError("STORE_DAMAGED", `The seal ${shownPath(path)} was not written with this key`, {
    next: "Keep the state directory as it is and find out who changed it",
  });
}

/**
 * Seals the chain at this point. Callers hold the store's write lock, so that a head never goes back.
 *
 * @throws ToolError `FILE_UNSAFE`, `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { writeHead } from "gatehouse/state/audit_head.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/audit.head`;
 * writeHead(path, { seq: 1, hash: new Uint8Array(32) }, { key: new Uint8Array(32) });
 * ```
 */
export function writeHead(path: string, point: ChainPoint, { key }: { key: Uint8Array }): void {
  replacePrivate(path, headBytes(point, key));
}

/**
 * Makes the first head; one that another process made first stays.
 *
 * @throws ToolError `FILE_UNSAFE`, `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { createHead } from "gatehouse/state/audit_head.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/audit.head`;
 * createHead(path, { seq: 0, hash: new Uint8Array(32) }, { key: new Uint8Array(32) });
 * ```
 */
export function createHead(path: string, point: ChainPoint, { key }: { key: Uint8Array }): void {
  unlessThere(() => createPrivate(path, headBytes(point, key)));
}

function headBytes(point: ChainPoint, key: Uint8Array): Uint8Array {
  const seal = sealOf(point, { key, purpose: "head" }).toHex();
  return new TextEncoder().encode(`{"seq":${point.seq},"hash":"${point.hash.toHex()}","seal":"${seal}"}\n`);
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolError && error.code === "FILE_MISSING") return null;
    throw error;
  }
}

function unlessThere(create: () => void): void {
  try {
    create();
  } catch (error) {
    if (!(error instanceof ToolError && error.code === "FILE_EXISTS")) throw error;
  }
}
