/**
 * The files of an SSH target. What is secret is read in the program and handed to the worker, which needs no right to
 * it; known_hosts is read by the worker for each connection, because it changes while the program runs.
 */
import { ToolError } from "../../core/errors.ts";
import { checkFile, shownPath, unsafeFile } from "../../core/file_checks.ts";
import { readPrivate, readTrusted } from "../../core/files.ts";
import type { SshTarget } from "../types.ts";

/** What the files held. */
export interface SshFiles {
  readonly key: string | null;
  readonly passphrase: string | null;
  readonly certificate: string | null;
}

/** Or why they could not be read: the target's own calls fail with it, and no others. */
export type SshFilesRead = SshFiles | {
  readonly failure: { readonly code: string; readonly message: string; readonly next: string | null };
};

/** Bytes: the largest keys have some 20,000. */
const MAX_KEY_BYTES = 65_536;

/** Bytes: ten thousands of hosts. */
const MAX_KNOWN_HOSTS_BYTES = 8_388_608;

/**
 * Reads what the target names, each by a walk that follows no link. For the program's main process.
 *
 * @example
 * ```ts
 * import { readSshFiles } from "gatehouse/hosts/ssh/files.ts";
 *
 * const read = await readSshFiles({ keyFile: null, keyPassphraseFile: null, certFile: "/nowhere/cert" });
 * if (!("failure" in read) || read.failure.code !== "FILE_MISSING") throw new Error("read");
 * ```
 */
export async function readSshFiles(
  { keyFile, keyPassphraseFile, certFile }: Pick<SshTarget, "keyFile" | "keyPassphraseFile" | "certFile">,
): Promise<SshFilesRead> {
  const limit = { maxBytes: MAX_KEY_BYTES };
  let setting = "ssh_key";
  const text = async (name: string, path: string | null, read: typeof readPrivate) => {
    setting = name;
    return path === null ? null : new TextDecoder().decode(await read(path, limit));
  };
  try {
    const key = await text("ssh_key", keyFile, readPrivate);
    const passphrase = await text("ssh_key_passphrase_file", keyPassphraseFile, readPrivate);
    const certificate = await text("ssh_cert", certFile, readTrusted);
    return { key, passphrase: passphrase?.replace(/\r?\n$/, "") ?? null, certificate };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const message = `Could not use ${setting}: ${error.message}`;
    return { failure: { code: error.code, message, next: error.next ?? null } };
  }
}

/**
 * The text of a known_hosts file. For the worker, which may look at the file itself but not at what stands above it.
 *
 * @param path Absolute.
 * @throws ToolError `UNAVAILABLE` when it is missing, cannot be read, or others may write to it: an empty list would
 * only be taken for one.
 *
 * @example
 * ```ts
 * import { readKnownHosts } from "gatehouse/hosts/ssh/files.ts";
 *
 * const code = await readKnownHosts("/nowhere/known_hosts").catch((error) => error.code);
 * if (code !== "UNAVAILABLE") throw new Error(code);
 * ```
 */
export async function readKnownHosts(path: string): Promise<string> {
  const next = "Run gatehouse hosts trust with the target's name, or name another file in known_hosts_file";
  let file: Deno.FsFile | undefined;
  try {
    const seen = await Deno.lstat(path);
    checkFile(path, seen, { demands: { private: false } });
    if (seen.size > MAX_KNOWN_HOSTS_BYTES) {
      throw unsafeFile(path, { reason: `it has ${seen.size} bytes`, next: "Put a smaller file there" });
    }
    file = await Deno.open(path, { read: true });
    const opened = await file.stat();
    if (opened.dev !== seen.dev || opened.ino !== seen.ino) {
      throw unsafeFile(path, { reason: "it was replaced meanwhile", next: "Try again" });
    }
    const text = await new Response(file.readable).text();
    file = undefined;
    return text;
  } catch (error) {
    if (error instanceof ToolError) {
      const options = { ...(error.next === undefined ? {} : { next: error.next }), cause: error };
      throw new ToolError("UNAVAILABLE", error.message, options);
    }
    const missing = error instanceof Deno.errors.NotFound;
    const why = missing ? "there is no such file" : error instanceof Error ? error.message : "it failed";
    throw new ToolError("UNAVAILABLE", `Could not read the known hosts in ${shownPath(path)}: ${why}`, {
      next,
      cause: error,
    });
  } finally {
    file?.close();
  }
}
