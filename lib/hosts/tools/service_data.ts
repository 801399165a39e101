/** What is told of a service, before and after a change. */
import { z } from "zod";

/** Of systemctl; what it does not tell is null. */
export const serviceData = z.strictObject({
  output: z.string(),
  stderr: z.string(),
  exit_code: z.int().describe("Of systemctl; 3 is a unit that does not run"),
  unit: z.string().nullable(),
  description: z.string().nullable(),
  load_state: z.string().nullable(),
  active_state: z.string().nullable(),
  sub_state: z.string().nullable(),
  unit_file_state: z.string().nullable(),
  result: z.string().nullable(),
  main_pid: z.int().nullable(),
  exit_status: z.int().nullable(),
  restarts: z.int().nullable(),
  active_since: z.string().nullable(),
  memory_bytes: z.int().nullable(),
  tasks: z.int().nullable(),
  fragment_path: z.string().nullable(),
});
