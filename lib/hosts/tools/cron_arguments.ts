/** The arguments of `cron_upsert`. What a crontab cannot hold is refused before anything is approved. */
import { z } from "zod";
import { environmentFault, isSafeText, UNSAFE } from "../cron/environment.ts";
import { isScheduleField, type ScheduleField } from "../cron/schedule.ts";

/** When it runs. */
export const schedule = z.strictObject({
  minute: field("minute", "0–59"),
  hour: field("hour", "0–23"),
  day_of_month: field("day_of_month", "1–31"),
  month: field("month", "1–12"),
  day_of_week: field("day_of_week", "0–7; 0 and 7 are Sunday"),
}).describe("As in crontab(5), in digits: *, numbers, ranges, lists; a step only behind * or a range");

/** What the program is told. */
export const cronArgv = z.array(
  z.string().max(4_096).refine(isSafeText, { error: UNSAFE }),
).max(128).default([]).describe("No control characters and no %");

/** The variables that it finds. */
export const environment = z.record(z.string(), z.string().max(1_024)).default({})
  .superRefine((given, context) => {
    const fault = environmentFault(given);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  })
  .describe("At most 16 variables; none that decides which code runs");

function field(name: ScheduleField, range: string) {
  return z.string().regex(/^[0-9*,\/-]{1,100}$/)
    .refine((text) => isScheduleField(text, name), {
      error: `${name} takes ${range}, lists and ranges of them, and steps behind * or a range`,
    })
    .describe(range);
}
