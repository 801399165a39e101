/**
 * Questions: how a call ends with "somebody must be asked first" and starts again with the answers.
 *
 * A question never waits inside a run function. In the 2026-07-28 revision it ends the call (`input_required`), and the
 * client calls again with the answers and the state it was given; the state is sealed, because it travels through the
 * caller (MCP 2026-07-28, multi round-trip requests).
 */

/** One request to the client: its method (such as `elicitation/create`) and parameters. */
export interface InputRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What must be asked before the call may go on. */
export interface Question {
  /** By key; the answers come back under the same keys. At least one, or a `state` alone for a bare retry. */
  readonly requests: Readonly<Record<string, InputRequest>>;
  /** What led to the question, in the form of the tool's answer: for the audit's facts alone, never sent. */
  readonly judged?: Readonly<Record<string, unknown>>;
  /** What the next round must know; sealed before it leaves. At most 8 KiB as JSON. */
  readonly state?: unknown;
}

/** What `confirm` may look at besides the arguments. */
export interface Exchange {
  /** The client's declared capabilities, as it sent them. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The answers so far, by the keys of the requests; empty in the first round. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The opened state of the round before; undefined in the first round and when the seal did not hold. */
  readonly state: unknown;
  /** True when a state came back whose seal, age or binding did not hold. Such a state never authorises anything. */
  readonly forged: boolean;
}

/** What `confirm` decides: somebody must be asked, or the call may go on. */
export type Confirmation =
  | { readonly kind: "ask"; readonly question: Question }
  | {
    readonly kind: "go";
    /** Handed to the run function as it is, so that nothing is worked out twice. */
    readonly carried?: unknown;
    /** The state that came back authorises this call: it is spent before the run, and holds for no other call. */
    readonly spend?: true;
  };
