/** The worker that profiles one target. It may read that target and nothing else. */
import { serveWorker } from "../../core/worker.ts";
import type { DetectorLimits } from "./limits.ts";
import { profileOf } from "./profile.ts";

/** What `profile` is asked. Our own process wrote it, so its shape is not checked again. */
export interface ProfileInput {
  /** As `inspectTarget` gives it. */
  readonly target: string;
  readonly limits?: Readonly<Partial<DetectorLimits>>;
}

serveWorker({
  profile: (input) => {
    // See ProfileInput.
    const { target, limits = {} } = input as ProfileInput;
    return profileOf(target, { limits });
  },
});
