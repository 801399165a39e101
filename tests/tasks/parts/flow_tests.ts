/** The 40 behaviours that the tools of `flow` promise, each with the tests that prove it. */
import { file, type TestName } from "./behaviours.ts";
import { onBoth } from "./flow_wires.ts";
import type { Groups } from "./groups.ts";

const run = file("flow/run/run_test.ts");
const faults = file("flow/run/model_faults_test.ts");
const service = file("flow/run/worker_service_test.ts");
const served = file("flow/end_to_end_test.ts");
const evidence = file("flow/behaviours/evidence_test.ts");
const wire = file("flow/behaviours/wire_test.ts");
const paths = file("flow/behaviours/paths_test.ts");
const exits = file("flow/behaviours/exit_code_test.ts");
const turns = file("flow/roles/turns_test.ts");
const calls = file("flow/roles/calls_test.ts");
const coverage = file("flow/verify/coverage_test.ts");
const checks = file("flow/verify/checks_test.ts");
const language = file("flow/verify/language_test.ts");
const model = file("flow/model/faults_test.ts");
const exchange = file("flow/model/exchange_test.ts");
const preflight = file("flow/model/preflight_test.ts");
const read = file("flow/workspace/read_test.ts");
const write = file("flow/workspace/write_test.ts");
const parted = file("flow/workspace/paths_test.ts");
const walls = file("isolate/walls_test.ts");
const command = file("cli/flow_test.ts");
const config = file("cli/flow_config_test.ts");
const strict = file("dispatch/strict_test.ts");
const strictly = file("cli/flow_serve_test.ts");
const editor = file("flow/editor/run_test.ts");
const editorTools = file("flow/editor/tools_test.ts");
const editorFails = file("flow/editor/failure_test.ts");
const sockets = file("flow/editor/socket_test.ts");
const face = file("flow/face_test.ts");

const LIST: readonly (readonly [what: string, tests: readonly TestName[]])[] = [
  ["a run is verified by the host", [
    ...run("plan, write, check, approval: the run is verified by the host"),
    ...served("a task is planned, written, checked and reviewed, and the host alone calls it verified"),
    ...command("a verified run prints one line of ASCII on stdout, nothing on stderr, and ends with 0"),
  ]],
  [
    "a model of its own for each role",
    run("each role has its own model, and a context that begins with two messages"),
  ],
  ["the tools that each role is offered", [
    ...run("only a trusted coder is offered to write and to check"),
    ...editorTools("only a trusted coder is offered what runs programs"),
    ...editor("each role is told of the editor's tools that it may call, and their answers come back"),
  ]],
  ["ids of calls", [
    ...wire("an answer to a call bears its id and its tool's name; a call without an id gets one of its own"),
    ...calls(
      "a call keeps the id that the service gave, and one without gets a unique one",
      "ids that a service gave twice, or that look like generated ones, stay unique",
    ),
  ]],
  ["a test covers no source", [
    ...run("condition 3 alone: a test covers no source file"),
    ...coverage("a required static check that passed covers the files of its types"),
  ]],
  ["no checks", evidence("without any check an approved run is unverified, and so is its verification")],
  ["documents need no linter", run("a document needs no static analysis")],
  ["unknown kinds of files", [
    ...evidence(
      "a file of an unknown kind is covered by a linter for its extension, with or without a dot, or for everything",
    ),
    ...language("a check covers by language, by extension with or without its dot, or by saying everything"),
  ]],
  ["an optional linter", evidence("a linter that is optional covers nothing, though a required test passes")],
  [
    "a second cycle repairs the first",
    run("a failed check and a rejection go to the coder, whose second try is verified"),
  ],
  [
    "a rejection fails the run",
    run("condition 4 alone: what the reviewer rejects is not verified, whatever the checks say"),
  ],
  [
    "a review in prose",
    run("a reviewer that writes prose twice has not approved: the run fails, and says why"),
  ],
  // A fence is always taken off: there is no stricter mode in which it is not.
  [
    "a fenced verdict",
    faults("a fenced verdict is one; an approval in words, or with issues that are no list, is none"),
  ],
  ["a verdict of wrong types", [
    ...faults("a fenced verdict is one; an approval in words, or with issues that are no list, is none"),
    ...file("flow/roles/verdict_test.ts")("nothing but a strict verdict is one"),
  ]],
  [
    "a planner that writes",
    run("a planner that wants to write is told that it cannot, and the run goes on"),
  ],
  [
    "calls that no role may make",
    faults(
      "calls that no role may make are answered, and what is sent again holds objects for their arguments",
      "on the OpenAI-compatible wire malformed arguments are text of an empty object when they are sent again",
    ),
  ],
  [
    "the turns' budget",
    run("condition 1 alone: a coder that runs out of turns is checked and reviewed, and not verified"),
  ],
  ["the calls' budget", faults("of a batch beyond the tool calls nothing is carried out")],
  ["the context's budget", faults("a task that fills the context asks the model for nothing at all")],
  ["tasks that are none", command("a task that is …")],
  ["a service that fails", [
    ...faults("whatever a service answers that is no turn, the run ends as an error and says why"),
    ...exits("a service that …"),
    ...command("a run against no service at all is a report of an error, and ends with 1"),
  ]],
  ["redirects and proxies", [
    ...onBoth(model, "a redirect is not followed"),
    ...exchange("proxies that the environment names do not matter, though the runtime would use them"),
    ...exits("proxies in the environment do not keep the program from the service of this machine"),
  ]],
  ["services elsewhere", [
    ...config("a model service at …"),
    ...file("flow/behaviours/origin_test.ts")(
      "an address that ends in …",
      "a service at the literal of IPv6's own machine is spoken to",
    ),
    ...preflight(
      "only origins of this machine are taken, others when they are allowed",
      "a service on IPv6 is reached by its literal",
    ),
    ...face("an IPv6 service, and one on another machine, are reached by host and port"),
  ]],
  ["a model without tools", [
    ...faults("a model without tools is an error that names it and the remedy, and is asked for nothing"),
    ...onBoth(model, "a service that has a model without tools is MODEL_NO_TOOLS, after one request"),
  ]],
  ["calls in the text", [
    ...faults("a call that a model wrote as text is carried out, one with another name is text"),
    ...file("flow/model/salvage_test.ts")("a call in the text is found: …", "a text stays a text: …"),
  ]],
  ["thinking", [
    ...faults("what a model thinks is in no summary and does not hide a verdict"),
    ...file("flow/model/thinking_test.ts")("thinking is left out: …", "tags that are said stay: …"),
  ]],
  [
    "an answer that was cut",
    faults("an answer that was cut is not carried out, and the coder's end says so"),
  ],
  ["empty answers", [
    ...faults("empty answers are asked again a bounded number of times"),
    ...run("a planner that does not end its part ends the run without a cycle"),
    ...turns("two empty answers are asked again, warmer and with a word on it; a third ends the role"),
  ]],
  [
    "a context that was cut",
    faults("a service that read a fraction of what it was sent is found out, though it answered"),
  ],
  ["a large source file", faults("a large source file is read in parts, and never ends a role")],
  ["the same call again", faults("the same call three times is noticed, and the role ends with its turns")],
  [
    "a file that changes during the review",
    run("condition 5 alone: a file that changes during the review makes the run stale"),
  ],
  ["a check that rewrites", [
    ...run("a check that rewrites what it checks is named"),
    ...file("flow/verify/verify_test.ts")(
      "a check that rewrites an edited file makes the verification stale, and is named",
    ),
    ...file("flow/verify/real_test.ts")(
      "a real formatter that runs as a check is named as what rewrote the file",
    ),
  ]],
  ["a root that is exchanged", [
    ...service("a workspace that was replaced is stale, and nothing is written in the new one"),
    ...evidence("a workspace that is exchanged within a run is stale, and the new one stays empty"),
  ]],
  ["paths that lead elsewhere", [
    ...paths(
      "no path that leads elsewhere is read or written, and a pipe holds nobody up",
      "the operator's file is not written where it lies in the workspace under a name of its own",
    ),
    ...parted("a path is refused: …", "a path with one bad component is refused, wherever it stands"),
    ...read("links, second names, pipes, devices and directories are not read, nor is anything outside"),
    ...write(
      "every refused path is refused for writing, and changes nothing inside or outside",
      "the program's own files are not written under any name",
    ),
  ]],
  ["a check that takes too long", [
    ...evidence(
      "a check that takes too long is a timeout, and what it started writes nothing afterwards",
      "a process that left its check's session and holds its output open is found, ended and counted",
    ),
    ...walls(
      "a program that takes too long ends with its group",
      "what cannot be found and holds the output open is not waited for",
    ),
  ]],
  [
    "SIGTERM",
    strictly(
      "SIGTERM while a check runs ends with 130, no answer, and nothing left of the check",
      "SIGTERM ends an idle session with 130, the end of its input with 0",
    ),
  ],
  ["the protocol", [
    ...strictly(
      "before the greeting only ping is answered, and no wrong frame ends the session",
      "after the greeting there are exactly three tools, each checked as the protocol says",
      "a tool's report is in both places, and isError says whether it is ok",
      "a tools/call as a notification runs nothing",
      "a frame above 1 MiB has one answer and ends the session with 0",
    ),
    ...strict(
      "A strict session answers nothing but ping before its greeting is complete",
      "A strict session answers the version …",
      "A strict session is initialized once, and a refused greeting does not count",
      "A strict session answers a member beside name with -32602, and goes on",
      "A frame above 1 MiB ends a strict session after one answer, one of 1 MiB is served",
    ),
  ]],
  ["trust and configuration", [
    ...config(
      "settings that lie in the workspace are not read, and the status says so",
      "trusted at the root of a file ends with 2",
      "trusted in [agent] of a file ends with 2",
      "trusted as false of a file ends with 2",
      "a named file gives no trust: no check runs, nothing is written",
      "--workspace beats the file, --model is for all roles, wherever the flags stand",
      "temperature = 2.1 ends with 2",
      "context_length = 1023 ends with 2",
      "timeout = 0 ends with 2",
      "timeout = true ends with 2",
      "model = ' ' ends with 2",
      "[agent] …",
      "[tools] …",
      "[plugins] …",
      "a check with …",
    ),
  ]],
  ["the editor, a real Neovim", [
    ...editorTools(
      "the tools on the list are discovered, and no others",
      "a tool that has come to be called runs in the editor, with its arguments as they are",
      "a debugger is only asked for its status",
    ),
    ...editor(
      "unsaved text in another buffer keeps every check from running",
      "without the version of its account nothing is checked, read or written",
      "an editor with another workspace is not worked through, and nothing is written past it",
      "an editor that takes too long is given up for good",
      "a run writes through the editor, whose linter vouches for the file",
      "a linter that does not say that it is done vouches for nothing",
      "an error among the diagnostics counts for more than a linter that passes",
    ),
    ...editorFails("a socket on which nobody answers is given up within the bound, for good"),
    ...sockets(
      "a real editor whose socket is open to others is not spoken to",
      "a socket that others have a right to, in a directory that they have a right to, is refused",
    ),
    ...checks(
      "unsaved text keeps every check from running, and so does an editor that cannot be asked",
      "any difference in the editor after the checks makes them stale",
    ),
  ]],
];

/** In the contract's order, counted from 1. */
export const FLOW_BEHAVIOURS: Groups = Object.fromEntries(
  LIST.map(([what, tests], at) => [`${at + 1} ${what}`, tests]),
);
