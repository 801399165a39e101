/** The count that an answer carries when something in it was masked. */
import { z } from "zod";

/** Secrets that were masked; left out when none was. */
export const redacted = z.int().min(1).optional().describe("Secrets that were masked");
