/** Answers about the machine itself: what it has, its memory, its services, its updates. */
import { fields, flag, maybe, oneOf, type Reader, text, whole } from "../shapes.ts";
import type { MachineFacts } from "../../types.ts";

/** `probe`. */
const probe: Reader<MachineFacts> = fields({
  python: maybe(text(32)),
  uid: whole(),
  systemd: flag,
  docker: flag,
  compose: maybe(oneOf("v2", "v1")),
  crontab: flag,
  homeWritable: flag,
});

const memory = fields({
  memory: fields({
    total_bytes: whole(),
    used_bytes: whole(),
    free_bytes: whole(),
    shared_bytes: whole(),
    cached_bytes: whole(),
    available_bytes: whole(),
  }),
  swap: fields({ total_bytes: whole(), used_bytes: whole(), free_bytes: whole() }),
});

/** `get_memory_info`; `output` is a table as `free` writes it, in MiB. */
const memoryInfo: Reader<object> = (value, place) => {
  const { memory: ram, swap } = memory(value, place);
  const row = (name: string, values: readonly (number | string)[]) =>
    name.padEnd(6) +
    values.map((value) => `${typeof value === "number" ? Math.round(value / 1_048_576) : value}`.padStart(12))
      .join("");
  const output = [
    row("", ["total", "used", "free", "shared", "buff/cache", "available"]),
    row("Mem:", [
      ram.total_bytes,
      ram.used_bytes,
      ram.free_bytes,
      ram.shared_bytes,
      ram.cached_bytes,
      ram.available_bytes,
    ]),
    row("Swap:", [swap.total_bytes, swap.used_bytes, swap.free_bytes]),
  ];
  return { output: output.join("\n"), memory: ram, swap };
};

const service = fields({
  properties: (value, place) => new Map(Object.entries(words(value, place))),
  output: text(200_000),
  stderr: text(50_000),
  exit_code: whole(0, 255),
});

function words(value: unknown, place: string): Record<string, string> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.slice(0, 32).map(([name, one]) => [name, text(1_024)(one, `${place}.${name}`)]),
  );
}

/** `get_service_status` and `change_service_state`; `exit_code` is systemctl's: 3 is a unit that does not run. */
const serviceState: Reader<object> = (value, place) => {
  const { properties, output, stderr, exit_code } = service(value, place);
  const word = (name: string) => properties.get(name) || null;
  const number = (name: string) => {
    const given = properties.get(name) ?? "";
    const read = /^\d{1,19}$/.test(given) ? Number(given) : null;
    return read !== null && Number.isSafeInteger(read) ? read : null;
  };
  return {
    output,
    stderr,
    exit_code,
    unit: word("Id"),
    description: word("Description"),
    load_state: word("LoadState"),
    active_state: word("ActiveState"),
    sub_state: word("SubState"),
    unit_file_state: word("UnitFileState"),
    result: word("Result"),
    // systemd says 0 for a unit without a process.
    main_pid: number("MainPID") || null,
    exit_status: number("ExecMainStatus"),
    restarts: number("NRestarts"),
    active_since: word("ActiveEnterTimestamp"),
    memory_bytes: number("MemoryCurrent"),
    tasks: number("TasksCurrent"),
    fragment_path: word("FragmentPath"),
  };
};

/** `update_system`; null where the package manager does not tell it. */
const updateSystem: Reader<object> = fields({
  package_manager: oneOf("apt", "dnf", "yum", "apk"),
  upgraded: maybe(whole()),
  reboot_required: maybe(flag),
  output: text(200_000),
  stderr: text(50_000),
  exit_code: whole(0, 255),
  truncated: flag,
});

/** Reads the answers about the machine itself, by the name of the operation. */
export const SYSTEM_ANSWERS: Readonly<Record<string, Reader<object>>> = {
  probe: probe,
  get_memory_info: memoryInfo,
  get_service_status: serviceState,
  change_service_state: serviceState,
  update_system: updateSystem,
};
