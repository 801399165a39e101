/** What the roles of one run share, and what one role is given. */
import type { Budget } from "../run/budget.ts";
import type {
  CallEvent,
  FlowSettings,
  ModelClient,
  Reason,
  Role,
  RoleState,
  RoleTool,
  Step,
} from "../types.ts";

/** What the roles of one run share: never a message. */
export interface Stage {
  readonly client: ModelClient;
  readonly limits: Pick<FlowSettings["agent"], "maxIterations" | "maxContextChars">;
  /** Tokens that a model is asked to make room for. */
  readonly contextLength: number;
  /** 0–2. */
  readonly temperature: number;
  readonly budget: Budget;
  /** In the order in which the calls ended. */
  readonly events: CallEvent[];
  tell(step: Step): void;
}

/** One role's part. */
export interface Part {
  readonly role: Role;
  readonly model: string;
  readonly tools: readonly RoleTool[];
  readonly task: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Which role of the run it is, from 1: makes the ids of its calls unique in the run. */
  readonly number: number;
  /** From 1; 1 for the planner. */
  readonly cycle: number;
}

/** How a part ended: its state as the report has it, and why it is not good enough, if it is not. */
export interface Played {
  readonly state: RoleState;
  readonly reasons: readonly Reason[];
}
