/** What the executable, and everything around the program, promise, and the tests that prove each promise. */
import { file } from "./behaviours.ts";
import type { Groups } from "./groups.ts";

const compiled = file("compiled/compiled_test.ts");
const compiledFlow = file("compiled/flow_test.ts");
const compiledHosts = file("compiled/hosts_test.ts");
const conformance = file("compiled/conformance_test.ts");
const provenance = file("compiled/provenance_test.ts");
const release = file("tasks/release_test.ts");
const doctor = file("cli/doctor_test.ts");
const doctorUnits = file("cli/doctor_units_test.ts");
const doctorNetwork = file("cli/doctor_network_test.ts");
const doctorProcess = file("cli/doctor_process_test.ts");
const init = file("cli/init_test.ts");
const initCodecs = file("cli/init_codecs_test.ts");
const initFiles = file("cli/init_files_test.ts");
const config = file("cli/config_command_test.ts");
const token = file("cli/token_test.ts");
const audit = file("cli/audit_test.ts");
const auditKept = file("cli/audit_kept_test.ts");
const completions = file("cli/completions_test.ts");
const shells = file("cli/completions_shells_test.ts");
const completion = file("dispatch/completion_test.ts");
const progress = file("cli/progress_line_test.ts");
const log = file("cli/log_test.ts");
const logLines = file("core/log_test.ts");
const errors = file("cli/error_text_test.ts");
const outline = file("core/outline_test.ts");
const help = file("cli/help_test.ts");
const commands = file("docs/commands_test.ts");
const links = file("docs/links_test.ts");
const settings = file("docs/settings_test.ts");
const calls = file("telemetry/calls_test.ts");
const exporter = file("telemetry/exporter_test.ts");
const served = file("telemetry/serve_test.ts");

/** The executable and the release. */
export const binary: Groups = {
  "exactly the explicit flags": compiled(
    "the executable's permissions are exactly the task's",
    "the executable carries no arguments, environment, certificates or code cache, and the task's engine flag alone",
    "arguments of Deno are the program's, and grant nothing",
  ),
  "byte-identical on repeat": compiled("two builds from the same sources are the same, byte for byte"),
  "provenance": provenance(
    "a stamped executable says what it was stamped with, and that it is whole",
    "the operator's name for the configuration goes before the stamped one, and no variable gives another fact",
    "an executable whose code was changed after it was stamped says that it is not whole",
    "a receipt binds a deployment only to the very build that it names",
    "a stamp that lacks a word, has a malformed one, or is older than a source is refused",
  ),
  "a client and the conformance suite": [
    ...compiled(
      "a client lists the executable's tools and gets verdicts over stdio",
      "a client lists the executable's tools and gets verdicts over HTTP",
    ),
    ...conformance("the executable passes what of the official conformance suite concerns every server"),
  ],
  "a flow run": compiledFlow(
    "the executable plans, writes, checks, verifies, and puts back",
    "the executable's worker has no more rights than the table says",
  ),
  "a skills plan": compiled(
    "the executable plans: its workers read packages of both formats and a project",
  ),
  "a read over SSH": compiledHosts(
    "the executable shows and trusts a machine's host key, and then reads from the machine",
  ),
  "no secret, no fixture": compiled(
    "the executable embeds no test, no fixture and no secret",
    "the executable embeds our shipped modules and the packages they import, and nothing else",
    "the executable stands on the pinned base, unchanged",
  ),
  "the release's files": release(
    "a release has an archive and a bundle for each platform, and the sums of all its files",
    "two releases of the same executables are the same, byte for byte",
    "the registry's entry names this repository's files with the sums that they have",
    "the bill of materials names what lib imports with its exact version, and nothing that only tests need",
  ),
  "install.sh checks the sum before it writes": release(
    "install.sh puts the program where it was told once the sum is right, and says what is next",
    "install.sh writes nothing when the sum is another, is missing, or the file is",
  ),
};

/** What people meet. */
export const people: Groups = {
  "doctor": [
    ...doctor(
      "on an empty machine nothing fails, every line has a next step, and no trace is left",
      "no secret of the configuration, the environment or a file is printed, whatever fails",
      "a configuration with a mistake fails with its line, and what depends on it is skipped",
      "clients that start us are told apart from those that do not, and nothing else of their files is shown",
      "a record in which a row was changed fails, and names the row",
    ),
    ...doctorUnits(
      "a clock in another century, one behind the files, and one that was moved are told apart",
      "on Windows the platform's line names what is left out",
    ),
    ...doctorNetwork(
      "a server whose key is not known fails with how to trust it, and is ok once it is; nobody logs in",
      "the models of a workspace are looked at, and the default's known fault comes with its remedy",
      "an editor's socket is held to the rules, and has to be listened at",
    ),
    ...doctorProcess(
      "as a program it ends by itself although a server takes connections and says nothing",
    ),
  ],
  "init": [
    ...init(
      "what would change is shown as a diff, and nothing is written without a yes",
      "after a yes every client starts this very program, rights stay, and a copy stands beside each file",
      "a second run has nothing to do, and a third takes out what the first put in, to the byte",
      "each line of the configuration can be taken out of its comment by itself, and is what holds anyway unless it is an example",
      "what is written is what a client can start: it answers, though PATH has nothing of ours",
    ),
    ...initCodecs(
      "what was added to TOML is taken out again, to the byte, also when more was written behind it",
      "in JSON as programs write it, the text after adding and removing is the same to the byte",
    ),
    ...initFiles(
      "a file that somebody changed meanwhile is not written over, and leaves no trace but itself",
    ),
  ],
  "config check and print": config(
    "print shows the value that wins and where it stands, and what it won over",
    "print shows every setting of a server, and of a secret only what kind it is",
    "check ends with 2 and the first mistake with its line, as text and as JSON",
  ),
  "token new": token(
    "token new makes a file that only its owner may read, with a token that HTTP takes, and does not print it",
  ),
  "audit tail, and what is kept": [
    ...audit("the record is narrowed by time, by tool and by how a call ended"),
    ...auditKept(
      "verify of a record without its oldest file ends with 1 and names --kept, which ends with 0",
    ),
  ],
  "completions": [
    ...completions(
      "names come from the configuration, those that a shell would act on are left out, and no record is made",
    ),
    ...shells(
      "bash completes commands, values and names with the script",
      "fish completes commands, values, names and files with the script",
      "zsh completes commands, values, names and files with the script",
    ),
  ],
  "completion over MCP": completion(
    "completion is offered in every revision that knows it when a prompt has an argument, and else in none",
    "the values that begin with what was typed come in the family's order",
    "at most a hundred are sent, and how many there are is said",
    "over HTTP the answer is the same, in one JSON object",
  ),
  "a progress line on a terminal": progress(
    "there is no line for a pipe, for a dumb terminal, and where no sequences are wanted",
    "work shows how far it is and is wiped when it ends, well or not",
    "colour obeys NO_COLOR and TERM=dumb, and is for a terminal alone",
  ),
  "errors name the value and the next step": errors(
    "there are commands, and each is tried",
    "gatehouse …",
  ),
  "icons, titles, outlines": outline(
    "an outline names every field of the whole schema, and the words that a field may have",
    "each tool has the picture of its family, which no client has to ask for",
  ),
  "help from the docs": help(
    "the first page names every page of docs/",
    "help prints one section by its name or the beginning of it, and all of them by all",
    "the page of the tools is the generated one",
    "every setting of a file is on a page",
  ),
  "docs that hold": [
    ...commands("the program takes every command that a block of …"),
    ...links("every relative link of …", "each page of docs/ can be reached from the README"),
    ...settings(
      "the program takes the settings and rules that …",
      "every variable that is read is on a page",
    ),
  ],
  "logs": [
    ...log(
      "every line of a command's stderr is JSON when that is asked for, by flag or by variable",
      "a server's stdout has frames alone, and each line of its stderr is JSON",
    ),
    ...logLines("secrets are masked in both forms, in the text and in the fields"),
  ],
  "telemetry": [
    ...served(
      "without one, no variable makes the program open a connection",
      "without one, none of its code is evaluated",
      "with a collector in the file, a call's spans are there when the program has ended",
    ),
    ...calls(
      "a read goes through its phases in their order",
      "nothing that a caller, a target or an answer says reaches the collector",
      "over HTTP the headers name the caller's span, and the body's own word is stronger",
    ),
    ...exporter(
      "a collector that never answers holds nothing up: more calls are dropped and counted, and the end comes",
    ),
  ],
};

/** The README, followed. */
export const newcomer: Groups = {
  "twice, the second time without a network": file("newcomer/newcomer_test.ts")(
    "the README's commands do in an empty home what it says, and again without a network",
  ),
};
