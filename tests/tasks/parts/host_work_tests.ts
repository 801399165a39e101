/** What programs, jobs, patches, crontabs and compose services promise, and the tests that prove each promise. */
import type { TestName } from "./behaviours.ts";
import type { Groups } from "./groups.ts";

const file = (path: string) => (...names: string[]): TestName[] =>
  names.map((name) => ({ file: `tests/hosts/${path}`, name }));

/** A file whose tests share an engine, and are made where that is started. */
const withEngine = (path: string) => (...names: string[]): TestName[] =>
  file(path)(...names).map((test) => ({ ...test, madeIn: "tests/hosts/parts/compose_tests.ts" }));

const program = file("programs/run_test.ts");
const check = file("programs/check_test.ts");
const judge = file("programs/judge_test.ts");
const mask = file("programs/mask_test.ts");
const race = file("programs/race_test.ts");
const started = file("programs/jobs_test.ts");
const programCut = file("programs/cut_test.ts");
const jobs = file("jobs/tools_test.ts");
const running = file("jobs/running_test.ts");
const cancelling = file("jobs/cancelling_test.ts");
const jobFiles = file("jobs/files_test.ts");
const jobStore = file("jobs/store_test.ts");
const jobCut = file("jobs/cut_test.ts");
const jobProcesses = file("jobs/processes_test.ts");
const patch = file("patch/patch_test.ts");
const locks = file("patch/locks_test.ts");
const patchTool = file("patch/tool_test.ts");
const crontab = file("cron/crontab_test.ts");
const crontabProgram = file("cron/crontab_program_test.ts");
const profiles = file("cron/profiles_test.ts");
const line = file("cron/line_test.ts");
const daemon = file("cron/daemon_test.ts");
const cronFaults = file("cron/faults_test.ts");
const writers = file("cron/writers_test.ts");
const apply = withEngine("compose/apply_test.ts");
const waiting = withEngine("compose/waiting_test.ts");
const labels = withEngine("compose/labels_test.ts");
const plans = file("compose/store_test.ts");
const forms = file("compose/forms_test.ts");
const applying = withEngine("compose/processes_test.ts");
const v2 = file("compose/stand_in_v2_test.ts");
const records = file("stores/record_file_test.ts");
const peers = file("peers_test.ts");
const every = file("all_tools_test.ts");
const faults = file("ssh/faults_test.ts");
const orders = file("ssh/orders_test.ts");
const logins = file("ssh/logins_test.ts");
const hostKeys = file("ssh/host_keys_test.ts");
const knownHosts = file("ssh/known_hosts_test.ts");
const shells = file("ssh/shells_test.ts");
const overSsh = file("remote/over_ssh_test.ts");
const services = file("remote/services_test.ts");
const realSudo = file("remote/real_sudo_test.ts");
const fuzz = file("remote/fuzz_test.ts");
const readFiles = file("remote/files_test.ts");
const serving = file("serving_test.ts");
const declared = file("declared_test.ts");
const worker = file("worker_test.ts");
const settings = (...names: string[]): TestName[] =>
  names.map((name) => ({ file: "tests/config/hosts_test.ts", name }));

/** Of the family's numbered behaviours those that these tools have to show. */
export const WORK_BEHAVIOURS: Groups = {
  "5 output without end on both streams of a program": program(
    "five megabytes to each stream in turn are cut at the limit, and what wrote them is ended",
  ),
  "6 output before input": [
    ...program("a program that fills its output before it reads its input gets the whole input"),
    ...running("both streams are drained at once, beyond what is kept, before the input is read"),
  ],
  "7 signals, statuses and bytes of a program": [
    ...program("a program answers with both streams, its status and what was done to them"),
    ...running("a signal that ends a job is told as a negative status"),
  ],
  "8 what leaves the group and keeps the output open": [
    ...program("what a program leaves behind in a session of its own is ended after a grace, and told"),
    ...started("a started program that leaves something behind has failed, with the reason"),
    ...running("what a job leaves in its group, or at its streams, is ended after the grace and told"),
  ],
  "9 a program's deadline": program(
    "at its deadline a program is ended with all that it started, and the outcome is not known",
  ),
  "10 a program's cancellation": [
    ...program("a caller that cancels ends the program on the machine, and its approval is spent"),
    ...started("a cancelled program is gone with all that it started"),
  ],
  "11 arguments byte for byte": [
    ...program(
      "arguments arrive as they were given, byte for byte",
      "whatever the arguments are, they arrive as they were given",
    ),
    ...peers("a line end in an argument is refused, and a script on standard input is carried out whole"),
  ],
  "17 a patch": [
    ...patch(
      "a file that is what was read is replaced, byte for byte, and the answer says from what to what",
      "a file that has changed since it was read is left alone, and its digest is not told",
      "a file that is not there is not made",
      "a file of 1 MiB is replaced, and one of a byte more is not read to its end",
      "mode, owner and attributes of the file are kept",
      "links, what they lead to, pipes, devices and directories are refused at once",
    ),
    ...locks(
      "of eight who replace the same file one does, and the others are told that it has changed",
      "a lock that another process holds is waited for within bounds, and told as a conflict to be tried again",
    ),
    ...patchTool("the digest that a read gives is the one that a patch takes"),
  ],
  "18 one key, one job": [
    ...jobs(
      "the same key and request start one process, and another request is a conflict",
      "two servers that start the same key at once start one process",
    ),
    ...jobProcesses(
      "two processes that start the same key at once start one job, and a third call finds it",
    ),
  ],
  "19 a start whose answer is lost": jobCut(
    "a start whose answer is cut off is made up for by asking the machine",
    "a start whose machine cannot be asked afterwards is ambiguous, and a retry starts no second process",
  ),
  "20 a restart of ours": jobs(
    "after a restart of ours a job is told of, waited for, paged and cancelled; another principal has none",
    "a job is looked at on the very machine that it was started on",
  ),
  "21 a number that another process has": cancelling(
    "a record with …",
    "a process whose name holds blanks and parentheses is known by its true start",
  ),
  "22 cancelling a job": cancelling(
    "a running job is cancelled with children that ignore it, grandchildren and those that left",
    "cancelling what has ended, or has not begun, signals nothing",
    "what cannot be ended is told as not terminated",
  ),
  "23 a job's output at its limit": running(
    "exactly the limit of output is whole, one byte more is not, and each stream has its own",
    "bytes that are no text come as bytes where they would be lost, and a missing stream is empty",
    "while a job runs its output is never at its end, and a character that is being written waits",
  ),
  "24 old jobs": [
    ...jobStore("after seven days what ended leaves the file, and what did not is told as expired once"),
    ...jobFiles(
      "old jobs are removed after a start, but none that runs, is a link, or holds more than files",
      "a directory that is a link is no job, and one on the way there is refused",
    ),
  ],
  "25 a crontab": [
    ...crontab(
      "an account without a crontab gets one with the marker and exactly one line; removed, nothing is left",
      "lines of others stay byte for byte, whatever is put, changed and removed between them",
      "a last line without an end gets one before the pair, and no other byte is changed",
      "two markers of one profile are a conflict, and both stay",
      "a marker without its own line below it is nobody's to remove, and nothing is put beside it",
      "what a crontab cannot hold, or no call may start, is refused before an approval is asked for",
    ),
    ...crontabProgram(
      "a crontab that somebody changes between the look and the change is left as they made it",
      "a crontab program that fails after it has written is judged by what is there",
    ),
  ],
  "28 a compose service": [
    ...apply(
      "an edited service is planned, recreated, waited for, and then is applied already",
      "a snapshot has the names of variables and none of their values, also in other fields",
      "several files and labels with commas are read as they are",
      "what somebody changed at run time is found, and lost only when that was agreed to",
      "a plan is stale when the files say something else, are of another service, or time has passed",
      "an image that moved is drift where the files name it, and makes a plan stale where it was named",
    ),
    ...waiting(
      "a recreated service that is not well says what it is, and that it was applied",
      "when compose fails, what is there now is told, without values",
    ),
    ...plans("a plan holds for 300 s, not for 301, and not before it was made"),
    ...labels("the store of plans has no values either, and a receipt cannot be used to try them out"),
  ],
};

/** What was reported of other servers of this kind. */
export const PEER_REPORTS: Groups = {
  "1 a timer that starts after the connection": faults(
    "a connection that freezes while it is made ends in its time, and the next call makes another",
    "a connection that freezes while the machine works or answers ends the call in its time; a change is ambiguous",
  ),
  "2 a half-open connection": faults(
    "a connection that freezes before a channel is opened ends each call in its time, a change as one that was not sent",
    "a connection that was lost without a word while nobody used it is made anew within the same call",
  ),
  "3 a program that never ends": program(
    "at its deadline a program is ended with all that it started, and the outcome is not known",
  ),
  "4 silence": peers(
    "a program that is silent for longer than the target's time is waited for, and its answer comes",
  ),
  "5 sudo's password in the process list": [
    ...overSsh("a password of sudo never shows in the machine's processes, answers or errors"),
    ...services("a password that sudo asks for goes to its stdin alone"),
  ],
  "6 text that reaches a shell": [
    ...fuzz("1000 strings in every place of a call start nothing and touch nothing"),
    ...orders("any value comes back as it was, and none starts a process"),
  ],
  "7 an allow-list over shell text": check(
    "refused: …",
    "other programs are not on the list, whatever their name",
  ),
  "8 line ends made into blanks": peers(
    "a line end in an argument is refused, and a script on standard input is carried out whole",
  ),
  "9 an encrypted key": logins(
    "keys of every type log in, also in the older form, and encrypted ones with their passphrase",
    "an encrypted key without its passphrase, or with a wrong one, says so and is not tried",
  ),
  "10 a terminal": peers(
    "a program that wants a terminal is refused with the reason, before anything is asked",
  ),
  "11 a megabyte of command": [
    ...peers("a megabyte in any text of a call is refused by its length"),
    ...knownHosts("a pattern of many stars is decided"),
  ],
  "12 more channels than the server allows": orders(
    "twelve reads at once all succeed over one connection",
    "a server that allows one session at a time is enough",
  ),
  "13 output cut at the end": orders(
    "an answer of a million bytes comes whole, and a larger one is refused",
  ),
  "14 a machine behind another": peers(
    "a machine behind another is reached through OpenSSH's own forward, and proves its own key",
  ),
  "15 no home": peers("without a home the program starts, and a setting that needs one is named"),
  "16 other lines on stdout": serving(
    "in the modern era: discovery, lists, a prompt, resources, a read, a failure; and only frames on stdout",
  ),
  "17 times that are not told": [
    ...declared("execute_program is declared as the table has it"),
    ...running("the connection's end does not touch a job"),
  ],
  "18 asking over and over": jobs("a job is started, waited for, told of and read"),
  "19 one call that blocks the others": faults(
    "eight at once, twenty times over, are all answered, and few channels stay",
    "calls that wait for a channel end in their own time, and leave it to the others",
  ),
  "20 a huge file in one answer": [
    ...readFiles("a file of 1 GiB is read where it is asked for, and no more of it"),
    ...jobs("10 MB of output are read back byte for byte, as text and as bytes"),
  ],
  "21 one stream read after the other": [
    ...program("five megabytes to each stream in turn are cut at the limit, and what wrote them is ended"),
    ...running("both streams are drained at once, beyond what is kept, before the input is read"),
  ],
  "22 a wrong password of sudo": [
    ...services("a wrong, a missing and a useless password are told apart, and nothing runs"),
    ...realSudo(
      "a wrong password, a missing one and an account without rights are told apart, and nothing runs",
    ),
  ],
  "23 a machine without Python": [
    ...shells("without python3 the reads that a shell can do work, and the rest needs python3"),
    ...jobFiles("a machine without python3 runs no jobs, and says so"),
  ],
  "24 what stays at the streams": running(
    "what a job leaves in its group, or at its streams, is ended after the grace and told",
    "a service that a job starts in a session of its own, away from its streams, is left alone",
  ),
  "25 a local shell": worker(
    "a machine is resolved, looked around on, and read, all from behind the walls",
  ),
  "26 no time for connecting, no host keys": [
    ...faults("a server that takes connections and says nothing is unreachable after the target's own time"),
    ...hostKeys(
      "a host that known_hosts does not have is refused before any login, with its fingerprint and the next step",
    ),
  ],
  "27 any key accepted": hostKeys(
    "a changed key is refused before any login, with both fingerprints and the line to look at",
  ),
  "28 input that hangs": [
    ...program("a program that fills its output before it reads its input gets the whole input"),
    ...orders("an order's values come back as they were, whatever they hold"),
  ],
  "29 a setting of another shape": settings(
    "a file's server is refused with its alias, and the file's line",
    "whatever stands in MCP_SERVERS is taken or refused as a mistake, and no secret is shown",
  ),
  "30 a prompt in the output": realSudo("sudo with the account's password runs the change as root"),
};

/** What each tool of these is to keep to beside that. */
export const WORK_PROMISES: Groups = {
  "the list of programs has no hole": [
    ...check(
      "refused: …",
      "whatever words are accepted for sort and tail, the real ones end by themselves and write no file",
      "a program that a target adds may be told what its own table has, and nothing else",
    ),
    ...race("a link that is exchanged all the time never leads a program to what may not be read"),
    ...mask("every value of every environment is masked, wherever it stands, and every name is left"),
  ],
  "the gate judges a program, and its effects are shown": judge(
    "a program that the rules deny is refused, with an approval or without, and no request is recorded",
    "the request for an approval says what the program would do",
    "a judge that fails, answers strangely or is not there says deny",
  ),
  "the older server's stores are read, changed and read back": [
    ...jobStore("a file of the older server is read, changed, and read back with all that was in it"),
    ...profiles(
      "the older server's file is read, changed and read back; what is not changed stays as it was",
    ),
    ...plans("a file of the older server is read, added to and read back"),
    ...jobFiles("a job that the older server started, …"),
  ],
  "what cron runs is what was meant": [
    ...daemon("a cron daemon runs each job once, with the arguments and variables that it was given"),
    ...line("arguments and variables arrive as they were given, in every POSIX shell"),
  ],
  "a plan that could lose something refuses, and what one does is shown": [
    ...file("compose/foreseen_test.ts")(
      "whoever approves a recreation sees the service, its project, image and files, and not just a receipt",
    ),
    ...apply("what cannot be rebuilt is refused"),
    ...forms("what is not understood is refused, and so is what could be lost"),
  ],
  "compose 2 by a stand-in": v2(
    "the plugin is asked for JSON and hash with the project and files of the labels, with a stand-in for compose 2",
    "a new hash is applied by exactly one up, with a stand-in for compose 2",
  ),
};

/** What becomes of each change when the connection is cut anywhere in it. */
export const CUT: Groups = {
  "start": [
    ...programCut(
      "a program that is cut off at any piece ran once at most, was told truly, and is gone",
      "a started program whose connection is cut is gone, and has failed without a known outcome",
    ),
    ...jobCut(
      "a start that is cut at any piece has one outcome, told truly, and its job runs once",
      "a lost job of which the machine has nothing is started by the same key, and one that ran is not",
    ),
    ...jobProcesses(
      "a process that is killed while it starts a job leaves one job, which a new approval finds",
    ),
  ],
  "cancel": [
    ...programCut(
      "a cancellation that is cut off at any piece leaves nothing running, or says that it does not know",
    ),
    ...jobCut("a cancellation that is cut at any piece is told truly, and signals only its own job"),
    ...cancelling(
      "a cancellation that is cut off half-way is kept in mind: the job's end is told as cancelled",
    ),
  ],
  "upsert": cronFaults(
    "an upsert whose connection is cut before anything was changed is in doubt, and leaves nothing behind",
    "an upsert whose connection is cut after the change is found to be done",
    "an upsert whose machine goes down is in doubt; afterwards the list says what came of it, and nothing runs twice",
    "a removal whose connection is cut is in doubt while the pair is there, and done once it is gone",
    "wherever the connection is cut while bytes are on their way, one outcome is told, and it is true",
  ),
  "apply": applying(
    "cut at any piece, apply has one outcome, which is told truly; the service stands in the end",
  ),
  "patch": patchTool(
    "wherever the connection is cut, the file is the old one or the new one, and what is told of it is true",
  ),
};

/** Eight at once. */
export const WRITERS: Groups = {
  "one file": locks(
    "of eight who replace the same file one does, and the others are told that it has changed",
    "eight who count in one file, each until it gets through, lose no count",
  ),
  "one crontab": writers(
    "8 servers with one store put as many profiles into one crontab",
    "8 servers with a store each put as many profiles into one crontab",
    "8 calls for one profile leave one line, and the store says which",
  ),
  "one service": [
    ...applying("eight processes that have seen the same state recreate a service once"),
    ...waiting("eight callers on one service: one recreates it, the others find it done"),
  ],
  "one store": [
    ...records("changes of many at once are all kept"),
    ...plans("eight at once lose none"),
  ],
};

/** Every tool of the family. */
export const EVERY_TOOL: Groups = {
  "active": every(
    "with a server of each kind, changes and the three stores configured, the program serves all 53 tools",
  ),
  "called": every("each of the 53 tools answers a call, changes under an approval of exactly that call"),
};
