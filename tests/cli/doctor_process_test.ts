/** `doctor` as the program runs it, with the permissions that it ships with. */
import { assertEquals, assertTrue } from "../assert.ts";
import { machine } from "./parts/doctor.ts";
import { Program } from "./parts/program.ts";

Deno.test("as a program it ends by itself on an empty machine, and leaves no trace", async () => {
  await using at = await machine();
  const environment = { ...at.environment, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" };
  await using program = new Program(["doctor", "--json"], environment, at.home);
  const { code, out, err } = await program.ended();
  assertEquals([code, err], [0, ""]);
  const { checks } = JSON.parse(out) as { checks: readonly { status: string; next: string }[] };
  assertTrue(checks.length > 10 && checks.every(({ status, next }) => status !== "fail" && next !== ""));
  assertEquals(await at.files(), []);
});

Deno.test("as a program it ends by itself although a server takes connections and says nothing", async () => {
  await using at = await machine();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const web = { type: "ssh", host: "127.0.0.1", port: listener.addr.port, timeout: 1 };
  const environment = {
    ...at.environment,
    XDG_CONFIG_HOME: "",
    XDG_STATE_HOME: "",
    MCP_SERVERS: JSON.stringify({ web }),
  };
  await using program = new Program(["doctor", "--json"], environment, at.home);
  const { code, out } = await program.ended();
  assertEquals(code, 1);
  const { checks } = JSON.parse(out) as { checks: readonly { name: string; status: string }[] };
  assertEquals(checks.find(({ name }) => name === "host:web")?.status, "fail");
});
