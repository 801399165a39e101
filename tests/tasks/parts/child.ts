/** Runs a program to its end. */

/** How it ended and what it wrote. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with what a program runs. */
export interface RunOptions {
  readonly cwd?: string;
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to its stdin, which is closed after it; default: nothing. */
  readonly input?: string;
  /** Lets it write to our own stdout and stderr instead of collecting. Default false. */
  readonly show?: boolean;
  /** Milliseconds after which it is killed; its exit code is then not 0. Default: none. */
  readonly limitMs?: number;
}

/** Runs a program; never throws for an exit code. @throws Deno.errors.NotFound when there is no such program. */
export async function run(command: readonly [string, ...string[]], options: RunOptions = {}): Promise<Ended> {
  const [program, ...args] = command;
  const out = options.show === true ? "inherit" : "piped";
  const child = new Deno.Command(program, {
    args,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { NO_COLOR: "1", ...options.env },
    stdin: options.input === undefined ? "null" : "piped",
    stdout: out,
    stderr: out,
  }).spawn();
  const written = options.input === undefined ? undefined : feed(child.stdin, options.input);
  const limit = options.limitMs === undefined
    ? undefined
    : setTimeout(() => child.kill("SIGKILL"), options.limitMs);
  const { code, stdout, stderr } = out === "inherit"
    ? { code: (await child.status).code, stdout: new Uint8Array(), stderr: new Uint8Array() }
    : await child.output();
  clearTimeout(limit);
  await written;
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

/** Like `run`, for a program that must succeed. @throws Error with what it wrote when it does not. */
export async function mustRun(
  command: readonly [string, ...string[]],
  options: RunOptions = {},
): Promise<Ended> {
  const ended = await run(command, options);
  if (ended.code !== 0) {
    throw new Error(`${command.join(" ")} ended with ${ended.code}\n${ended.stdout}${ended.stderr}`.trim());
  }
  return ended;
}

/** Whether a program of that name can be started here. */
export async function has(program: string): Promise<boolean> {
  return (await run(["sh", "-c", 'command -v "$0" >/dev/null', program])).code === 0;
}

async function feed(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // The program ended before it read everything; its exit code says what that means.
  }
}
