/** The arguments that the tools of the family share. What is out of range is refused, never clamped. */
import { z } from "zod";
import { MASK } from "../mikrus/text.ts";
import { normalPath, READ_DENIED, under, WRITE_DENIED, WRITE_ROOTS } from "./paths.ts";

/** Bytes of a file's content: 100,000. */
const MAX_CONTENT = 100_000;

/** Halves of characters all become the same sign on their way: two values would share one digest. */
const NOT_WHOLE = "the text does not consist of whole characters";

/** The alias of a configured target; without it, the default one is meant. */
export const server = z.string().min(1).max(128).describe(
  "Alias of a configured server; default: the default one",
);

/** A service of systemd. */
export const serviceName = z.string().regex(/^[A-Za-z0-9_@.-]{1,255}$/, {
  error: "give a unit's name: letters, digits and _ @ . -",
}).describe("Name of a systemd unit");

/** A docker container. */
export const container = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/, {
  error: "give a name or id: letters, digits and _ . -, a letter or digit first",
}).describe(
  "Name or id of a container",
);

/** A text that is looked for as it stands. */
export const pattern = z.string().regex(/^[A-Za-z0-9_./:@\s-]{1,1000}$/, {
  error: "give letters, digits, blanks and _ . / : @ - only",
})
  .describe("Fixed text: letters, digits, blanks and _ . / : @ -");

/** A process id, or the exact name of a program. */
export const processTarget = z.string().regex(
  /^(?:[1-9][0-9]{0,9}|(?=[0-9]{0,127}[A-Za-z_-])[A-Za-z0-9_-]{1,128})$/,
  { error: "give a process id, or a program's name: letters, digits and _ -" },
)
  .describe("A process id, or the exact name of a program");

/** A host name, or `-` for one that is made up. */
export const domain = z.string().max(253)
  .regex(
    /^(?:-|(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)$/,
    { error: "give a domain name, or - for a generated one" },
  )
  .describe("Domain name; - asks for a generated one");

/** The id of a log entry. */
export const logId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, {
  error: "give an id: letters, digits and _ -",
});

/** The id of a job. */
export const jobId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/);

/** Lines that are asked for: 1–500, default 50. */
export const lines = numberOf(digits(1, 500).default(50), 500);

/** Hours to look back: 1–24, default 1. */
export const hours = numberOf(digits(1, 24).default(1), 24);

/** A TCP port. */
export const port = numberOf(digits(1, 65_535), 65_535);

/** A path that is read. */
export const readPath = absolutePath().refine((path) => !READ_DENIED.some((top) => under(path, top)), {
  error: "this path may not be read (PATH_DENIED)",
});

/** A path that is written. */
export const writePath = absolutePath().refine(
  (path) => !WRITE_DENIED.some((top) => under(path, top)) && WRITE_ROOTS.some((top) => under(path, top)),
  { error: `only paths below ${WRITE_ROOTS.join(" ")} may be written (PATH_DENIED)` },
);

/**
 * A file's content. What a read has masked must not be written back over the secret that it stands for.
 */
export const content = z.string().max(MAX_CONTENT)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_CONTENT, {
    error: "the content has more than 100000 bytes (SIZE_LIMIT_EXCEEDED)",
  })
  .refine(isWhole, { error: NOT_WHOLE })
  .refine((text) => !text.includes(MASK), {
    error: `the content holds ${MASK}, which stands where a read masked a secret (REDACTED_CONTENT)`,
  });

function isWhole(text: string): boolean {
  return text.isWellFormed();
}

/** An integer, or the same in decimal digits. */
function digits(min: number, max: number) {
  return z.union([z.int().min(min).max(max), z.string().regex(/^[0-9]{1,5}$/)]).describe(`${min}–${max}`);
}

/** Always a number afterwards: an approval binds one spelling. */
function numberOf(given: z.ZodType<number | string>, max: number): z.ZodType<number> {
  return given.transform(Number)
    .refine((number) => number >= 1 && number <= max, { error: `give a whole number from 1 to ${max}` });
}

function absolutePath() {
  // deno-lint-ignore no-control-regex -- control characters are what it refuses
  return z.string().max(1_000).regex(/^\/[^\x00-\x1f\x7f]*$/, {
    error: "give an absolute path without control characters",
  })
    .refine((path) => !path.split("/").some((part) => part === ".." || part === "~"), {
      error: "a path has no parts .. or ~",
    })
    .refine(isWhole, { error: NOT_WHOLE })
    .transform(normalPath);
}

/** A program of the allow-list, by its bare name. */
export const executable = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.+-]{0,254}$/).describe(
  "Bare name of a program",
);

/** The arguments of a program, each for itself. */
export const argv = z.array(withoutControls(4_096)).max(128).default([]);

/** What a program gets on its standard input. */
export const stdin = z.string().max(MAX_CONTENT).refine(isWhole, { error: NOT_WHOLE });

/** A service or project of compose. */
export const composeName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/);

/** The receipt of a plan. */
export const planReceipt = z.string().regex(/^plan:v1:sha256:[0-9a-f]{64}$/);

/** What a service is waited for to be. */
export const readiness = z.enum(["running", "healthy"]);

/** The id of a cron profile. */
export const profileId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);

/** A SHA-256 digest as a file's answer has it, with its prefix. */
export const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** A name that makes a request happen once. */
export const idempotencyKey = withoutControls(128).min(1);

function withoutControls(max: number) {
  // deno-lint-ignore no-control-regex -- control characters are what it refuses
  return z.string().max(max).regex(/^[^\x00-\x1f\x7f]*$/).refine(isWhole, { error: NOT_WHOLE });
}
