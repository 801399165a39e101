/** What a worker may touch, as Deno takes it: every kind is written out, and none is inherited. */
import type { Permissions } from "../core/backend.ts";

/** Deno's permission options with every kind decided. */
export type WorkerPermissions = Readonly<
  & Record<"net" | "read" | "write", readonly string[] | false>
  & Record<"run" | "env" | "sys" | "ffi" | "import", false>
>;

/**
 * The permissions of a worker.
 *
 * A wider form is refused, not passed on: a host without a port would open all its ports, and an empty list or a
 * relative path means other things in other places.
 *
 * @throws RangeError for a host without a port and a path that is not absolute.
 *
 * @example
 * ```ts
 * import { workerPermissions } from "gatehouse/isolate/permissions.ts";
 *
 * const { net, read, run } = workerPermissions({ net: ["127.0.0.1:8155"] });
 * if (net === false || read !== false || run !== false) throw new Error("other permissions");
 * ```
 */
export function workerPermissions({ net, read, write }: Permissions): WorkerPermissions {
  return {
    net: listed(net, { is: ADDRESS, what: "address of the form host:port or unix:/path" }),
    read: listed(read, { is: ABSOLUTE, what: "absolute path" }),
    write: listed(write, { is: ABSOLUTE, what: "absolute path" }),
    run: false,
    env: false,
    sys: false,
    ffi: false,
    import: false,
  };
}

const SOCKET = "unix:";

/**
 * The same for a Deno that takes no local sockets among the addresses: it asks only for the rights to read and write the
 * socket's file.
 *
 * @returns Null when there is none among them.
 *
 * @example
 * ```ts
 * import { withoutSockets, workerPermissions } from "gatehouse/isolate/permissions.ts";
 *
 * const permissions = workerPermissions({ net: ["unix:/run/a", "127.0.0.1:80"] });
 * if (`${withoutSockets(permissions)?.net}` !== "127.0.0.1:80") throw new Error("not left out");
 * ```
 */
export function withoutSockets(permissions: WorkerPermissions): WorkerPermissions | null {
  const { net } = permissions;
  if (net === false) return null;
  const rest = net.filter((entry) => !entry.startsWith(SOCKET));
  return rest.length === net.length ? null : { ...permissions, net: rest.length === 0 ? false : rest };
}

const ADDRESS = /^(?:(?:\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}|unix:\/.+)$/s;
const ABSOLUTE = /^(\/|[A-Za-z]:[\\/])/;

function listed(
  entries: readonly string[] | undefined,
  { is, what }: { is: RegExp; what: string },
): readonly string[] | false {
  if (entries === undefined || entries.length === 0) return false;
  const wrong = entries.find((entry) => typeof entry !== "string" || !is.test(entry) || entry.includes("\0"));
  if (wrong !== undefined) throw new RangeError(`Not an ${what}: ${JSON.stringify(wrong)}`);
  return [...entries];
}
