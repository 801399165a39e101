/** When a profile runs: the five fields of crontab(5), in numbers alone. */

/** By the field: its least and its greatest number. */
const BOUNDS = {
  minute: [0, 59],
  hour: [0, 23],
  day_of_month: [1, 31],
  month: [1, 12],
  day_of_week: [0, 7],
} as const;

/** A field of a schedule. */
export type ScheduleField = keyof typeof BOUNDS;

/** Five fields as crontab(5) writes them. */
export type Schedule = Readonly<Record<ScheduleField, string>>;

/** In the order of a crontab's line. */
const FIELDS: readonly ScheduleField[] = ["minute", "hour", "day_of_month", "month", "day_of_week"];

const MAX_LENGTH = 100;
const MAX_ELEMENTS = 24;

/** `*`, a number or a range, and a step behind it. */
const ELEMENT = /^(?:(\*)|([0-9]{1,2})(?:-([0-9]{1,2}))?)(?:\/([0-9]{1,2}))?$/;

/**
 * Whether a text is a field: a list of at most 24 elements, each `*`, a number or a range, of which `*` and a range may
 * have a step. A step behind a single number is refused: one cron leaves it out, another reads it as a range to the end,
 * a third refuses it.
 *
 * @example
 * ```ts
 * import { isScheduleField } from "gatehouse/hosts/cron/schedule.ts";
 *
 * const good = ["*", "0", "59", "1-5,*\/10", "00"].every((text) => isScheduleField(text, "minute"));
 * const bad = ["60", "5-1", "*\/0", "5/2", "", "1,", "@daily", "١"].some((text) => isScheduleField(text, "minute"));
 * if (!good || bad) throw new Error("read wrongly");
 * ```
 */
export function isScheduleField(text: string, field: ScheduleField): boolean {
  if (text.length > MAX_LENGTH) return false;
  const elements = text.split(",");
  return elements.length <= MAX_ELEMENTS && elements.every((element) => isElement(element, BOUNDS[field]));
}

function isElement(text: string, [low, high]: readonly [number, number]): boolean {
  const match = ELEMENT.exec(text);
  if (match === null) return false;
  const [, star, first, last, step] = match;
  if (step !== undefined && (Number(step) < 1 || Number(step) > high)) return false;
  if (star !== undefined) return true;
  const from = Number(first);
  if (from < low || from > high) return false;
  if (last === undefined) return step === undefined;
  return Number(last) >= from && Number(last) <= high;
}

/**
 * The fields as they stand in a line.
 *
 * @example
 * ```ts
 * import { scheduleText } from "gatehouse/hosts/cron/schedule.ts";
 *
 * const text = scheduleText({ hour: "2", minute: "1", month: "4", day_of_week: "5", day_of_month: "3" });
 * if (text !== "1 2 3 4 5") throw new Error(text);
 * ```
 */
export function scheduleText(schedule: Schedule): string {
  return FIELDS.map((field) => schedule[field]).join(" ");
}
