/** How we log in: with the key, or with the password where there is no key. Only ever after the host is verified. */
import { ToolError } from "../../core/errors.ts";
import { oneLine } from "../../core/bounds.ts";
import { type LoginStep, type ParsedKey, parseKey } from "./ssh2.ts";

/** What a login has. */
export interface Login {
  readonly user: string;
  readonly password: string | null;
  /** Null where the target names none. */
  readonly key: ParsedKey | null;
}

/** What comes next, by the methods that the server still takes and whether one was enough in part; false: nothing. */
export type LoginSteps = (left: readonly string[] | null, partial: boolean | null) => LoginStep | false;

/** Prompts that one keyboard-interactive login may have with an answer of ours. */
const MAX_PROMPTS = 1;

/**
 * The private key in the text.
 *
 * @throws ToolError `UNAVAILABLE` when it is encrypted and the passphrase is missing or wrong, or its form is unknown.
 *
 * @example
 * ```ts
 * import { privateKey } from "gatehouse/hosts/ssh/login.ts";
 *
 * let code = "";
 * try {
 *   privateKey("no key", { alias: "a", passphrase: null });
 * } catch (error) {
 *   code = (error as { code: string }).code;
 * }
 * if (code !== "UNAVAILABLE") throw new Error(code);
 * ```
 */
export function privateKey(
  text: string,
  { alias, passphrase }: { readonly alias: string; readonly passphrase: string | null },
): ParsedKey {
  const key = passphrase === null ? parseKey(text) : parseKey(text, passphrase);
  if (!(key instanceof Error) && key.isPrivateKey()) return key;
  const name = oneLine(alias, 100);
  if (!(key instanceof Error)) {
    throw new ToolError("UNAVAILABLE", `Could not use the private key of ${name}: it is a public key`, {
      next: "Name the private one in ssh_key: mostly the same path without .pub",
    });
  }
  const reason = key.message;
  if (/no passphrase given/i.test(reason)) {
    throw new ToolError("UNAVAILABLE", `Could not use the private key of ${name}: it has a passphrase`, {
      next: "Write the passphrase to a file of mode 0600 and name that in ssh_key_passphrase_file",
    });
  }
  if (passphrase !== null && /integrity|decrypt|passphrase|malformed/i.test(reason)) {
    throw new ToolError("UNAVAILABLE", `Could not use the private key of ${name}: the passphrase is wrong`, {
      next: "Check the file that ssh_key_passphrase_file names",
    });
  }
  throw new ToolError("UNAVAILABLE", `Could not use the private key of ${name}: ${oneLine(reason, 200)}`, {
    next: "Convert a copy of it with ssh-keygen -p -f FILE",
  });
}

/**
 * The steps of a login, as the client asks for them one by one.
 *
 * With a key, the password is sent only where the server wants it besides. Without one, the server is first asked what
 * it takes, so that the password goes only to a method that it offers.
 *
 * @example
 * ```ts
 * import { loginSteps } from "gatehouse/hosts/ssh/login.ts";
 *
 * const next = loginSteps({ user: "a", password: "p", key: null });
 * const types = [next(null, null), next(["password"], null), next(["password"], null)]
 *   .map((step) => step && step.type);
 * if (types.join() !== "none,password,false") throw new Error(types.join());
 * ```
 */
export function loginSteps({ user: username, password, key }: Login): LoginSteps {
  const tried = new Set<string>();
  const first = (type: string): boolean => {
    const isNew = !tried.has(type);
    tried.add(type);
    return isNew;
  };
  return (left, partial) => {
    const offers = (type: string) => left === null || left.includes(type);
    if (key !== null && offers("publickey") && first("publickey")) {
      return { type: "publickey", username, key };
    }
    if (password === null || (key !== null && partial !== true)) return false;
    if (left === null && first("none")) return { type: "none", username };
    if (offers("password") && first("password")) return { type: "password", username, password };
    if (offers("keyboard-interactive") && first("keyboard-interactive")) {
      let answered = 0;
      return {
        type: "keyboard-interactive",
        username,
        prompt(_name, _instructions, _lang, prompts, finish) {
          // What is shown while it is typed is no password.
          const wanted = prompts.length === 1 && prompts[0]?.echo === false && answered++ < MAX_PROMPTS;
          finish(prompts.map(() => wanted ? password : ""));
        },
      };
    }
    return false;
  };
}
