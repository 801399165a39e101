/** Sentences of the model clients' tests, which are made once for each wire. */
import type { TestName } from "./behaviours.ts";

/** A sentence that holds for both wires of model services. */
export const onBoth = (of: (...names: string[]) => TestName[], ...names: string[]) =>
  of(...names.flatMap((name) => [`ollama: ${name}`, `openai: ${name}`]));
