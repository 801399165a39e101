/** What the server tools promise, and the tests on a real sshd, with real processes, that prove each promise. */
import { type Behaviour, file, type TestName } from "./behaviours.ts";

const approvalsFile = file("state/approvals_file_test.ts");
const kept = file("state/approvals_kept_test.ts");
const racing = file("state/approvals_processes_test.ts");
const store = file("state/approvals_store_test.ts");
const change = file("core/change_test.ts");
const operator = file("cli/approve_test.ts");
const onSshd = file("cli/approve_hosts_test.ts");
const killed = file("hosts/killed_test.ts")(
  "a server that is killed while a machine changes leaves an ambiguous outcome, and ends the work",
);
const authorisation = file("hosts/authorisation_test.ts");
const serving = file("hosts/serving_test.ts");
const worker = file("hosts/worker_test.ts");
const faults = file("hosts/ssh/faults_test.ts");
const hostKeys = file("hosts/ssh/host_keys_test.ts");
const logins = file("hosts/ssh/logins_test.ts");
const orders = file("hosts/ssh/orders_test.ts");
const shells = file("hosts/ssh/shells_test.ts");
const files = file("hosts/remote/files_test.ts");
const fuzz = file("hosts/remote/fuzz_test.ts");
const overSsh = file("hosts/remote/over_ssh_test.ts");
const processes = file("hosts/remote/processes_test.ts");
const services = file("hosts/remote/services_test.ts");
const byShell = file("hosts/remote/shell_test.ts");
const writing = file("hosts/remote/writing_test.ts");
const account = file("hosts/tools/accounts_test.ts");
const machine = file("hosts/tools/machine_test.ts");
const client = file("hosts/mikrus/client_test.ts");
const exec = file("hosts/mikrus/exec_test.ts");
const limits = file("hosts/mikrus/limits_test.ts");
const replies = file("hosts/mikrus/replies_test.ts");
const secrets = file("hosts/mikrus/secrets_test.ts");
const ladder = file("dispatch/http_ladder_test.ts");
const attack = file("dispatch/http_attack_test.ts");
const token = file("config/token_test.ts");

/** A sentence that holds for approvals in the store and in a file. */
const inBoth = (of: (...names: string[]) => TestName[], ...names: string[]) =>
  of(...names.flatMap((name) => [`the one store: ${name}`, `an approval file: ${name}`]));

const LIST: readonly (readonly [number: number, what: string, tests: readonly TestName[]])[] = [
  [1, "a host key that is not the known one lets nobody log in", [
    ...hostKeys(
      "a host that known_hosts does not have is refused before any login, with its fingerprint and the next step",
      "a changed key is refused before any login, with both fingerprints and the line to look at",
      "a key of another type than the known ones is refused before any login",
      "a revoked key is refused before any login, also when another line has it",
      "an authority alone lets no plain key in, and says so",
      "plain, listed, wildcard and hashed names are found, and negated ones are not",
      "a file that ssh-keygen has hashed, and one with carriage returns, are read",
      "each type of host key serves, and the one that is known is asked for among several",
    ),
    ...logins(
      "a password logs in, is asked for by keyboard too, and is sent only to a method that the server offers",
    ),
  ]],
  [2, "the identity holds the fingerprint, and what was approved for another holds no more", [
    ...authorisation("the exact identity is a scope, and holds for no other key"),
    ...worker(
      "after a rotation of the host key the old identity is refused, and nothing is done",
      "what was authorised for the old key does not hold for a new one that is known as well",
    ),
    ...onSshd(
      "the older script's seven flags approve into the approval file, for the host key that was there",
    ),
  ]],
  [3, "a frozen connection is a typed failure in its time, and the next call works", [
    ...faults(
      "a connection that freezes while it is made ends in its time, and the next call makes another",
      "a connection that freezes before a channel is opened ends each call in its time, a change as one that was not sent",
      "a connection that freezes while the machine works or answers ends the call in its time; a change is ambiguous",
      "a connection that was lost without a word while nobody used it is made anew within the same call",
    ),
  ]],
  [4, "twelve reads at once all succeed", [
    ...orders(
      "twelve reads at once all succeed over one connection",
      "a server that allows one session at a time is enough",
    ),
    ...overSsh("every read at once, and again: none is refused, and nothing is left running"),
  ]],
  [5, "output without end is bounded on both streams", [
    ...overSsh(
      "programs that never stop talking, 8 at once and 20 times: bounded, typed, and nothing left running",
    ),
  ]],
  [7, "signals, statuses and bytes that are no text are told", [
    ...orders("a process that a signal ends is a failure, for a change with an open outcome"),
    ...faults(
      "a supervisor that is killed, or a process that quits without an answer, is a failure and no success",
    ),
    ...files("what is no text is given as base64, what is nearly text says that it was changed"),
    ...services(
      "a change that fails, is refused or is killed fails in its own way",
      "journal entries come oldest first, whatever bytes they hold",
    ),
  ]],
  [10, "a cancelled call ends the remote work", [
    ...orders("a cancelled call ends its work on the machine, and the connection stays"),
    ...shells("without python3 a call's end, and the connection's, end the work on the machine too"),
  ]],
  [11, "values arrive byte for byte", [
    ...orders(
      "an order's values come back as they were, whatever they hold",
      "any value comes back as it was, and none starts a process",
    ),
  ]],
  [12, "banners and other login shells change no answer", [
    ...shells(
      "an order is carried out by a login with /bin/dash",
      "an order is carried out by a login with …",
      "banners of a login, short and long, on both outputs, do not reach an answer",
      "a login that prints without end, or only prints and ends, is a typed failure",
    ),
    ...overSsh("a login that prints, and other shells, change nothing in the answers"),
  ]],
  [13, "without python3 reads work, and the rest says what is missing", [
    ...shells(
      "a machine without python3 is told from others by a login with …",
      "without python3 the reads that a shell can do work, and the rest needs python3",
    ),
    ...overSsh("without python3 reads work by the shell, and the others say what is missing"),
    ...byShell(
      "by a shell (usual) files are read as by python3",
      "by a shell (busybox) files are read as by python3",
    ),
  ]],
  [14, "writes of each size, on each kind of file", [
    ...writing(
      "files of 0, 1 and 100,000 bytes are written, and 100,001 are refused",
      "a new file has the usual mode, an old one keeps its mode, owner and attributes",
      "links, directories, pipes and hard links are not written to",
      "only below its roots is written, and no form of a name leads out of them",
      "a full disk is a typed failure that leaves the old file and nothing else",
      "a file that another puts in place while it is being written is not lost",
      "where a file cannot be made without a name, it is written all the same, and nothing is left",
    ),
  ]],
  [
    15,
    "a link that is swapped in leads no write out",
    fuzz(
      "a link that is swapped in between leads no write out, 200 times",
    ),
  ],
  [16, "what must not be read is not, by whatever name", [
    ...files(
      "what must not be read is refused whatever name leads to it",
      "a hard link and a bind mount of what must not be read are refused too",
      "a link that takes the file's place between the look and the opening is not followed",
    ),
    ...fuzz("a link to what must not be read that is swapped in between is not read, 200 times"),
    ...byShell(
      "by a shell (usual) what must not be read is not, and failures have their codes",
      "by a shell (busybox) what must not be read is not, and failures have their codes",
    ),
    ...machine(`read_file of {"path":"/proc/self/root/etc/shadow"} fails with VALIDATION_FAILED`),
  ]],
  [26, "an approval is for one call, once", [
    ...change(
      "an approval holds for its principal, tool, identity, resource and arguments alone",
      "two at once with one approval: one runs",
    ),
    ...inBoth(store, "an approval is spent once, by exactly its call"),
    ...inBoth(
      kept,
      "a call that waits for its turn in vain uses no approval up",
      "a target that cannot be reached, before or under the lock, uses no approval up",
      "arguments that are refused, and a record that cannot be written, use no approval up",
    ),
    ...approvalsFile(
      "a record of the file is only for its principal, tool, target, resource and arguments",
      "an approval file that …",
      "the file is read anew on every look, also when it was replaced as a whole",
    ),
    ...onSshd("a refused write names a request; approved, it is written once"),
  ]],
  [27, "authorisation in two phases, each told only what it knows", [
    ...authorisation(
      "without a scope of the family …",
      "the hash of one path allows that path in any spelling, and no other",
      "an alias that is not configured is not found, once the caller may use it",
      "only the servers that a caller may use are listed",
      "nobody changes anything on a server whose identity is not proven, or without the scope, or without the policy",
    ),
  ]],
  [29, "the API of mikr.us, with its faults", [
    ...client(
      "a refusal with status 200 is …",
      "status 4…",
      "status 5…",
      "2 MB is …",
      "a redirect with status …",
      "what may pass by itself says so for a read, and never for a change",
    ),
    ...account(
      "a read that fails for a while is tried again, at most twice",
      "restart_server whose answer is lost is in doubt, is not sent again, and stays open in the store",
      "the API's own limit is waited for when the time allows it, and told when it does not",
      "our own limit is told at once, and nobody tries again by itself",
      "no password of a database leaves, and the answer says how many were held back",
      "the key shows in no answer, no record and no print, also where the API gives it back",
    ),
    ...exec("values reach the helper as they are, and no shell reads them"),
    ...limits("the sixth request of a minute is refused at once, unsent, and says when to come back"),
    ...replies(
      "what htmlspecialchars wrote comes back byte for byte",
      "the password in …",
      "no password leaves …",
    ),
    ...secrets("no error shows the key of an API that …", "the key stands in no URL and no header"),
  ]],
  [30, "HTTP lets in its token alone, and no secret leaves", [
    ...serving(
      "in the modern era: discovery, lists, a prompt, resources, a read, a failure; and only frames on stdout",
      "over HTTP no server is administered without a token",
      "over HTTP the caller is its token, and nothing but the right one lets it in",
      "a token file that …",
      "a body beyond MCP_MAX_REQUEST_BODY_BYTES is 413",
      "the configuration's secrets are nowhere in what a failing server writes",
    ),
    ...ladder(
      "A Host that is no loopback address with our port is 403",
      "An Origin that is no loopback page with our port is 403",
      "With a wrong token a request is 401, and the token is in no answer",
    ),
    ...attack(
      "A second Host, Origin or token beside the right one opens nothing",
      "A body of 100 MB without a length is 413, and the connection is cut long before its end",
    ),
    ...token(
      "a token is one line of at least 32 characters, with or without its line end",
      "a token file that others may read, or that has more than 4096 bytes, is refused",
    ),
    ...orders(
      "what an order holds, and the password for sudo, are on no command line and in no environment of the machine",
    ),
    ...overSsh("a password of sudo never shows in the machine's processes, answers or errors"),
  ]],
];

/** Of the family's numbered behaviours those that targets, policy, approvals, reads and plain writes have to show. */
export const HOST_BEHAVIOURS: readonly Behaviour[] = LIST.map(([number, what, tests]) => ({
  number,
  what,
  tests,
}));

/** Each way in which an approval must not count. */
export const ATTACKS: Readonly<Record<string, readonly TestName[]>> = {
  "replay": [
    ...inBoth(store, "an approval is spent once, by exactly its call"),
    ...onSshd("a refused write names a request; approved, it is written once"),
  ],
  "edited argument": [
    ...change("an approval holds for its principal, tool, identity, resource and arguments alone"),
    ...onSshd("a refused write names a request; approved, it is written once"),
  ],
  "other principal": [
    ...operator("an approval for one caller allows no other one"),
    ...approvalsFile("a record of the file is only for its principal, tool, target, resource and arguments"),
  ],
  "other host key": [
    ...onSshd(
      "the older script's seven flags approve into the approval file, for the host key that was there",
    ),
    ...worker("what was authorised for the old key does not hold for a new one that is known as well"),
    ...change("a target that became another one before the run is not changed, and nothing is spent"),
  ],
  "expired": inBoth(store, "it ends with its time, also for a process that was started before"),
  "clock set back": inBoth(
    store,
    "a clock that is set back brings none to life that was seen to have ended",
    "nor one that ended while nobody looked, where a server ran meanwhile",
    "a clock that is set back makes no approval last longer",
  ),
  "8 processes racing": inBoth(racing, "of eight processes that race for one approval, exactly one gets it"),
  "file replaced meanwhile": approvalsFile(
    "a file that is replaced while an approval is spent stays as it then is, and nothing runs",
    "a file that is given the same bytes under another file while an approval is spent stays as it then is, and nothing runs",
    "a file that is removed while an approval is spent stays as it then is, and nothing runs",
    "a lock file that is replaced while it is waited for allows nothing",
  ),
};

/** Strings made to be taken for something else. */
export const INJECTION: readonly TestName[] = [
  ...fuzz("1000 strings in every place of a call start nothing and touch nothing"),
  ...byShell("values with shell signs are read as names, and start nothing"),
  ...exec("any value comes back unchanged, also when the text is a shell's argument"),
];

/** Each way in which a machine or the way to it fails. */
export const FAULTS: Readonly<Record<string, readonly TestName[]>> = {
  "server killed mid-command": faults(
    "a server that is killed while it works is told as a lost connection, and used again once it is back",
    "a connection that is cut ends its work on the machine; a read may be repeated, a change is ambiguous",
  ),
  "TCP frozen": faults(
    "a connection that freezes while it is made ends in its time, and the next call makes another",
    "a connection that freezes before a channel is opened ends each call in its time, a change as one that was not sent",
    "a connection that freezes while the machine works or answers ends the call in its time; a change is ambiguous",
  ),
  "1 GB of output": [
    ...files("a file of 1 GiB is read where it is asked for, and no more of it"),
    ...faults("an answer of 64 MiB is refused, and nothing is left running"),
    ...overSsh(
      "programs that never stop talking, 8 at once and 20 times: bounded, typed, and nothing left running",
    ),
  ],
  "invalid UTF-8": [
    ...files("what is no text is given as base64, what is nearly text says that it was changed"),
    ...services("journal entries come oldest first, whatever bytes they hold"),
  ],
  "8 at once × 20": faults("eight at once, twenty times over, are all answered, and few channels stay"),
  "left running": [
    ...processes("what an order started ends with the connection and with its time"),
    ...orders("work that overruns its budget is ended on the machine, and nothing is left of it"),
  ],
};

/** A program that is killed before it can write down how a change ended. */
export const KILLED: Readonly<Record<string, readonly TestName[]>> = {
  "spend and run": inBoth(
    racing,
    "a process killed between spend and run leaves an ambiguous outcome, and nothing is run again",
  ),
  "run": [
    ...inBoth(racing, "a process killed in the run leaves an ambiguous outcome, and nothing is run again"),
    ...killed,
  ],
  "run and record": inBoth(
    racing,
    "a process killed between run and record leaves an ambiguous outcome, and nothing is run again",
  ),
};
