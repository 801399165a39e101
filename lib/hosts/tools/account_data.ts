/** What the answers of the mikr.us tools share. */
import { z } from "zod";

/** A text as the API has it, or null. */
export const apiText = z.string().nullable();

/** What is known of each of an account's servers. */
export const serverFields = {
  server_id: z.string(),
  server_name: apiText,
  expires: apiText.describe("Local time of the provider, such as 2027-06-08 00:00:00"),
  param_ram: apiText.describe("Megabytes"),
  param_disk: apiText.describe("Gigabytes"),
};

/** An entry of the account's task log. */
export const taskLogFields = {
  id: z.string(),
  server_id: apiText,
  task: apiText.describe("Such as restart, kluczssh, upgrade"),
  when_created: apiText,
  when_done: apiText.describe("Null while it is not done"),
  output: apiText,
};

/** A task that the API has accepted: it is carried out a little later. */
export const acceptedTask = z.strictObject({
  msg: z.string(),
  task_id: apiText.describe("For get_log_by_id, which tells when it is done"),
});

/** A database account; its password never leaves. */
export const databaseAccount = z.strictObject({
  host: apiText,
  port: z.int().nullable(),
  login: apiText,
  database: apiText,
  password: z.literal("[redacted]").nullable().describe("Null when there is none"),
  withheld: z.int().describe("Lines that were not understood and might hold a password"),
}).nullable();
