/** Whether the kernel keeps programs to the files that they were told: landlock(7). */

const PROBE = "import ctypes\nraise SystemExit(0 if ctypes.CDLL(None).syscall(444, None, 0, 1) > 0 else 1)";

/** Asks the kernel for its version of it. */
export async function hasLandlock(): Promise<boolean> {
  return (await new Deno.Command("python3", { args: ["-c", PROBE] }).output()).success;
}
