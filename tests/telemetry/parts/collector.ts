/** A collector of the test's own, and what it got. */
import type { Endpoint } from "gatehouse/core/endpoint.ts";
import { endpointOf } from "gatehouse/core/endpoint.ts";

/** A span as it came in, with its attributes as an object. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, string>>;
}

/** What it got so far. */
export interface Collector extends AsyncDisposable {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly requests: { readonly path: string; readonly headers: Headers; readonly text: string }[];
  readonly spans: Span[];
  /** Resolves when so many spans are there. */
  has(count: number): Promise<void>;
}

/** Listens until it is disposed of. */
export function openCollector(
  answer: () => Response | Promise<Response> = () => Response.json({}),
): Collector {
  const requests: Collector["requests"] = [];
  const spans: Span[] = [];
  let changed = Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const text = await request.text();
    requests.push({ path: new URL(request.url).pathname, headers: request.headers, text });
    spans.push(...spansIn(text));
    changed.resolve();
    changed = Promise.withResolvers();
    return await answer();
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    endpoint: endpointAt(url),
    url,
    requests,
    spans,
    async has(count) {
      while (spans.length < count) await changed.promise;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The endpoint of a URL that is one. */
export function endpointAt(url: string): Endpoint {
  const endpoint = endpointOf(url);
  if (endpoint === null) throw new Error(`No endpoint: ${url}`);
  return endpoint;
}

// deno-lint-ignore no-explicit-any -- what came is for the tests to look at
function spansIn(text: string): any[] {
  const { resourceSpans } = JSON.parse(text);
  return resourceSpans[0].scopeSpans[0].spans.map((
    span: { attributes: { key: string; value: { stringValue?: string } }[] },
  ) => ({
    ...span,
    attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue])),
  }));
}
