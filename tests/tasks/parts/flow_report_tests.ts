/** What users of other local agents reported, each with the tests that show it cannot happen here, or is told of. */
import { file } from "./behaviours.ts";
import { onBoth } from "./flow_wires.ts";
import type { Groups } from "./groups.ts";

const faults = file("flow/run/model_faults_test.ts");
const anyAnswer = file("flow/run/any_answer_test.ts");
const run = file("flow/run/run_test.ts");
const turns = file("flow/roles/turns_test.ts");
const wire = file("flow/behaviours/wire_test.ts");
const evidence = file("flow/behaviours/evidence_test.ts");
const exits = file("flow/behaviours/exit_code_test.ts");
const client = file("flow/model/wire_test.ts");
const model = file("flow/model/faults_test.ts");
const limits = file("flow/model/limits_test.ts");
const preflight = file("flow/model/preflight_test.ts");
const salvage = file("flow/model/salvage_test.ts");
const thinking = file("flow/model/thinking_test.ts");
const edit = file("flow/workspace/edit_test.ts");
const write = file("flow/workspace/write_test.ts");
const walls = file("isolate/walls_test.ts");
const ordinary = file("cli/flow_ordinary_test.ts");
const strictly = file("cli/flow_serve_test.ts");
const projects = file("flow/projects/run_test.ts");

const textForms = ["bare", "fence", "tag"].map((form) =>
  `a call that stands in the text (${form}) is a call when its tool was offered`
);

/** By what was reported. */
export const FLOW_REPORTS: Groups = {
  "1 the default model writes its calls as text": [
    ...faults("a call that a model wrote as text is carried out, one with another name is text"),
    ...onBoth(client, ...textForms),
  ],
  "2 only offered names are taken for calls; results bear their tool's name": [
    ...salvage("a text stays a text: …"),
    ...client(
      "Ollama gets the context's size, arguments as objects, and results by their tool's name and their id",
    ),
    ...wire("an answer to a call bears its id and its tool's name; a call without an id gets one of its own"),
  ],
  "3 empty content where tools are offered": turns(
    "two empty answers are asked again, warmer and with a word on it; a third ends the role",
  ),
  "4 empty answers after results": [
    ...faults("empty answers are asked again a bounded number of times"),
    ...turns("empty answers with a call between them are counted anew, and never past the turns"),
  ],
  "5 a prompt that the service cut without a word": [
    ...wire("the native wire is the default, and every request says how much context the model is to have"),
    ...faults("a service that read a fraction of what it was sent is found out, though it answered"),
    ...preflight("a service that read far less than it was sent has dropped a part of it"),
  ],
  "6 the compatible wire ignores the context's size": [
    ...wire("the native wire is the default, and every request says how much context the model is to have"),
    ...preflight("the context is never larger than what the model can take"),
  ],
  "7 the only question is lost": [
    ...wire("a service that lost the question on its way is an error with its words"),
    ...turns("a context over its budget ends the role before the model is asked"),
  ],
  "8 the service cannot read its own model's call": [
    ...faults("a call that the service itself could not read is fed back and asked again warmer"),
    ...onBoth(
      model,
      "a service that cannot read its model's call is MODEL_TOOL_FORMAT, after one request",
      "a service that cannot read a call within a stream is MODEL_TOOL_FORMAT, after one request",
      "a service that cannot read XML is MODEL_TOOL_FORMAT, after one request",
    ),
  ],
  "9 malformed arguments spoil every later request": faults(
    "calls that no role may make are answered, and what is sent again holds objects for their arguments",
    "on the OpenAI-compatible wire malformed arguments are text of an empty object when they are sent again",
  ),
  "10 empty arguments": turns(
    "malformed arguments are told to the model and kept as an empty object in what is sent again",
  ),
  "11 thinking leaks": [
    ...thinking("thinking is left out: …", "tags that are said stay: …"),
    ...preflight("thinking is turned off where the model knows it, and not spoken of elsewhere"),
  ],
  "12 a reviewer without JSON": [
    ...turns("a reviewer that writes prose is asked once more, without tools and in the verdict's form"),
    ...client("a schema goes with a turn without tools, each wire's own way"),
    ...run("a reviewer that writes prose twice has not approved: the run fails, and says why"),
  ],
  "13 a model without tools": [
    ...faults("a model without tools is an error that names it and the remedy, and is asked for nothing"),
    ...onBoth(model, "a service that has a model without tools is MODEL_NO_TOOLS, after one request"),
  ],
  "14 a model that takes long to load": onBoth(
    limits,
    "a model that still has to be loaded is waited for beyond the timeout",
    "a model that falls silent is given up, also when it was just loaded, and its connection closed",
  ),
  "15 identical calls that succeed": [
    ...faults("the same call three times is noticed, and the role ends with its turns"),
    ...turns("the same call with the same result is answered with a notice from the third time on"),
  ],
  "16 results that the model does not see": client(
    "Ollama gets the context's size, arguments as objects, and results by their tool's name and their id",
    "the other wire gets arguments as text, a bounded answer, and no key",
  ),
  "17 patches that fit nowhere, files that lose code": [
    ...edit(
      "one passage is replaced where it stands, and the rest of the file stays",
      "a passage that occurs another number of times than expected is not replaced, and the number is told",
      "the usual ways to leave code out are seen",
    ),
    ...write(
      "a line that stands for code which was left out is refused, unless it stood there before",
      "a file that shrinks to less than half is written with a warning",
    ),
  ],
  "18 invented names of tools": turns(
    "a tool outside of the role's set is answered with the names that it has, and nothing is carried out",
  ),
  "19 turns beside the budget": [
    ...faults("a service that is not there is an error that counts as one call of a model"),
    ...anyAnswer("no budget is overrun, whatever models say"),
  ],
  "20 processes that outlive their check": [
    ...walls(
      "a program that takes too long ends with its group",
      "what a program leaves in the background ends with it",
      "what leaves a program's group is found by its mark and ended",
      "what cannot be found and holds the output open is not waited for",
    ),
    ...evidence(
      "a process that left its check's session and holds its output open is found, ended and counted",
    ),
  ],
  "21 clients that give up without progress": [
    ...ordinary("a modern client over stdio hears of a run's progress, then has its report"),
    ...strictly(
      "progress is told under its token, and a run that began is answered after the end of the input",
    ),
  ],
  "22 tests that are made easier": [
    ...projects("in the python project no model makes …", "in the deno project no model makes …"),
    ...evidence("tests that the operator lets a run change are reported, and protected ones are not changed"),
  ],
  "23 exit code 0 though the test failed": exits(
    "a run whose check failed ends with 1, though the model calls it done and approves it",
  ),
};
