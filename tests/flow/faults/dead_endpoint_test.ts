/** A model service that is dead makes a report, whatever way it died in. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { deadRun, DEATHS, hasWritten } from "./parts/dead_endpoint.ts";
import { BEFORE, WRITTEN } from "./parts/ended.ts";

for (const death of DEATHS) {
  Deno.test(`a service that ${death} ends the run with a report, exit code 1 and every file whole`, async () => {
    const { code, err, report, edited, undone } = await deadRun(death);
    assertEquals([code, err, report["status"], report["verified"]], [1, "", "error", false], err);
    assertTrue(JSON.stringify(report["reasons"]).includes('"model_error"'), JSON.stringify(report));
    assertEquals([edited, undone], [hasWritten(death) ? WRITTEN : BEFORE, BEFORE]);
  });
}
