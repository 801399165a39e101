/** Reads a request's body within bounds of size and time. */

/** What became of a body: its text, or the HTTP status that refuses it. */
export type Body =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly status: 400 | 408 | 413 | 503 };

/**
 * The body's text: 413 when it is or says it is too large, without reading on; 408 when it does not end in time; 400
 * when it is no UTF-8 or breaks off; 503 when the server stops meanwhile.
 *
 * @param bounds `bytes`: the most that are read. `ms`: the most that the whole body may take. `stopping`: aborted when
 * nothing more is to be read.
 *
 * @example
 * ```ts
 * import { readBody } from "gatehouse/dispatch/body.ts";
 *
 * const post = (body: string) => new Request("http://localhost/", { method: "POST", body });
 * const whole = await readBody(post("{}"), { bytes: 10, ms: 1_000 });
 * if (!whole.ok || whole.text !== "{}") throw new Error("not read");
 * const large = await readBody(post("x".repeat(11)), { bytes: 10, ms: 1_000 });
 * if (large.ok || large.status !== 413) throw new Error("too much read");
 * ```
 */
export async function readBody(
  request: Request,
  { bytes: limit, ms, stopping }: { bytes: number; ms: number; stopping?: AbortSignal },
): Promise<Body> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return { ok: false, status: 413 };
  if (request.body === null) return { ok: true, text: "" };
  const reader = request.body.getReader();
  const over = Promise.withResolvers<408 | 503>();
  const timer = setTimeout(() => over.resolve(408), ms);
  const onStop = (): void => over.resolve(503);
  if (stopping?.aborted) onStop();
  stopping?.addEventListener("abort", onStop, { once: true });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  try {
    while (true) {
      const next = await Promise.race([reader.read(), over.promise]);
      if (typeof next === "number") return { ok: false, status: next };
      if (next.done) return { ok: true, text: text + decoder.decode() };
      bytes += next.value.byteLength;
      if (bytes > limit) return { ok: false, status: 413 };
      text += decoder.decode(next.value, { stream: true });
    }
  } catch {
    return { ok: false, status: 400 };
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener("abort", onStop);
    // What was not read is not wanted; a body that has ended has nothing to cancel.
    reader.cancel().catch(() => {});
  }
}
