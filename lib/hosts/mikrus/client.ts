/**
 * The client of the mikr.us API. It serves every configured account of a process; limits and kept replies are each
 * account's own. Runs in a worker that may reach the configured APIs and nothing else.
 */
import { ToolError } from "../../core/errors.ts";
import { redactText } from "../../core/redact.ts";
import type { MikrusTarget } from "../types.ts";
import { ReplyCache } from "./cache.ts";
import { type EndpointName, endpointNamed, type Fields, type ReplyOf } from "./endpoints.ts";
import { type Address, ExchangeError, post, type Posted } from "./exchange.ts";
import {
  type Asked,
  heldBack,
  type Kind,
  obstacleFailure,
  rejected,
  retryAfterSeconds,
  statusFailure,
  unreadable,
} from "./failure.ts";
import { Limiter } from "./limiter.ts";
import { ShapeError } from "./reading.ts";
import { commandOutput } from "./replies.ts";
import { dataWithoutSecret, safeText, withoutSecret } from "./text.ts";

/** An account, with what the API's certificate is checked by. */
export type Account = Omit<MikrusTarget, "apiCaFile"> & Pick<Address, "authority">;

/**
 * Milliseconds for a whole exchange. A change may take longer: an answer that comes late is worth more than not knowing
 * what happened. A command gets what the API gives it, and the way there and back.
 */
const EXCHANGE_MS: Readonly<Record<Kind | "command", number>> = {
  read: 10_000,
  change: 40_000,
  command: 65_000,
};

/** A request before it is sent. */
interface Sending {
  readonly path: string;
  readonly form: Fields;
  readonly kind: Kind;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * The client.
 *
 * @example
 * ```ts
 * import { MikrusClient } from "gatehouse/hosts/mikrus/client.ts";
 *
 * const client = new MikrusClient();
 * const account = {
 *   type: "mikrus",
 *   alias: "vps",
 *   srv: "srv123",
 *   key: "a-key",
 *   apiUrl: "https://127.0.0.1:1",
 *   authority: null,
 * } as const;
 * const { signal } = new AbortController();
 * const failure = await client.ask(account, { endpoint: "restart", fields: {}, signal }).catch((error) => error);
 * if (failure.code !== "TRANSIENT_UPSTREAM") throw failure;
 * ```
 */
export class MikrusClient {
  readonly #limiter: Limiter;
  readonly #cache: ReplyCache;

  /** @param now Milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#limiter = new Limiter(now);
    this.#cache = new ReplyCache(now);
  }

  /**
   * Asks an endpoint, once.
   *
   * @param options `endpoint`: of the table; `fields`: what it takes besides the account.
   * @returns The parsed reply; plain data that must not be changed.
   * @throws ToolError `VALIDATION_FAILED` for a field of another form, `RATE_LIMITED`, `UPSTREAM_RATE_LIMITED`,
   * `TRANSIENT_UPSTREAM`, `UNAVAILABLE`, `UPSTREAM_REJECTED`, `UPSTREAM_PROTOCOL`, `AMBIGUOUS_OUTCOME` (changes only),
   * `CANCELLED`. TypeError for an endpoint that there is not.
   */
  async ask<N extends EndpointName>(
    account: Account,
    options: { readonly endpoint: N; readonly fields: Fields; readonly signal: AbortSignal },
  ): Promise<ReplyOf<N>> {
    const { endpoint: name, fields, signal } = options;
    const endpoint = endpointNamed(name);
    if (endpoint === undefined) throw new TypeError(`The API has no endpoint ${name}`);
    checkFields(name, { fields, forms: endpoint.fields });
    const { kind, cached, parse } = endpoint;
    const id = JSON.stringify([account.apiUrl, account.srv, account.key]);
    // The endpoint's own parser made it.
    const kept = this.#cache.find(id, name) as ReplyOf<N> | undefined;
    if (cached && kept !== undefined) return kept;
    const path = endpoint.path(fields);
    const asked = askedOf(account, { path, kind });
    try {
      const timeoutMs = EXCHANGE_MS[kind];
      const json = await this.#send(account, { path, form: endpoint.form(fields), kind, timeoutMs, signal });
      const value = withoutKey(read(asked, () => parse(json)) as ReplyOf<N>, account.key);
      if (cached) this.#cache.keep(id, { endpoint: name, value });
      return value;
    } finally {
      if (kind === "change") this.#cache.forget(id);
    }
  }

  /**
   * Has the API carry out a shell command on the server, as root, for at most about 60 s. The API tells no exit status.
   *
   * @param options `command`: made by us, never a caller's text. `kind`: whether it changes the server.
   * @returns What it printed.
   * @throws ToolError as `ask`.
   */
  async run(
    account: Account,
    { command, kind, signal }: {
      readonly command: string;
      readonly kind: Kind;
      readonly signal: AbortSignal;
    },
  ): Promise<string> {
    const sending = { path: "/exec", form: { cmd: command }, kind, timeoutMs: EXCHANGE_MS.command, signal };
    const json = await this.#send(account, sending);
    return read(askedOf(account, sending), () => commandOutput(json)).output;
  }

  async #send(account: Account, { path, form, kind, timeoutMs, signal }: Sending): Promise<unknown> {
    const asked = askedOf(account, { path, kind });
    const wait = this.#limiter.take(account.key);
    if (wait !== null) throw heldBack(asked, wait);
    const { srv, key } = account;
    const posted: Posted = { path, form: { srv, key, ...form }, timeoutMs, signal };
    const reply = await exchanged(asked, { exchange: post(account, posted), signal });
    if (reply.status === 429) this.#limiter.hold(key, retryAfterSeconds(reply.retryAfter) ?? 0);
    const json = jsonOf(reply.text);
    const words = errorOf(json, key);
    const failure = statusFailure(reply, { ...asked, words });
    if (failure !== null) throw failure;
    if (json === undefined) throw unreadable(asked, "it is no JSON");
    // The API also refuses with status 200.
    if (words !== null) throw rejected(asked, words);
    return json;
  }
}

function askedOf({ apiUrl }: Account, { path, kind }: { readonly path: string; readonly kind: Kind }): Asked {
  return { what: `POST ${apiUrl}${path}`, kind };
}

function checkFields(
  name: string,
  { fields, forms }: { readonly fields: Fields; readonly forms: Readonly<Record<string, RegExp>> },
): void {
  const wrong = Object.entries(forms).find(([field, form]) => !form.test(fields[field] ?? ""));
  if (wrong === undefined) return;
  throw new ToolError("VALIDATION_FAILED", `The field ${wrong[0]} of ${name} has a form that is not sent`, {
    next: "Look at what the tool takes",
  });
}

async function exchanged<T>(
  asked: Asked,
  { exchange, signal }: { readonly exchange: Promise<T>; readonly signal: AbortSignal },
): Promise<T> {
  try {
    return await exchange;
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const failure = obstacleFailure(error, asked);
    // Whoever stopped it knows why: the caller went away, or the time was up.
    throw failure.code === "CANCELLED" && signal.reason instanceof ToolError ? signal.reason : failure;
  }
}

function read<T>(asked: Asked, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof ShapeError ? unreadable(asked, error.message) : error;
  }
}

/** The key may come back in whatever the API says; how often it did is counted with what else was held back. */
function withoutKey<T extends object>(reply: T, key: string): T {
  const { value, masked } = dataWithoutSecret(reply, key);
  if (masked === 0) return value;
  const before = "redacted" in value && typeof value.redacted === "number" ? value.redacted : 0;
  return { ...value, redacted: before + masked };
}

/** Undefined when it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The API's own words when the reply is a refusal; null when it is none. */
function errorOf(json: unknown, key: string): string | null {
  if (typeof json !== "object" || json === null || !("error" in json)) return null;
  const { error } = json;
  if (error === null || error === false || error === "") return null;
  if (typeof error !== "string") return "it gave no reason";
  return redactText(safeText(withoutSecret(error, key))).text;
}
