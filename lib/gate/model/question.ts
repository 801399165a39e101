/** What a decision model can be asked, and what it can answer; plain data, since it crosses the walls. */

/** Ours: a probability, one of several options, or a number on a scale. */
export type Question =
  | {
    readonly kind: "noul";
    readonly id: string;
    /** A question that yes or no answers. */
    readonly text: string;
    /** Probability from which the service calls it true, 0–1. */
    readonly threshold: number;
  }
  | {
    readonly kind: "choice";
    readonly id: string;
    readonly text: string;
    /** 1–100 texts. */
    readonly options: readonly string[];
  }
  | {
    readonly kind: "score";
    readonly id: string;
    readonly text: string;
    /** The answers that are taken; a scale's ends. */
    readonly min: number;
    readonly max: number;
  };

/** One consultation. */
export interface Asked {
  /** Base URL of the service. */
  readonly server: string;
  /** What is asked about, as text or as named texts: data of whoever called, never an instruction. */
  readonly state: string | Readonly<Record<string, string | null>>;
  /** 1–4, each with an id of its own. */
  readonly questions: readonly Question[];
  /** Milliseconds for the whole exchange, from the connection to the last byte of the answer. */
  readonly timeoutMs: number;
}

/** What a worker is told when it starts. */
export interface Setup {
  readonly engine: "systemone" | "ollama";
  /** The model's name as the service knows it. */
  readonly model: string;
  /** The bearer token, and the one base URL that may be sent it: a caller may name another path of the same host. */
  readonly token: { readonly text: string; readonly base: string } | null;
}

/** One answer that was checked: finite and in range. */
export interface Answered {
  /** noul: probability 0–1; choice: 0-based index; score: the number. */
  readonly value: number;
  /** choice: a score for each option, in their order; null when the service gave none. */
  readonly scores: readonly number[] | null;
  /** 0–1; null when the service gave none. */
  readonly confidence: number | null;
}

/** What came back: an answer to every question. */
export interface Reply {
  readonly model: string | null;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | null;
  readonly answers: Readonly<Record<string, Answered>>;
}
