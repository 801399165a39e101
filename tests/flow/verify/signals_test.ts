import { constants } from "node:os";
import { signalNumber } from "../../../lib/flow/verify/signals.ts";
import { assertEquals } from "../../assert.ts";

Deno.test("the signals that end a process have the numbers that the system gives them", () => {
  const ending = [
    ...[
      "SIGHUP",
      "SIGINT",
      "SIGQUIT",
      "SIGILL",
      "SIGTRAP",
      "SIGABRT",
      "SIGBUS",
      "SIGFPE",
      "SIGKILL",
      "SIGUSR1",
    ],
    ...[
      "SIGSEGV",
      "SIGUSR2",
      "SIGPIPE",
      "SIGALRM",
      "SIGTERM",
      "SIGXCPU",
      "SIGXFSZ",
      "SIGVTALRM",
      "SIGPROF",
      "SIGSYS",
    ],
  ] as const;
  for (const name of ending) assertEquals(signalNumber(name), constants.signals[name], name);
  assertEquals(signalNumber("constructor"), 0);
});
