/** Secrets that a call names in a place where its grammar expects plain data: most programs open what looks like a file. */
import type { Call } from "../call.ts";
import { MARK, marked } from "../grammar/marks.ts";
import { isInside } from "../paths.ts";
import { secretOf } from "../sensitive.ts";
import type { Word } from "../word.ts";

/** Programs that take words as text or as names, and show nothing of what a file holds. */
const TEXT = new Set(
  (": true false echo printf test [ [[ cd chdir pushd popd dirs export declare typeset local readonly unset set shift read let " +
    "type hash help alias unalias trap return exit tr id yes seq jot expr basename dirname pathchk realpath readlink which " +
    "whereis apropos whatis tldr cheat cowsay cowthink figlet toilet banner kill pkill pgrep killall pidof sleep mktemp ps " +
    "ls dir vdir exa eza lsd stat df fd fdfind tree locate plocate chmod chown chgrp touch mkdir rmdir rm unlink " +
    "mv ln getfacl setfacl lsattr chattr namei mountpoint fuser lsof inotifywait inotifywatch fswatch trash trash-put gio " +
    "shred wipe install rename logger notify-send xdg-open wall write mail " +
    // What they run is judged by itself.
    "sudo doas su env xargs parallel timeout nice ionice nohup time command exec builtin eval watch stdbuf setsid chroot " +
    "flock strace ltrace script unbuffer chrt taskset runuser fakeroot faketime busybox dotenv dotenvx dotenv-cli env-cmd source . bash sh dash ash zsh ksh mksh " +
    // Their own grammars tell what is sent and what only proves who calls.
    "ssh scp sftp rsync curl wget wget2 http https xh ssh-keygen ssh-add ssh-copy-id ssh-keyscan ssh-agent gpg gpg2 gpgv " +
    "docker podman docker-compose podman-compose kubectl helm").split(" "),
);

/** Programs for keys and certificates: what is called `x.pem` there is most often public. */
const KEY_TOOLS =
  /^(?:openssl|keytool|certtool|certutil|pk12util|p11tool|step|cfssl|gnutls-cli|jarsigner|signtool)$/;

/** Options whose value is a text, a pattern or a name. */
const TEXT_OPTIONS =
  /^(?:-e|-m|-S|-G|-g|--(?:regexp|expression|message|grep|author|committer|include|exclude|exclude-dir|glob|iglob|ignore|ignore-pattern|pattern|filter|match|title|body|name|search|query|arg|argjson))$/;

const HOLDS = /\/\.(?:ssh|gnupg|aws|azure|kube|password-store)$/;

/**
 * The word of a known program that names a secret file: an operand, or a path in an option (`--from=/etc/shadow`).
 *
 * ```ts
 * import { namedSecret } from "gatehouse/gate/rules/named_secrets.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const named = (command: string) => inspect(command).calls.map(namedSecret)[0]?.value;
 * if (named("hexdump -C /etc/shadow") !== "/etc/shadow") throw new Error("it shows the file");
 * if (named("echo /etc/shadow") !== undefined) throw new Error("it shows the name");
 * ```
 */
export function namedSecret(call: Call): Word | undefined {
  if (!call.known || call.isFunction || call.remote || TEXT.has(call.name)) return undefined;
  // Of their operands these print kind and size; of a list of names or magic numbers, the lines that are none.
  const kinds = /^(?:file|du|g?find)$/.test(call.name);
  const touched = new Set(
    kinds ? [] : call.effects.flatMap(({ path }) => path === undefined ? [] : [path]),
  );
  const git = call.name === "git";
  const own = git || marked(call, MARK.project) !== undefined;
  // Where the grammar tells files from text, its word holds for operands.
  const told = new Set(
    call.effects.some(({ kind, redirect }) => kind === "read" && redirect !== true)
      ? call.options.operands
      : [],
  );
  const searching = /grep$|^(?:rg|ag|ack|awk|gawk|mawk|nawk|sed|jq|gojq|jaq|yq|perl|ruby)$/.test(call.name);
  return call.args.find((word, index) => {
    if (word.value === null || word.value.length > MAX_LENGTH || /\s/.test(word.value)) {
      return false;
    }
    const before = call.args[index - 1]?.value ?? "";
    if (
      kinds && !/^-\w*[mfX]$|^--?(?:magic-file|files0?-from|exclude-from)$/.test(before) &&
      !word.value.startsWith("-")
    ) {
      return false;
    }
    if (call.code.some(({ span }) => span.start === word.span.start)) return false;
    if (
      !kinds && TEXT_OPTIONS.test(before) || TEXT_OPTIONS.test(/^--?[\w-]+(?==)/.exec(word.value)?.[0] ?? "")
    ) {
      return false;
    }
    return candidates(word.value).some((text) => {
      if (!text.includes("/") && (searching || told.has(word) || !call.options.operands.includes(word))) {
        return false;
      }
      // The first operand of those is a pattern or a program.
      if ((searching || call.subcommand === "grep") && word === call.options.operands[0]) return false;
      const value = text.startsWith("~/") ? call.place.home + text.slice(1) : text;
      const target = call.target({ ...word, value, prefix: value });
      const { path } = target;
      if (path === undefined || touched.has(path) || own && isInside(path, call.place.project)) return false;
      if (KEY_TOOLS.test(call.name) && /\.\w+$/.test(path)) return false;
      return secretOf(target) !== null || (git && call.options.has("--no-index") && HOLDS.test(path));
    });
  });
}

/** The longest path there is (PATH_MAX), with the option before it. */
const MAX_LENGTH = 4_200;

/** The word itself, and what stands in it behind `=`, `@` or `:`, or right behind a letter (`-f/etc/shadow`). */
function candidates(text: string): string[] {
  const found = text.startsWith("-") ? [] : [text];
  for (const mark of ["=", "@", ":"]) {
    const at = text.indexOf(mark);
    if (at >= 0 && text.includes("/", at)) found.push(text.slice(at + 1).replace(/^@/, ""));
  }
  const attached = /^-\w([/~].*)/.exec(text)?.[1];
  return attached === undefined ? found : [...found, attached];
}
