/** What a program of the web is held to, besides what it was told. */
import { BASE } from "gatehouse/hosts/remote/parts/base.ts";
import { CHILDREN } from "gatehouse/hosts/remote/parts/children.ts";
import { PATHS } from "gatehouse/hosts/remote/parts/paths.ts";
import { PROGRAM_OPERANDS } from "gatehouse/hosts/remote/parts/program_operands.ts";
import { assertEquals } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";

/** The words that curl gets for these, where every name leads to the addresses. */
async function wordsFor(argv: readonly string[], addresses: readonly string[]): Promise<readonly string[]> {
  const at = argv.length - 1;
  const given = { executable: "curl", argv, operands: [{ at, from: 0, kind: "url" }] };
  const input = [
    ...["import json", "WORK = {}", BASE, CHILDREN, PATHS, PROGRAM_OPERANDS],
    `ADDRESSES = ${JSON.stringify(addresses)}`,
    "socket.getaddrinfo = lambda *args: [(0, 0, 0, '', (one, 0)) for one in ADDRESSES]",
    `print(json.dumps(judged(json.loads(${JSON.stringify(JSON.stringify(given))}), b"/")))`,
  ].join("\n");
  return JSON.parse((await mustRun(["python3", "-"], { input })).stdout);
}

const HELD = ["--proto", "=http,https", "--max-redirs", "0", "--noproxy", "*"];

Deno.test("curl is held to the addresses that were judged, and to no other protocol, redirect or proxy", async () => {
  assertEquals(await wordsFor(["-q", "-sS", "https://a.example/b"], ["93.184.215.14", "2606:2800:21f::1"]), [
    "-q",
    ...HELD,
    ...["--resolve", "a.example:443:93.184.215.14,[2606:2800:21f::1]"],
    ...["-sS", "https://a.example/b"],
  ]);
  assertEquals(await wordsFor(["-q", "http://a.example:8080"], ["93.184.215.14"]), [
    "-q",
    ...HELD,
    ...["--resolve", "a.example:8080:93.184.215.14", "http://a.example:8080"],
  ]);
});
