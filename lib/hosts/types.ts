/** The plain data that the family's parts hand to one another; all of it may cross a worker's wall as JSON. */

import type { AddedProgram } from "./programs/rules.ts";

/** A mikr.us account as it is configured. */
export interface MikrusTarget {
  readonly type: "mikrus";
  /** Its name in the configuration. */
  readonly alias: string;
  /** The server's stable id, such as `srv123`. */
  readonly srv: string;
  /** Base URL: https, without a slash at its end. */
  readonly apiUrl: string;
  /** Absolute path of a PEM file with the certificate authority to trust for it; null for the machine's own. */
  readonly apiCaFile: string | null;
  /** The API key: secret. */
  readonly key: string;
}

/** A machine that is reached by SSH, as it is configured. */
export interface SshTarget {
  readonly type: "ssh";
  readonly alias: string;
  readonly host: string;
  /** 1–65535. */
  readonly port: number;
  readonly user: string;
  /** Secret. */
  readonly password: string | null;
  /** Secret. */
  readonly sudoPassword: string | null;
  /** Absolute path of the private key. */
  readonly keyFile: string | null;
  /** Absolute path of the file with the key's passphrase. */
  readonly keyPassphraseFile: string | null;
  /** Absolute path of the user certificate. */
  readonly certFile: string | null;
  /** Absolute path; the default is the account's own. */
  readonly knownHostsFile: string;
  /** Seconds, 1–300, for connecting and for what names no time of its own. */
  readonly timeout: number;
  readonly verifyHostKey: boolean;
  /** Whether service changes and updates go through sudo. */
  readonly sudo: boolean;
  /** Programs that may be started on it, besides those that may be on all; none when left out. */
  readonly programs?: Readonly<Record<string, AddedProgram>> | undefined;
}

/** A configured target. */
export type ConfiguredTarget = MikrusTarget | SshTarget;

/** What the worker says of a target. */
export interface TargetState {
  readonly alias: string;
  readonly status: "connected" | "not_connected" | "unavailable";
  /** Null until it is known. */
  readonly identity: string | null;
  /** What was found on the machine at its first use; null until then. */
  readonly facts: MachineFacts | null;
}

/** What a machine has; each was looked for once per connection. */
export interface MachineFacts {
  /** Such as `3.11.2`; null without python3: then only reads work. */
  readonly python: string | null;
  readonly uid: number;
  readonly systemd: boolean;
  readonly docker: boolean;
  readonly compose: "v2" | "v1" | null;
  readonly crontab: boolean;
  readonly homeWritable: boolean;
}

/** One operation on a machine: a name of the helper, its input, and limits. */
export interface Order {
  /** Of the helper's operations. */
  readonly operation: string;
  /** Plain data; the helper gets it as JSON on its stdin. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Milliseconds that the helper gives the work; it ends the work's processes by itself after that. */
  readonly budgetMs: number;
  /** Changes something: what ends it half-way is `AMBIGUOUS_OUTCOME`. */
  readonly changes: boolean;
  /** Needs another account's rights: through sudo where the target is configured so. */
  readonly privileged: boolean;
}

/** What the helper answers: its data, or a failure of a stable code. */
export type HelperReply =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | {
    readonly ok: false;
    readonly error: {
      /** The seed's codes, such as `NOT_FOUND`. */
      readonly code: string;
      /** One line. */
      readonly message: string;
      /** Such as `PERMISSION_DENIED`; shown in parentheses. */
      readonly detail: string | null;
      readonly exitCode: number | null;
    };
  };
