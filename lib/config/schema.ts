/**
 * The one schema of every layer: file, environment and flags are checked against it alike.
 *
 * Each leaf's description says what it takes; error messages are made from it.
 */
import { z } from "zod";

const address = z.enum(["127.0.0.1", "::1", "localhost"]).describe(
  "127.0.0.1, ::1 or localhost: only this machine may connect",
);

const serviceUrl = z.string().max(2_048).refine(isServiceUrl).describe(
  "an http or https URL of at most 2048 characters, without user, password or fragment",
);

const path = z.string().min(1).max(4_096).regex(/^\/[^\0]*$|^[A-Za-z]:[\\/][^\0]*$/).describe(
  "an absolute path",
);

/** The settings one layer may give; all of them optional, no others allowed. */
export const layerSchema = z.strictObject({
  families: z.array(z.string().regex(/^[a-z]{1,32}$/)).min(1).max(16).describe(
    "a list of family names, such as gate",
  ),
  read_only: z.boolean().describe("true or false"),
  transport: z.enum(["stdio", "http"]).describe("stdio or http"),
  host: address,
  port: z.int().min(0).max(65_535).describe("a whole number from 0 to 65535"),
  token_file: path,
  state: z.strictObject({ dir: path }).partial().describe("a table"),
  gate: z.strictObject({
    server: serviceUrl,
    timeout: z.number().min(0.1).max(300).describe("seconds from 0.1 to 300"),
    model: z.string().regex(/^[\x21-\x7e]{1,256}$/).describe(
      "a model name of 1 to 256 characters without blanks",
    ),
    l1_enabled: z.boolean().describe("1, true, yes or on; 0, false, no or off"),
    guard: z.string().min(1).max(4_096).describe("a path"),
  }).partial().describe("a table"),
}).partial();

/** What one layer gives. */
export type Layer = z.output<typeof layerSchema>;

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && username + password + hash === "";
}
