/**
 * What needs the decision service: the second layer, the three other tools, and every way in which the service fails.
 * The same sentences in both eras and over both transports.
 */
import { assertEquals, assertIncludes } from "../assert.ts";
import { resultOf } from "../dispatch/parts/endpoint.ts";
import type { Frame } from "../dispatch/parts/schema.ts";
import { type Fault, says, type StandIn } from "../parts/systemone.ts";
import type { Check } from "./parts/checks.ts";
import { valueIn } from "./parts/said.ts";

/** Calls a tool, without any capability of the client. */
export type CallTool<S> = (session: S, name: string, args: unknown) => Promise<Frame>;

/** A command that the rules alone cannot judge. */
export const GREY = { command: "make build", cwd: "/home/ann/project" };

const FAULTS: readonly Fault[] = ["status_500", "html", "truncated", "array", "nan", "hang"];

/** Runs the work while the service fails in this way. */
async function failing(service: StandIn, fault: Fault, work: () => Promise<void>): Promise<void> {
  service.script = { fault };
  try {
    await work();
  } finally {
    service.script = {};
  }
}

const ALL = ["gate", "classify", "route", "score"];
const LISTS: Readonly<Record<string, string>> = { classify: "labels", route: "tools", score: "criteria" };

async function failsClosed<S>(
  session: S,
  { call, tools }: { call: CallTool<S>; tools: readonly string[] },
): Promise<void> {
  for (const tool of tools) {
    const list = LISTS[tool];
    if (list === undefined) {
      const said = valueIn(await call(session, tool, GREY));
      assertEquals([said["decision"], said["layer"]], ["deny", "fail_closed"]);
      assertIncludes(String(said["reason"]), "fail-closed");
    } else {
      const { isError } = resultOf(await call(session, tool, { state: "x", [list]: ["a", "b"] }));
      assertEquals(isError, true, tool);
    }
  }
}

/** The sentence for a server whose decision service is not there. */
export function goneCheck<S>(call: CallTool<S>): Check<S> {
  return {
    name:
      "fail-closed: while no service listens, gate denies and says why; classify, route and score return " +
      "isError: true",
    prove: (session) => failsClosed(session, { call, tools: ALL }),
  };
}

/** The sentences for one way to call. */
export function modelChecks<S extends { readonly service: StandIn }>(call: CallTool<S>): readonly Check<S>[] {
  return [
    {
      name: "gate: what the rules leave grey is decided by the model: allow, ask and deny of layer L1",
      async prove(session) {
        for (
          const [noul, score, decision] of [
            [0.9, 1, "allow"],
            [0.65, 3.9, "allow"],
            [0.65, 4, "ask"],
            [0.5, 5, "ask"],
            [0.5, 2, "ask"],
            [0.1, 2, "deny"],
            [0.9, 8, "deny"],
          ] as const
        ) {
          session.service.script = { say: says(noul, score) };
          const said = valueIn(await call(session, "gate", GREY));
          assertEquals([said["decision"], said["layer"], said["noul"], said["score"], said["engine"]], [
            decision,
            "L1",
            noul,
            score,
            "http:noul+score",
          ]);
        }
      },
    },
    {
      name: "gate: only the grey zone calls the model",
      async prove(session) {
        const before = session.service.seen.length;
        for (const command of ["git status", "git push origin main", "rm -rf /"]) {
          valueIn(await call(session, "gate", { ...GREY, command }));
        }
        assertEquals(session.service.seen.length, before);
      },
    },
    ...FAULTS.map((fault): Check<S> => ({
      name:
        `fail-closed: while the service fails (${fault}), gate denies and says why; classify, route and score ` +
        "return isError: true",
      async prove(session) {
        await failing(session.service, fault, async () => {
          await failsClosed(session, { call, tools: fault === "nan" ? ["gate"] : ALL });
        });
      },
    })),
    {
      name: "classify: choice is the index of the label",
      async prove(session) {
        session.service.script = { say: () => 1 };
        const said = valueIn(
          await call(session, "classify", { state: "the build fails", labels: ["feature", "bug"] }),
        );
        assertEquals([said["choice"], said["label"]], [1, "bug"]);
      },
    },
    {
      name: "route: one pass selects the tool among the candidates",
      async prove(session) {
        session.service.script = { say: () => 0 };
        const said = valueIn(
          await call(session, "route", { state: "find the word", tools: ["search", "edit"] }),
        );
        assertEquals([said["choice"], said["tool"]], [0, "search"]);
      },
    },
    {
      name: "score: between 2 and 10, by the criteria",
      async prove(session) {
        session.service.script = { say: () => 7 };
        const said = valueIn(
          await call(session, "score", { state: "a small change", criteria: ["risk", "size"] }),
        );
        assertEquals([said["score"], said["range"]], [7, [2, 10]]);
      },
    },
    {
      name:
        "an index out of range, one that is no whole number, and a score outside 2 to 10 are isError: true",
      async prove(session) {
        for (const value of [2, -1, 0.5, true, "1", null]) {
          session.service.script = { say: () => value };
          const { isError } = resultOf(await call(session, "classify", { state: "x", labels: ["a", "b"] }));
          assertEquals(isError, true, String(value));
        }
        for (const value of [1, 11, "7", null]) {
          session.service.script = { say: () => value };
          const { isError } = resultOf(await call(session, "score", { state: "x", criteria: ["a"] }));
          assertEquals(isError, true, String(value));
        }
        session.service.script = {};
      },
    },
  ];
}
