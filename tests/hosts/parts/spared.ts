/** Programs that must never run for real: the machine of the tests is the one that a server of theirs administers. */
import { join } from "node:path";

const SPARED = ["apt-get", "dnf", "yum", "apk", "reboot", "shutdown", "poweroff", "halt"];

/** Puts refusing programs of these names into a directory that is made for them, and stands first on a PATH. */
export async function spare(directory: string): Promise<string> {
  await Deno.mkdir(directory, { recursive: true });
  for (const name of SPARED) {
    const path = join(directory, name);
    await Deno.writeTextFile(path, "#!/bin/sh\necho 'This machine runs tests and is spared' >&2\nexit 100\n");
    await Deno.chmod(path, 0o755);
  }
  return directory;
}
