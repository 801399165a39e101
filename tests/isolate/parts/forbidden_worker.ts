/** A worker that tries everything it must not do. Each attempt answers with the name of the error it met. */
import { serveWorker } from "gatehouse/core/worker.ts";
import { execSync, spawnSync } from "node:child_process";
import dns from "node:dns/promises";
import fs from "node:fs";
import http from "node:http";
import inspector from "node:inspector";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import { DatabaseSync } from "node:sqlite";
import { Worker as NodeWorker } from "node:worker_threads";

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
  "net: a name looked up by Node": () => dns.lookup("localhost"),
  "net: a connection by Node": ({ otherPort }) => event(net.connect(otherPort, "127.0.0.1"), "connect"),
  "net: a request by Node": ({ otherPort }) => event(http.get(`http://127.0.0.1:${otherPort}/`), "response"),
  "net: a server by Node": () => {
    const server = net.createServer();
    const listening = event(server, "listening");
    server.listen(0, "127.0.0.1");
    return listening;
  },
  "net: the inspector": () => inspector.open(0, "127.0.0.1"),

  "read: a file": ({ secret }) => Deno.readTextFile(secret),
  "read: around the granted directory": ({ readable, secret }) =>
    Deno.readTextFile(`${readable}/../${secret.split("/").at(-1)}`),
  "read: a file by Node": ({ secret }) => fs.readFileSync(secret),
  "read: a file by fetch": ({ secret }) => fetch(`file://${secret}`),
  "read: whether a file is there": ({ secret }) => Deno.lstat(secret),
  "read: a list": () => [...Deno.readDirSync("/")],
  "read: the environment's file": () => Deno.readTextFile("/proc/self/environ"),
  "read: the parent's memory": ({ parent }) => Deno.readFile(`/proc/${parent}/maps`),
  "read: a database": ({ secret }) => new DatabaseSync(secret, { readOnly: true }),

  "write: a file": ({ readable }) => Deno.writeTextFile(`${readable}/written`, ""),
  "write: a granted file": ({ readable }) => Deno.writeTextFile(`${readable}/file`, ""),
  "write: a file by Node": ({ readable }) => fs.writeFileSync(`${readable}/written`, ""),
  "write: a temporary file": () => Deno.makeTempFile(),
  "write: a directory": ({ readable }) => Deno.mkdir(`${readable}/made`),
  "write: a link": ({ readable, secret }) => Deno.symlink(secret, `${readable}/link`),
  "write: a removal": ({ secret }) => Deno.remove(secret),
  "write: rights": ({ secret }) => Deno.chmod(secret, 0o777),
  "write: a database": ({ readable }) => new DatabaseSync(`${readable}/database`),

  "run: a program": () => new Deno.Command("/bin/true").output(),
  "run: a shell": () => new Deno.Command("/bin/sh", { args: ["-c", "true"] }).spawn(),
  "run: a program by Node": () => {
    const { error } = spawnSync("/bin/true");
    if (error !== undefined) throw error;
  },
  "run: a shell by Node": () => execSync("true"),
  "run: a signal to the parent": ({ parent }) => Deno.kill(parent, "SIGTERM"),
  "run: a signal to the parent by Node": ({ parent }) => process.kill(parent, "SIGTERM"),
  "run: a signal to the group": () => Deno.kill(0, "SIGTERM"),

  "env: a variable": () => Deno.env.get("HOME"),
  "env: all variables": () => Deno.env.toObject(),
  "env: a variable by Node": () => {
    if (process.env["HOME"] === undefined) throw new Deno.errors.NotCapable("undefined");
  },
  "env: setting": () => Deno.env.set("HOME", "/"),

  "sys: the host's name": () => Deno.hostname(),
  "sys: the user": () => Deno.uid(),
  "sys: the interfaces": () => Deno.networkInterfaces(),
  "sys: the host's name by Node": () => os.hostname(),
  "sys: the user by Node": () => os.userInfo(),
  "ffi: a library": () => Deno.dlopen("libc.so.6", { getpid: { parameters: [], result: "i32" } }),
  "ffi: an addon by Node": ({ secret }) => process.dlopen({ exports: {} }, secret),

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
  "import: a file, required": ({ secret }) => createRequire(import.meta.url)(secret),
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
  "worker: by Node, which reads": ({ secret }) => {
    const source = `require("node:worker_threads").parentPort
      .postMessage(require("node:fs").readFileSync(${JSON.stringify(secret)}, "utf8"))`;
    return event(new NodeWorker(source, { eval: true }), "message");
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
