/** What the family `flow` promises beside its contract, and the tests that prove each promise. */
import { file } from "./behaviours.ts";
import { onBoth } from "./flow_wires.ts";
import type { Groups } from "./groups.ts";

const run = file("flow/run/run_test.ts");
const faults = file("flow/run/model_faults_test.ts");
const service = file("flow/run/worker_service_test.ts");
const served = file("flow/end_to_end_test.ts");
const evidence = file("flow/behaviours/evidence_test.ts");
const wire = file("flow/behaviours/wire_test.ts");
const pages = file("flow/behaviours/pages_test.ts");
const turns = file("flow/roles/turns_test.ts");
const results = file("flow/roles/results_test.ts");
const judge = file("flow/verify/judge_test.ts");
const limits = file("flow/model/limits_test.ts");
const preflight = file("flow/model/preflight_test.ts");
const client = file("flow/model/wire_test.ts");
const read = file("flow/workspace/read_test.ts");
const edit = file("flow/workspace/edit_test.ts");
const list = file("flow/look/list_test.ts");
const search = file("flow/look/search_test.ts");
const diff = file("flow/look/diff_test.ts");
const protect = file("flow/look/protect_test.ts");
const undo = file("flow/undo/put_back_test.ts");
const journal = file("flow/undo/journal_test.ts");
const face = file("flow/face_test.ts");
const walls = file("isolate/walls_test.ts");
const command = file("cli/flow_test.ts");
const config = file("cli/flow_config_test.ts");
const strictly = file("cli/flow_serve_test.ts");
const ordinary = file("cli/flow_ordinary_test.ts");
const older = file("cli/served_flow_test.ts");
const tui = file("cli/flow_tui_test.ts");
const terminal = file("cli/flow_tui_process_test.ts");
const editor = file("flow/editor/run_test.ts");
const editorFails = file("flow/editor/failure_test.ts");
const editorFiles = file("flow/editor/files_test.ts");
const freshness = file("flow/editor/freshness_test.ts");

/** By what is promised. */
export const FLOW_PROMISES: Groups = {
  "three tools, their reports and flags": [
    ...face("the tools are listed in their order, and not served without a workspace or read-only"),
    ...run("a report has exactly the keys that its readers know"),
    ...service("a status tells everything that is configured but the checks' commands, and asks no model"),
    ...file("flow/verify/checks_test.ts")(
      "all checks run one after the other in their order, and the report has every key",
      "each way to end has its status, and only failed makes the report failed",
      "no check is no proof, and an unknown name is told in four keys",
    ),
    ...strictly("after the greeting there are exactly three tools, each checked as the protocol says"),
    ...command(
      "check runs all checks or one, and --name is stronger than the word",
      "status asks no model, and names no command of a check",
      "a wrong call prints one line on stderr and nothing on stdout",
    ),
  ],
  "older commands refused, /model and /models": tui(
    "each command has its report",
    "what there was once is unavailable with a reason, and what there never was leads to the help",
    "/model takes a model that the service has, for a session of its own",
  ),
  "the operator's file unchanged": older(
    '"gatehouse flow serve" serves with the file and the flags that an editor adds',
    '"gatehouse serve" serves with the file and the flags that an editor adds',
    '"gatehouse" serves with the file and the flags that an editor adds',
    '"flow check --config FILE --trusted" does what the older program did',
    '"flow status --workspace ROOT" does what the older program did',
    '"flow --trusted check --config FILE" does what the older program did',
  ),
  "the user's own file is found, those of the workspace are not": config(
    "the user's own file is read when none is named",
    "settings that lie in the workspace are not read, and the status says so",
  ),
  "the native wire with the context's size": [
    ...wire("the native wire is the default, and every request says how much context the model is to have"),
    ...client(
      "Ollama gets the context's size, arguments as objects, and results by their tool's name and their id",
    ),
  ],
  "a model's abilities before anybody works": [
    ...onBoth(
      preflight,
      "a model's abilities are asked once",
      "a model that is not installed is refused with the command that installs it",
      "a model without tools is not asked for a turn with tools",
      "a model that the service passes on to a cloud is refused before a word of the task leaves",
    ),
    ...faults("a later role's model that is missing or unfit is told before anybody has worked"),
  ],
  "limits of their own for the first byte and for silence": onBoth(
    limits,
    "a loaded model that does not begin is given up after the timeout, and its connection closed",
    "a model that falls silent is given up, also when it was just loaded, and its connection closed",
    "a model that still has to be loaded is waited for beyond the timeout",
  ),
  "calls in text, thinking, malformed arguments": faults(
    "a call that a model wrote as text is carried out, one with another name is text",
    "what a model thinks is in no summary and does not hide a verdict",
    "calls that no role may make are answered, and what is sent again holds objects for their arguments",
  ),
  "results cut by their size after encoding": results(
    "a result is cut by its size after encoding, so that a file full of quotation marks stays in bounds",
    "whatever the room, a result stays in it",
  ),
  "repeated calls, empty and cut answers": [
    ...turns(
      "the same call with the same result is answered with a notice from the third time on",
      "a call whose result changes is no repetition",
      "two empty answers are asked again, warmer and with a word on it; a third ends the role",
      "an answer that was cut is neither carried out nor taken for the end",
    ),
  ],
  "a limit for the whole run": [
    ...service("a run ends when its seconds are over, whatever is under way"),
    ...turns("a run whose time is up ends its role"),
  ],
  "reasons that programs read": judge(
    "condition 2: every required check must pass, each way not to has its reason",
    "verified, the status ok and the absence of reasons are one thing",
  ),
  "services of the other wire": [
    ...client("the other wire gets arguments as text, a bounded answer, and no key"),
    ...preflight("a service of the other wire that knows no /api/show is used without knowing more"),
  ],
  "file_edit, exact and unique": edit(
    "one passage is replaced where it stands, and the rest of the file stays",
    "a passage that occurs another number of times than expected is not replaced, and the number is told",
  ),
  "file_search": search(
    "a query is literal unless it is said to be a pattern",
    "binary files, skipped directories, ignored files and links are not searched",
  ),
  "file_read by lines": read(
    "lines of a file are read by their numbers, with where to read on",
    "a file that is too large to be read whole is read in parts that make the whole",
  ),
  ".gitignore in listings": list(
    "what the .gitignore files on the way hide is not listed, the nearest of them decides",
  ),
  "the reviewer sees a bounded diff": [
    ...run("the reviewer is given a diff of the run"),
    ...diff("no diff is ever longer than its room, and a path cannot break out of its line"),
  ],
  "a verdict by schema on a turn without tools, or none": turns(
    "a reviewer that writes prose is asked once more, without tools and in the verdict's form",
    "a reviewer that gives no verdict when asked again has not approved",
    "a reviewer that runs out of turns says neither yes nor no",
  ),
  "an approval with blocking issues is none": faults("an approval that lists a blocking issue is none"),
  "condition 1 alone": run(
    "condition 1 alone: a coder that runs out of turns is checked and reviewed, and not verified",
  ),
  "condition 2 alone": run("condition 2 alone: without a required check nothing is verified"),
  "condition 3 alone": run("condition 3 alone: a test covers no source file"),
  "condition 4 alone": run(
    "condition 4 alone: what the reviewer rejects is not verified, whatever the checks say",
  ),
  "condition 5 alone": run(
    "condition 5 alone: a file that changes during the review makes the run stale",
  ),
  "no answer of a model makes a run verified": file("flow/run/any_answer_test.ts")(
    "nothing that models say makes a run verified whose check fails, and every run ends with a report",
    "a run is verified only when its last coder ended well and its last reviewer approved",
  ),
  "real projects with real bugs": file("flow/projects/run_test.ts")(
    "the python project is mended at the second try, verified by its own checks, and put back",
    "the deno project is mended at the second try, verified by its own checks, and put back",
  ),
  "protected files": [
    ...protect(
      "tests and what configures checks are protected from the start, at every depth and in any case",
      "an operator's globs take the place of the defaults, and an empty list protects nothing",
    ),
    ...served("our own files in the workspace are not written, nor is what decides the result"),
  ],
  "changed tests are reported": evidence(
    "tests that the operator lets a run change are reported, and protected ones are not changed",
  ),
  "what a check rewrote is named": file("flow/verify/real_test.ts")(
    "a real formatter that runs as a check is named as what rewrote the file",
  ),
  "checks: exact words, no shell": [
    ...walls(
      "a program with a slash in its name is found from its directory on, its words are taken as they are",
      "a program gets the variables that are named, the mark, and no others",
      "a worker cannot run anything but names",
    ),
    ...served("a check has few variables, and those that the operator lists"),
  ],
  "checks: the group is ended, escapees are found, the output's end is kept": walls(
    "what a program leaves in the background ends with it",
    "what leaves a program's group is found by its mark and ended",
    "what cannot be found and holds the output open is not waited for",
    "of much output the end is kept",
    "nothing of a program is left when its child is killed",
    "nothing of a program is left when the whole parent is killed",
  ),
  "undo, byte for byte": [
    ...undo(
      "every file of a run is put back, bytes and permission bits, and what it created is taken away",
      "whatever a run writes, undoing it gives the tree of before, byte for byte",
    ),
    ...journal("what a file was is on disk before its first write, and what it will be before every write"),
    ...command("undo puts the files of the run back, and says which"),
  ],
  "undo refuses what was changed since": undo(
    "where one file was changed after the run, nothing at all is put back, and all of them are named",
    "a link, a second name or a directory in a file's place is refused, and what it leads to is left alone",
  ),
  "progress and cancellation in both eras": [
    ...ordinary(
      "a modern client over stdio hears of a run's progress, then has its report",
      "a modern client over stdio cancels a run, which has no answer and lets go of the model",
      "over HTTP a run that asks for progress is a stream of it and of the report",
      "over HTTP a client that closes its stream ends the run, and flow_status was answered meanwhile",
    ),
    ...strictly(
      "progress is told under its token, and a run that began is answered after the end of the input",
      "a cancelled run ends at the model and has no answer",
    ),
  ],
  "--events": command("--events tells every step on stderr as a line of JSON, and stdout is the same"),
  "the terminal": [
    ...tui(
      "what happens in a task is shown line by line while it happens",
      "nothing that a model or a check wrote reaches the terminal as a control",
      "an interrupt ends the task that goes on, and the next one waits until it has let go",
      "an interrupt at the prompt only asks again",
    ),
    ...terminal(
      "a task in the terminal is planned, written, checked and reviewed, and can be taken back",
      "an interrupt ends the task and its check, not the program; what was saved stays, and the next task runs",
    ),
  ],
  "status during a run": [
    ...strictly("ping and flow_status are answered while a run is under way, and a second run is not begun"),
    ...served("while a run is under way its status is told, and another run is refused"),
  ],
  "the editor's bridge, a real Neovim": [
    ...editor(
      "the status tells of the editor, and a broken one leaves the program's own status as it is",
      "a run writes through the editor, whose linter vouches for the file",
      "a file in a directory that is not there yet is written through the editor",
      "text that is typed into another file during the review leaves the run unverified",
    ),
    ...editorFiles(
      "a buffer with unsaved text, or a read-only one, is never overwritten",
      "without a usable account of the buffers nothing is read or written, by no way at all",
    ),
    ...freshness("every field of the account that is missing or strange makes it unusable"),
    ...file("flow/editor/worker_test.ts")(
      "a worker with the rights that are asked for reaches the editor, and no other socket",
    ),
  ],
  "an editor that fails is given up": editorFails(
    "a call that takes too long ends the bridge for good, though the editor is still there",
    "an editor without the tools, or whose tools throw, ends the bridge, with its words on one line",
    "an editor that quits in the middle of a call ends the bridge",
    "bytes that are no answer to the request end the bridge",
    "an answer that breaks off ends the bridge",
  ),
  "the page for Neovim": pages(
    "the page for Neovim has the block that sets Rose up, with a private socket",
  ),
  "SECURITY.md, and a warning to root": [
    ...pages("SECURITY.md says what a run is not, and what it leaves"),
    ...face("trust of root is a warning"),
  ],
};
