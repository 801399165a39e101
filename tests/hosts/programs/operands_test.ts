/**
 * The table reads arguments as the programs themselves do: they open no file that it did not take for one. The kernel is
 * the witness, because it refuses every other file.
 */
import fc from "fast-check";
import { checkProgram } from "gatehouse/hosts/programs/check.ts";
import { assertTrue } from "../../assert.ts";
import { Machine } from "../parts/machine.ts";
import { hasLandlock } from "./parts/landlock.ts";

/** Outside of what may be read without being named. */
const TOP = "/srv";

const WORDS = {
  cat: ["-n", "-A", "--", "F", "P", "-", "-vET"],
  sort: [
    "-k",
    "1",
    "-t",
    ":",
    "-t:",
    "-u",
    "--",
    "F",
    "P",
    "-",
    "--key=1",
    "--check",
    "-c",
    "-m",
    "-tk",
    "-t-o",
  ],
  tail: [
    "-n",
    "-n1",
    "1",
    "-c",
    "+1",
    "--lines",
    "--bytes=1",
    "-q",
    "-v",
    "--",
    "F",
    "P",
    "-",
    "-vn",
    "-qc1",
  ],
  grep: [
    ...[
      "-e",
      "-f",
      "-n",
      "-i",
      "root",
      "--",
      "F",
      "P",
      "-",
      "-nf",
      "-fP",
      "--file=P",
      "--regexp=root",
      "-A1",
      "-A",
    ],
    ...["1", "-c", "--label", "x", "-m1", "-z", "-E", "-L", "-e-f", "-ef", "--color", "--color=always"],
  ],
} as const;

const lines = fc.constantFrom("cat", "sort", "tail", "grep").chain((executable) =>
  fc.tuple(fc.constant(executable), fc.array(fc.constantFrom(...WORDS[executable]), { maxLength: 6 }))
);

Deno.test({
  name: "whatever is accepted, the programs open no file but those that were judged",
  ignore: !await hasLandlock() || Deno.uid() !== 0,
  async fn() {
    await using machine = await Machine.start();
    const directory = await Deno.makeTempDir({ dir: TOP });
    await Deno.writeTextFile(`${directory}/f`, "a\nroot\n");
    await Deno.writeTextFile(`${directory}/p`, "root\n");
    let ran = 0;
    const property = fc.asyncProperty(lines, async ([executable, words]) => {
      const argv = words.map((word) => word.replace(/F$/, `${directory}/f`).replace(/P$/, `${directory}/p`));
      let operands;
      try {
        ({ operands } = checkProgram({ executable, argv }));
      } catch {
        return;
      }
      const input = { executable, path: null, argv, operands, stdin: "root\n" };
      // What is taken for a path and is none of the two files is not there.
      const answer = await machine.do("execute_program", input).catch(() => null);
      if (answer === null) return;
      ran++;
      assertTrue(!answer["stderr"].includes("Permission denied"), `${executable} ${argv.join(" ")}`);
    });
    try {
      await fc.assert(property, { numRuns: 400 });
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
    assertTrue(ran > 50, `only ${ran} were run`);
  },
});
