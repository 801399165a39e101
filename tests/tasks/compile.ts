/**
 * `deno task compile [--for-tests] [--all] [--output PATH] [--provenance stamped …]`: one executable, with the permission
 * flags of the `gatehouse` task and no others.
 *
 * It is made on Deno's own base where that can be downloaded. Elsewhere, and with `--for-tests`, it is made with the
 * old Deno on the pinned base, and is for tests only. With `--all` there is one for each platform of a release, in a
 * directory, and no other base will do.
 */
import { parseArgs } from "node:util";
import { join, resolve } from "node:path";
import { compileOfficial, compileOnPinnedBase, type Made, TARGETS } from "./parts/compiler.ts";
import { type Said, said } from "./parts/stamp.ts";
import { ROOT } from "./parts/tree.ts";

const USE = `Use: deno task compile [--for-tests | --all] [--output PATH]
  [--provenance stamped --source-revision HEX40 --build-id ID --built-at TIME [--config-revision TEXT]]`;

interface Asked {
  readonly output: string;
  readonly kind: "one" | "for tests" | "all";
  readonly stamp: Said | null;
}

function asked(): Asked {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      "for-tests": { type: "boolean", default: false },
      "all": { type: "boolean", default: false },
      "output": text,
      "provenance": text,
      "source-revision": text,
      "build-id": text,
      "built-at": text,
      "config-revision": text,
    },
  });
  const { provenance = "unstamped" } = values;
  const words = [
    values["source-revision"],
    values["build-id"],
    values["built-at"],
    values["config-revision"],
  ];
  if (provenance !== "stamped" && provenance !== "unstamped") {
    throw new RangeError(`Could not use --provenance ${JSON.stringify(provenance)}`);
  }
  if (provenance === "unstamped" && words.some((word) => word !== undefined)) {
    throw new RangeError("What is said of a build needs --provenance stamped");
  }
  if (values.all && values["for-tests"]) throw new RangeError("--all needs Deno's own base");
  return {
    output: resolve(ROOT, values.output ?? (values.all ? "dist" : "dist/gatehouse")),
    kind: values.all ? "all" : values["for-tests"] ? "for tests" : "one",
    stamp: provenance === "stamped" ? said(values) : null,
  };
}

async function make({ output, kind, stamp }: Asked): Promise<Made> {
  if (kind === "for tests") return await compileOnPinnedBase(output, { stamp });
  try {
    return await compileOfficial(output, { stamp });
  } catch (error) {
    console.error(`Deno's own base cannot be used here: ${causeOf(error)}`);
    return await compileOnPinnedBase(output, { stamp });
  }
}

/** The line that says why, out of Deno's trace. */
function causeOf(error: unknown): string {
  const lines = `${error instanceof Error ? error.message : error}`.split("\n").map((line) => line.trim());
  const cause = lines.find((line) => line.includes("error sending request"));
  // Without the number that the trace gives to each of its causes.
  return cause?.replace(/^\d+: /, "") ?? lines.join("\n");
}

function tell(output: string, made: Made): void {
  console.log(output);
  console.log(`base    ${made.base}`);
  console.log(`flags   ${made.flags.join(" ")}`);
  console.log(`size    ${made.bytes} bytes`);
  console.log(`sha256  ${made.sha256}`);
}

let wanted: Asked;
try {
  wanted = asked();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}`);
  console.error(USE);
  Deno.exit(2);
}
if (wanted.kind !== "all") tell(wanted.output, await make(wanted));
else {
  const { output: directory, stamp } = wanted;
  for (const target of TARGETS) {
    const output = join(directory, `gatehouse-${target}${target.includes("windows") ? ".exe" : ""}`);
    try {
      tell(output, await compileOfficial(output, { stamp, target }));
    } catch (error) {
      console.error(`Could not make ${target}, whose base Deno downloads: ${causeOf(error)}`);
      Deno.exit(1);
    }
  }
}
