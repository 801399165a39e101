import type { BackendSpec } from "../core/backend.ts";
import { type HouseSettings, openHouse } from "../house.ts";
import { workerPermissions } from "../isolate/permissions.ts";
import type { Io } from "./io.ts";
import { columns, printJson } from "./print.ts";
import { loadFor } from "./session.ts";
import type { ToolsFlags } from "./tools.ts";

const KINDS = ["net", "read", "write", "run", "env", "sys", "ffi"] as const;

/** By kind: what is granted of it; an empty list is nothing. */
type Granted = Readonly<Record<(typeof KINDS)[number], readonly string[]>>;

interface Row {
  readonly family: string;
  readonly worker: string;
  readonly title: string;
  /** Null when the worker is not started under this configuration. */
  readonly permissions: Granted | null;
  /** Names of the programs that are run for it, outside of it. */
  readonly programs: readonly string[];
}

/** Told only where there are such programs. */
const PROGRAM_NOTES = [
  "The programs of a worker are run by the child around it, which keeps the right to run for that, and have all",
  "rights of the account. The worker can only name them.",
];

const NOTES = [
  "Each worker runs in a child process of its own. The program, and the child around the worker until that has",
  "loaded, hold what the last line says; a worker never does. What holds against code that breaks out of a",
  "worker is the account that the program runs as.",
];

/** Prints the table. Nothing is started. */
export default async function permissions(io: Io, flags: ToolsFlags): Promise<number> {
  const { settings } = await loadFor(io, { ...flags, modelOf: "served" });
  const own = ownPermissions();
  io.revoke(["net", "run", "sys", "write", "env"]);
  const rows = await rowsOf(settings);
  if (flags.json === true) {
    printJson(io, { workers: rows, program: own });
    return 0;
  }
  io.out(columns(
    [
      ["", ...KINDS],
      ...rows.flatMap(({ worker, permissions, programs }) =>
        permissions === null ? [[worker, "not started under this configuration"]] : [
          [worker, ...KINDS.map((kind) => shown(permissions[kind]))],
          ...(programs.length === 0 ? [] : [["", `programs: ${programs.join(" ")}`]]),
        ]
      ),
      ["the program", ...KINDS.map((kind) => own[kind])],
    ],
    { max: 2_000 },
  ));
  const notes = rows.some(({ programs }) => programs.length > 0) ? [...NOTES, ...PROGRAM_NOTES] : NOTES;
  io.err(`\n${notes.join("\n")}\n`);
  return 0;
}

async function rowsOf(settings: HouseSettings): Promise<Row[]> {
  const { catalogue } = openHouse(settings);
  const families = await Promise.all(catalogue.families.map(({ name }) => catalogue.load(name)));
  return await Promise.all(
    families.flatMap(({ name, backends = [] }) =>
      backends.map((spec) => rowOf(name, { spec, settings: settings.familySettings?.[name] }))
    ),
  );
}

async function rowOf(
  family: string,
  { spec, settings }: { spec: BackendSpec; settings: unknown },
): Promise<Row> {
  const { worker, title } = spec;
  const asked = await spec.permissions(settings, spec.subject ?? "");
  if (asked === null) return { family, worker, title, permissions: null, programs: [] };
  const given = workerPermissions(asked);
  const listed = (kind: (typeof KINDS)[number]): readonly string[] =>
    given[kind] === false ? [] : given[kind];
  return {
    family,
    worker,
    title,
    permissions: {
      net: listed("net"),
      read: listed("read"),
      write: listed("write"),
      run: listed("run"),
      env: listed("env"),
      sys: listed("sys"),
      ffi: listed("ffi"),
    },
    programs: Object.keys(spec.programs?.(settings) ?? {}),
  };
}

function shown(list: readonly string[]): string {
  return list.length === 0 ? "none" : list.join(" ");
}

/** Of this process, as it was started. */
function ownPermissions(): Readonly<Record<(typeof KINDS)[number], "all" | "some" | "none">> {
  const state = (name: (typeof KINDS)[number]) => {
    const status = Deno.permissions.querySync({ name });
    if (status.state !== "granted") return "none";
    return status.partial ? "some" : "all";
  };
  return {
    net: state("net"),
    read: state("read"),
    write: state("write"),
    run: state("run"),
    env: state("env"),
    sys: state("sys"),
    ffi: state("ffi"),
  };
}
