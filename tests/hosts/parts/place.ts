/** A directory for one test. */

/** Its absolute path, without a link on the way; removed when it is disposed of. */
export interface Place extends AsyncDisposable {
  readonly path: string;
}

/** Makes one below /tmp, where machines may write. */
export async function place(): Promise<Place> {
  const path = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-files-" }));
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Lower-case hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
