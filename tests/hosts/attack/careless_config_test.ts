/** Settings that an operator may get wrong: they end the program, and are not passed over. */
import { serversOf } from "gatehouse/config/hosts_targets.ts";
import { assertFails } from "../../assert.ts";

const about = { origin: "MCP_SERVERS", home: "/home/me" };
const web = { type: "ssh", host: "web.example.com" };

Deno.test("a certificate or a passphrase without the key that it belongs to is refused", async () => {
  for (const field of ["ssh_cert", "ssh_key_passphrase_file"]) {
    await assertFails(async () => {
      await Promise.resolve(serversOf({ web: { ...web, password: "p", [field]: "/k" } }, about));
    }, "CONFIG_INVALID");
    serversOf({ web: { ...web, ssh_key: "/key", [field]: "/k" } }, about);
  }
});
