/** A worker that fails while it loads. */
import "gatehouse/core/worker.ts";

throw new Error("broken at the top");
