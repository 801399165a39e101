/**
 * A stand-in for the mikr.us API: an HTTPS server on loopback with a certificate made for the run. It checks what a
 * request holds, answers as `mikrus_replies.ts` says, and can fail in each way in which a service can. `/exec` really
 * runs what it is sent, as this account.
 */
import { dirname, join } from "node:path";
import type { Account } from "gatehouse/hosts/mikrus/client.ts";
import { certificate } from "./certificate.ts";
import { REPLIES } from "./mikrus_replies.ts";
import { spare } from "./spared.ts";

/** What one request held. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly form: Readonly<Record<string, string>>;
}

/** A whole answer in place of the right one. */
export type Fault = (good: string, seen: Seen, closed: AbortSignal) => Response | Promise<Response>;

/** The account's key: it must turn up nowhere but in the form of a request. */
export const KEY = "k1uczyk-Api+/= żółw";

/** How `/exec` carries a command out. */
export interface ExecOptions {
  /** PATH of the commands; default: this process's own, without what must not run for real. */
  readonly path?: string;
  /** Ends it, as the service is said to do after 60 s. */
  readonly end?: AbortSignal;
  /** Hand the text to `sh -c` instead of a shell's stdin. */
  readonly asArgument?: boolean;
  /** Other escaping of the output than `htmlspecialchars` does. */
  readonly escape?: (text: string) => string;
}

const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), {
    status,
    // The service answers with JSON; what it calls it, no source says.
    headers: { "content-type": "text/html; charset=utf-8" },
  });

/** Faults by what goes wrong. */
export const FAULTS = {
  /** Refused in words, with status 200: Ativ3k/mikrus-api and the installer of dlvoy read it so. */
  refused: (words: unknown): Fault => () => json({ error: words }),
  /** Refused in words, with another status: AnonymousX86/mikrus-api reads it so. */
  status:
    (status: number, body: unknown = { error: "nie" }, headers: Record<string, string> = {}): Fault => () => {
      const answer = json(body, status);
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      return answer;
    },
  text: (text: BodyInit): Fault => () => new Response(text),
  /** The right answer for another reply of the API's. */
  value: (value: unknown): Fault => () => json(value),
  redirect: (location: string, status = 307): Fault => () =>
    new Response(null, { status, headers: { location } }),
  /** Nothing comes until the other side gives up. */
  silent: (): Fault => (_good, _seen, closed) =>
    new Promise((resolve) => closed.addEventListener("abort", () => resolve(new Response()))),
  /** The head and half of the answer, and then nothing. */
  stuck: (): Fault => (good, _seen, closed) =>
    new Response(
      new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode(good.slice(0, good.length / 2)));
          closed.addEventListener("abort", () => stream.error(new Error("gone")));
        },
      }),
    ),
  /** Half of the answer, and the connection is cut. */
  cut: (): Fault => (good) => {
    let parts = 0;
    return new Response(
      new ReadableStream({
        pull(stream) {
          if (parts++ > 0) stream.error(new Error("cut"));
          else stream.enqueue(new TextEncoder().encode(good.slice(0, good.length / 2)));
        },
      }),
    );
  },
  /** A text of that many bytes, without saying how long it is. */
  huge: (bytes: number): Fault => () => {
    let left = bytes;
    return new Response(
      new ReadableStream({
        pull(stream) {
          if (left <= 0) return stream.close();
          stream.enqueue(new TextEncoder().encode(" ".repeat(Math.min(left, 65_536))));
          left -= 65_536;
        },
      }),
    );
  },
} as const;

/** The server. */
export class MikrusApi implements AsyncDisposable {
  /** https, without a slash at its end. */
  readonly url: string;
  readonly authority: string;
  /** Absolute path of a file with `authority`. */
  readonly authorityFile: string;
  /** Requests in the order in which they came. */
  readonly seen: Seen[] = [];
  /** Faults of the next requests, in order; after them, right answers. */
  readonly faults: Fault[] = [];
  exec: ExecOptions = {};
  readonly #server: Deno.HttpServer;
  readonly #stop = new AbortController();

  readonly #spared: string;

  private constructor(
    { cert, key, authority, authorityFile }: Awaited<ReturnType<typeof certificate>>,
    spared: string,
  ) {
    this.#spared = spared;
    this.authority = authority;
    this.authorityFile = authorityFile;
    this.#server = Deno.serve(
      {
        hostname: "127.0.0.1",
        port: 0,
        cert,
        key,
        onListen() {},
        onError: () => new Response(null, { status: 500 }),
      },
      (request) => this.#answer(request),
    );
    this.url = `https://127.0.0.1:${(this.#server.addr as Deno.NetAddr).port}`;
  }

  /** Starts one. */
  static async start(): Promise<MikrusApi> {
    const made = await certificate();
    return new MikrusApi(made, await spare(join(dirname(made.authorityFile), "spared")));
  }

  /** An account of this API. */
  account(more: Partial<Account> = {}): Account {
    const { url: apiUrl, authority } = this;
    return { type: "mikrus", alias: "vps", srv: "j230", key: KEY, apiUrl, authority, ...more };
  }

  /** Paths of the requests, in order. */
  get paths(): string[] {
    return this.seen.map(({ path }) => path);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname: path } = new URL(request.url);
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    const seen = { method: request.method, path, headers: request.headers, form };
    this.seen.push(seen);
    const good = path === "/exec"
      ? null
      : JSON.stringify(REPLIES[path] ?? { error: "Nie ma takiej funkcji" });
    const fault = this.faults.shift();
    const closed = AbortSignal.any([request.signal, this.#stop.signal]);
    if (fault !== undefined) return await fault(good ?? '{"output":""}', seen, closed);
    if (form["key"] !== KEY) return json({ error: "Niepoprawny klucz" }, 403);
    if (good !== null) return new Response(good, { headers: { "content-type": "text/html; charset=utf-8" } });
    return json({ output: await this.#run(form["cmd"] ?? "") });
  }

  /**
   * The command is piped into a shell: the process list in the tests of qba73/mikrus shows `bash -c cat | sh`. The
   * output is escaped as PHP's `htmlspecialchars` does, and a command that is ended answers with one sentence.
   */
  async #run(command: string): Promise<string> {
    const { path, end: given, asArgument = false, escape = htmlspecialchars } = this.exec;
    const child = new Deno.Command("/bin/bash", {
      args: asArgument ? ["-c", 'exec sh -c "$1"', "bash", command] : ["-c", "cat | sh"],
      clearEnv: true,
      env: { PATH: path ?? `${this.#spared}:${Deno.env.get("PATH") ?? ""}`, HOME: "/" },
      stdin: asArgument ? "null" : "piped",
      stdout: "piped",
      stderr: "null",
      detached: true,
    }).spawn();
    const ended = AbortSignal.any([this.#stop.signal, ...(given === undefined ? [] : [given])]);
    const end = () => Deno.kill(-child.pid, "SIGKILL");
    ended.addEventListener("abort", end);
    if (!asArgument) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(command)).then(() => writer.close()).catch(() => {});
    }
    const { stdout } = await child.output();
    ended.removeEventListener("abort", end);
    return ended.aborted ? "błąd wykonania polecenia" : escape(new TextDecoder().decode(stdout));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#server.shutdown();
  }
}

function htmlspecialchars(text: string): string {
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#039;",
  };
  return text.replace(/[&<>"']/g, (char) => names[char] ?? char);
}
