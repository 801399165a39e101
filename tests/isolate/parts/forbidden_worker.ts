/** A worker that tries everything it must not do. Each attempt answers with the name of the error it met. */
import { serveWorker } from "gatehouse/core/worker.ts";

/** What the attempts aim at. */
export interface Aims {
  /** May be reached. */
  readonly port: number;
  /** Listens, but is not granted. */
  readonly otherPort: number;
  /** May be read. */
  readonly readable: string;
  /** A file outside of what may be read. */
  readonly secret: string;
  readonly parent: number;
}

/** One of Node's modules; loaded by a computed name, because in an executable it cannot be. */
async function node<T>(name: string): Promise<T> {
  return await import(`node:${name}`);
}

const ofNode = {
  childProcess: () => node<typeof import("node:child_process")>("child_process"),
  dns: () => node<typeof import("node:dns/promises")>("dns/promises"),
  fs: () => node<typeof import("node:fs")>("fs"),
  http: () => node<typeof import("node:http")>("http"),
  inspector: () => node<typeof import("node:inspector")>("inspector"),
  module: () => node<{ readonly default: typeof import("node:module") }>("module"),
  net: () => node<typeof import("node:net")>("net"),
  os: () => node<typeof import("node:os")>("os"),
  process: () => node<{ readonly default: typeof import("node:process") }>("process"),
  sqlite: () => node<typeof import("node:sqlite")>("sqlite"),
  vm: () => node<typeof import("node:vm")>("vm"),
  threads: () => node<typeof import("node:worker_threads")>("worker_threads"),
};

type Vm = typeof import("node:vm");

/** In an executable, packages stand here, and what they import is resolved by Node's rules. */
const PACKAGE = new URL("../../../.deno_compile_node_modules/localhost/zod/4.6.7/x.js", import.meta.url).href;

function importOf(file: string): string {
  return `import("file://${file}", { with: { type: "text" } })`;
}

function asPackage({ Script, constants }: Vm, { secret }: Aims): unknown {
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return new Script(importOf(secret), { filename: PACKAGE, importModuleDynamically }).runInThisContext();
}

type Attempt = (aims: Aims) => unknown;

function event(target: EventTarget | NodeJS.EventEmitter, good: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(error instanceof Error ? error : new Deno.errors.NotCapable("event"));
    if ("addEventListener" in target) {
      target.addEventListener(good, resolve);
      target.addEventListener("error", fail);
    } else {
      target.on(good, resolve);
      target.on("error", fail);
    }
  });
}

function message(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
  });
}

async function asks(name: Deno.PermissionName): Promise<void> {
  const { state } = await Deno.permissions.request({ name } as Deno.PermissionDescriptor);
  if (state !== "granted") throw new Deno.errors.NotCapable(state);
}

const wider = (permissions: Deno.PermissionOptionsObject) => () =>
  new Worker("data:text/javascript,", { type: "module", deno: { permissions } });

/** By name; all but the first two must fail. */
const attempts: Readonly<Record<string, Attempt>> = {
  "granted: fetch": async ({ port }) => (await fetch(`http://127.0.0.1:${port}/`)).text(),
  "granted: read": ({ readable }) => Deno.readTextFile(`${readable}/file`),

  "net: another port": ({ otherPort }) => Deno.connect({ hostname: "127.0.0.1", port: otherPort }),
  "net: another port, fetched": ({ otherPort }) => fetch(`http://127.0.0.1:${otherPort}/`),
  "net: the port by another name": ({ port }) => Deno.connect({ hostname: "localhost", port }),
  "net: the port by IPv6": ({ port }) => Deno.connect({ hostname: "::1", port }),
  "net: the port by another name, fetched": ({ port }) => fetch(`http://localhost:${port}/`),
  "net: a redirect to another port": ({ port, otherPort }) =>
    fetch(`http://127.0.0.1:${port}/to/${otherPort}`),
  "net: a web socket": ({ otherPort }) => event(new WebSocket(`ws://127.0.0.1:${otherPort}/`), "open"),
  "net: listening": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  "net: serving": () => Deno.serve({ hostname: "127.0.0.1", port: 0 }, () => new Response()),
  "net: a local socket": () => Deno.connect({ transport: "unix", path: "/run/none" }),
  "net: a name looked up": () => Deno.resolveDns("localhost", "A"),
  "net: a name looked up by Node": async () => (await ofNode.dns()).lookup("localhost"),
  "net: a connection by Node": async ({ otherPort }) =>
    event((await ofNode.net()).connect(otherPort, "127.0.0.1"), "connect"),
  "net: a request by Node": async ({ otherPort }) =>
    event((await ofNode.http()).get(`http://127.0.0.1:${otherPort}/`), "response"),
  "net: a server by Node": async () => {
    const server = (await ofNode.net()).createServer();
    const listening = event(server, "listening");
    server.listen(0, "127.0.0.1");
    return listening;
  },
  "net: the inspector": async () => (await ofNode.inspector()).open(0, "127.0.0.1"),

  "read: a file": ({ secret }) => Deno.readTextFile(secret),
  "read: around the granted directory": ({ readable, secret }) =>
    Deno.readTextFile(`${readable}/../${secret.split("/").at(-1)}`),
  "read: a file by Node": async ({ secret }) => (await ofNode.fs()).readFileSync(secret),
  "read: a file by fetch": ({ secret }) => fetch(`file://${secret}`),
  "read: whether a file is there": ({ secret }) => Deno.lstat(secret),
  "read: a list": () => [...Deno.readDirSync("/")],
  "read: the environment's file": () => Deno.readTextFile("/proc/self/environ"),
  "read: the parent's memory": ({ parent }) => Deno.readFile(`/proc/${parent}/maps`),
  "read: a database": async ({ secret }) =>
    new (await ofNode.sqlite()).DatabaseSync(secret, { readOnly: true }),

  "write: a file": ({ readable }) => Deno.writeTextFile(`${readable}/written`, ""),
  "write: a granted file": ({ readable }) => Deno.writeTextFile(`${readable}/file`, ""),
  "write: a file by Node": async ({ readable }) =>
    (await ofNode.fs()).writeFileSync(`${readable}/written`, ""),
  "write: a temporary file": () => Deno.makeTempFile(),
  "write: a directory": ({ readable }) => Deno.mkdir(`${readable}/made`),
  "write: a link": ({ readable, secret }) => Deno.symlink(secret, `${readable}/link`),
  "write: a removal": ({ secret }) => Deno.remove(secret),
  "write: rights": ({ secret }) => Deno.chmod(secret, 0o777),
  "write: a database": async ({ readable }) =>
    new (await ofNode.sqlite()).DatabaseSync(`${readable}/database`),

  "run: a program": () => new Deno.Command("/bin/true").output(),
  "run: a shell": () => new Deno.Command("/bin/sh", { args: ["-c", "true"] }).spawn(),
  "run: a program by Node": async () => {
    const { error } = (await ofNode.childProcess()).spawnSync("/bin/true");
    if (error !== undefined) throw error;
  },
  "run: a shell by Node": async () => (await ofNode.childProcess()).execSync("true"),
  "run: a signal to the parent": ({ parent }) => Deno.kill(parent, "SIGTERM"),
  "run: a signal to the parent by Node": async ({ parent }) =>
    (await ofNode.process()).default.kill(parent, "SIGTERM"),
  "run: a signal to the group": () => Deno.kill(0, "SIGTERM"),

  "env: a variable": () => Deno.env.get("HOME"),
  "env: all variables": () => Deno.env.toObject(),
  "env: a variable by Node": async () => {
    if ((await ofNode.process()).default.env["HOME"] === undefined) {
      throw new Deno.errors.NotCapable("undefined");
    }
  },
  "env: setting": () => Deno.env.set("HOME", "/"),

  "sys: the host's name": () => Deno.hostname(),
  "sys: the user": () => Deno.uid(),
  "sys: the interfaces": () => Deno.networkInterfaces(),
  "sys: the host's name by Node": async () => (await ofNode.os()).hostname(),
  "sys: the user by Node": async () => (await ofNode.os()).userInfo(),
  "ffi: a library": () => Deno.dlopen("libc.so.6", { getpid: { parameters: [], result: "i32" } }),
  "ffi: an addon by Node": async ({ secret }) =>
    (await ofNode.process()).default.dlopen({ exports: {} }, secret),

  // Computed, so that nothing is bundled or checked ahead.
  "import: a file": ({ secret }) => import(`file://${secret}`),
  "import: a file, as text": ({ secret }) => import(`file://${secret}`, { with: { type: "text" } }),
  "import: a file, as bytes": ({ secret }) => import(`file://${secret}`, { with: { type: "bytes" } }),
  "import: a file, as JSON": ({ secret }) => import(`file://${secret}`, { with: { type: "json" } }),
  "import: a file, through a data module": ({ secret }) => {
    const source = `import text from "file://${secret}" with { type: "text" }; export default text;`;
    return import(`data:text/javascript,${encodeURIComponent(source)}`);
  },
  "import: a file, by a path": ({ secret }) =>
    import(`../../../../../../../../..${secret}`, { with: { type: "text" } }),
  "import: a file, from made code": ({ secret }) =>
    new Function("file", `return import(file, { with: { type: "text" } })`)(`file://${secret}`),
  "import: a file, by an escaped path": ({ secret }) => {
    const up = "x%2F..%2F..%2F..%2F..%2F..%2F..%2F..%2F..%2F..%2F..";
    return import(new URL(`./${up}${secret.replaceAll("/", "%2F")}`, import.meta.url).href, {
      with: { type: "text" },
    });
  },
  "import: a file, by its host": ({ secret }) =>
    import(`file://localhost${secret}`, { with: { type: "text" } }),
  "import: a file, in capitals": ({ secret }) => import(`FILE:${secret}`, { with: { type: "text" } }),
  "import: a file, from a data worker": ({ secret }) => {
    const source = `postMessage((await import("file://${secret}", { with: { type: "text" } })).default)`;
    return message(new Worker(`data:text/javascript,${encodeURIComponent(source)}`, { type: "module" }));
  },
  "import: a file, as a worker": ({ secret }) => message(new Worker(`file://${secret}`, { type: "module" })),
  // In an executable, packages stand here, and what they import is resolved by Node's rules.
  "import: a file, as a package's script": async (aims) => asPackage(await ofNode.vm(), aims),
  "import: a file, as a package's module": async ({ secret }) => {
    const { default: Module } = await ofNode.module();
    const path = decodeURIComponent(new URL(PACKAGE).pathname);
    const made = new Module(path);
    // Node's types leave it out.
    const { _compile } = Module.prototype as unknown as { _compile(code: string, filename: string): void };
    _compile.call(made, `module.exports = ${importOf(secret)}`, path);
    return made.exports;
  },
  "import: a file, as a package, by the process": (aims) => {
    const { process } = globalThis as unknown as { process: { getBuiltinModule(name: string): Vm } };
    return asPackage(process.getBuiltinModule("vm"), aims);
  },
  // What a package finds as its `process` leads nowhere, also not by the ways of its older versions.
  ...Object.fromEntries(
    [
      "binding",
      "_linkedBinding",
      "dlopen",
      "exit",
      "abort",
      "kill",
      "chdir",
      "mainModule",
      "stdout",
      "report",
    ].map(
      (name) => [`process: ${name}`, () => {
        const { process } = globalThis as unknown as { process: Record<string, unknown> };
        if (process[name] === undefined) throw new Deno.errors.NotCapable(`process has no ${name}`);
      }],
    ),
  ),
  "process: a property of its own": () => {
    const { process } = globalThis as unknown as { process: { env: Record<string, string> } };
    process.env["PATH"] = "/tmp";
  },
  "import: a file, as a package, by a worker": (aims) => {
    const source = `const vm = process.getBuiltinModule("vm"); const PACKAGE = ${JSON.stringify(PACKAGE)};
      const importOf = ${importOf}; const asPackage = ${asPackage};
      postMessage(String(await asPackage(vm, ${JSON.stringify(aims)})))`;
    return message(new Worker(`data:text/javascript,${encodeURIComponent(source)}`, { type: "module" }));
  },
  "import: a file, as a package, by Deno's insides": () => {
    const [inside] = Object.getOwnPropertySymbols(Deno);
    if (inside === undefined) throw new Deno.errors.NotCapable("nothing inside");
  },
  "import: a file, required": async ({ secret }) =>
    (await ofNode.module()).default.createRequire(import.meta.url)(secret),
  "import: from the network": ({ otherPort }) => import(`http://127.0.0.1:${otherPort}/a.js`),
  "import: from a known host": () => import(["https:", "", "jsr.io", "a.ts"].join("/")),

  "worker: with more network": wider({ net: true }),
  "worker: with programs": wider({ run: true }),
  "worker: with everything": wider({
    net: true,
    read: true,
    write: true,
    run: true,
    env: true,
    sys: true,
    ffi: true,
  }),
  "worker: its own, which reads": ({ secret }) => {
    const source = `postMessage(Deno.readTextFileSync(${JSON.stringify(secret)}))`;
    return message(new Worker(`data:text/javascript,${source}`, { type: "module" }));
  },
  "worker: by Node, which reads": async ({ secret }) => {
    const source = `require("node:worker_threads").parentPort
      .postMessage(require("node:fs").readFileSync(${JSON.stringify(secret)}, "utf8"))`;
    return event(new (await ofNode.threads()).Worker(source, { eval: true }), "message");
  },

  "asking: net": () => asks("net"),
  "asking: read": () => asks("read"),
  "asking: write": () => asks("write"),
  "asking: run": () => asks("run"),
  "asking: env": () => asks("env"),
  "asking: sys": () => asks("sys"),
  "asking: ffi": () => asks("ffi"),
};

serveWorker({
  names: () => Object.keys(attempts),
  async attempt(input) {
    const { name, aims } = input as { readonly name: string; readonly aims: Aims };
    try {
      const got = await attempts[name]?.(aims);
      return { done: typeof got === "string" ? got : "done" };
    } catch (error) {
      if (!(error instanceof Error)) return { refused: String(error) };
      const { code } = error as Error & { readonly code?: unknown };
      return {
        refused: `${error.name}${code === undefined ? "" : ` ${code}`}: ${error.message.slice(0, 120)}`,
      };
    }
  },
});
