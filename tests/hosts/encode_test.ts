/** The envelope: what a client of the older server finds where it looks for it. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import type { Encoded, Settled, Trail } from "gatehouse/core/encode.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { DEFAULT_POLICY } from "gatehouse/core/policy.ts";
import { encode } from "gatehouse/hosts/encode.ts";
import { NO_PROVENANCE } from "gatehouse/hosts/provenance.ts";
import { HostsService } from "gatehouse/hosts/service.ts";
import { settingsOf } from "gatehouse/hosts/settings.ts";
import { readFile } from "gatehouse/hosts/tools/read_file.ts";
import { updateSystem } from "gatehouse/hosts/tools/update_system.ts";
import { writeFile } from "gatehouse/hosts/tools/write_file.ts";

const KEY = "s3cret-api-key-of-the-account";

function serviceWith(more: Record<string, unknown> = {}): HostsService {
  const account = {
    type: "mikrus",
    alias: "vps",
    srv: "srv1",
    apiUrl: "https://a",
    apiCaFile: null,
    key: KEY,
  };
  const settings = settingsOf({ targets: [account], defaultTarget: "vps", configRevision: "r7", ...more });
  return new HostsService({
    settings,
    worker: { call: () => Promise.reject(new Error("no worker")) },
    catalogue: openCatalogue({ families: [], tools: [], resources: [] }, {}),
    policy: DEFAULT_POLICY,
    provenance: { ...NO_PROVENANCE, configRevision: settings.configRevision ?? "unknown" },
    judge: () => Promise.resolve({ decision: "deny", reason: "nobody judges", effects: [] }),
  });
}

const target = { alias: "vps", identity: "mikrus:srv1", backend: "mikrus", proven: true };
const trail: Trail = { requestId: "a".repeat(32), ms: 42, target, masked: 0 };
const DATA = { output: "hello", size: 5, sha256: "5".repeat(64) };

const answered = (more: Partial<Trail> = {}, data: Record<string, unknown> = DATA): Settled => ({
  tool: readFile,
  args: { path: "/srv/a" },
  ok: true,
  value: { success: true, data },
  trail: { ...trail, ...more },
});

const failed = (error: ToolError, more: Partial<Settled> = {}): Settled =>
  ({ tool: readFile, args: {}, ok: false, error, trail, ...more }) as Settled;

// deno-lint-ignore no-explicit-any -- a test names the fields that it expects, which have no better type here
function read(encoded: Encoded): { text: string; envelope: any; structured: unknown; isError: boolean } {
  if (encoded.kind !== "result") throw new Error("no result");
  const text = String(encoded.content[0]?.["text"]);
  const { structuredContent: structured, isError = false } = encoded;
  return { text, envelope: JSON.parse(text), structured, isError };
}

Deno.test("an answer says that it succeeded, what it is, and how the call went", () => {
  const { envelope, structured, isError, text } = read(encode(answered(), serviceWith()));
  assertEquals(isError, false);
  assertEquals(envelope, JSON.parse(JSON.stringify(structured)));
  assertEquals(Object.keys(envelope), ["_meta", "data", "success"]);
  assertEquals([envelope.success, envelope.data], [true, DATA]);
  const { provenance, artifact, capability_version: version, ...meta } = envelope._meta;
  assertEquals(meta, {
    backend: "mikrus",
    capability: "read_file",
    duration_ms: 42,
    request_id: "a".repeat(32),
    source: "mikrus-mcp",
    target: "vps",
    target_identity: "mikrus:srv1",
    untrusted: true,
  });
  assertEquals(artifact, `gatehouse==${version}`);
  assertEquals(text.includes(" "), false);
  assertEquals(provenance.configRevision, "r7");
});

Deno.test("what is not known of the program's origin is unknown, and nothing is claimed", () => {
  const { provenance } = read(encode(answered(), serviceWith())).envelope._meta;
  const { serviceVersion, configRevision, instanceGeneration, packageIntegrity, deployment, ...rest } =
    provenance;
  assertTrue(
    serviceVersion !== "" && configRevision === "r7" && /^process-[0-9a-f-]{36}$/.test(instanceGeneration),
  );
  assertEquals([packageIntegrity, deployment.binding], ["unstamped", "missing"]);
  assertEquals([...new Set(Object.values(rest))], ["unknown"]);
});

Deno.test("an answer in which a secret was masked counts them and withholds the digest", () => {
  const { data } = read(encode(answered({ masked: 2 }), serviceWith())).envelope;
  assertEquals([data.redacted, data.sha256], [2, null]);
  const more = read(encode(answered({ masked: 2 }, { ...DATA, redacted: 3 }), serviceWith())).envelope.data;
  assertEquals(more.redacted, 5);
});

Deno.test("a failure is an error with a compact text and no structured content", () => {
  const error = new ToolError("NOT_FOUND", "There is no /srv/a", { next: "Name another" });
  const { envelope, structured, isError } = read(encode(failed(error), serviceWith()));
  assertEquals([isError, structured, envelope.success], [true, undefined, false]);
  assertEquals(envelope.error, {
    code: "NOT_FOUND",
    message: "There is no /srv/a. Name another",
    retryable: false,
  });
});

Deno.test("a failure names the target only when the call had reached it", () => {
  const error = new ToolError("AUTHORIZATION_FAILED", "No");
  const before =
    read(encode(failed(error, { trail: { ...trail, target: null } }), serviceWith())).envelope._meta;
  assertEquals(["target" in before, "target_identity" in before, "backend" in before], [false, false, false]);
  const after = read(encode(failed(error), serviceWith())).envelope._meta;
  assertEquals([after.target, after.target_identity, after.backend], ["vps", "mikrus:srv1", "mikrus"]);
});

for (
  const [code, seen] of [
    ["ARGUMENTS_INVALID", "VALIDATION_FAILED"],
    ["DEADLINE_EXCEEDED", "TIMEOUT"],
    ["ISOLATE_LOST", "UNAVAILABLE"],
    ["ISOLATE_UNAVAILABLE", "UNAVAILABLE"],
    ["AUDIT_UNWRITABLE", "UNAVAILABLE"],
    ["ANSWER_TOO_LARGE", "UPSTREAM_FAILED"],
    ["UPSTREAM_RATE_LIMITED", "RATE_LIMITED"],
    ["INTERNAL", "INTERNAL_ERROR"],
    ["SOMETHING_NEW", "INTERNAL_ERROR"],
    ["CONFLICT", "CONFLICT"],
    ["constructor", "INTERNAL_ERROR"],
  ] as const
) {
  Deno.test(`${code} is told as ${seen}`, () => {
    assertEquals(read(encode(failed(new ToolError(code, "No")), serviceWith())).envelope.error.code, seen);
  });
}

Deno.test("a rate limit says how long to wait, at most a minute, and is nothing for a machine to repeat a change by", () => {
  const error = new ToolError("RATE_LIMITED", "Too fast", { retryable: true, retryAfterSeconds: 2.5 });
  const seen = (settled: Settled) => read(encode(settled, serviceWith())).envelope.error;
  assertEquals([seen(failed(error)).retryable, seen(failed(error)).retry_after_seconds], [true, 2.5]);
  assertEquals(seen(failed(error, { tool: writeFile })).retryable, false);
  const ambiguous = new ToolError("AMBIGUOUS_OUTCOME", "Lost", { retryable: true });
  assertEquals(seen(failed(ambiguous, { tool: writeFile })).retryable, false);
});

Deno.test("a secret of the configuration does not leave in a failure either", () => {
  const error = new ToolError("UPSTREAM_FAILED", `The server said ${KEY} and password=hunter2`);
  const { text } = read(encode(failed(error), serviceWith()));
  assertEquals([text.includes(KEY), text.includes("hunter2")], [false, false]);
  assertIncludes(text, "[redacted]");
});

Deno.test("a read that is too large fails, a change that is too large says that it was made", () => {
  const service = serviceWith({ maxResultBytes: 2_048 });
  const large = { ...DATA, output: "x".repeat(4_000) };
  const refused = read(encode(answered({}, large), service));
  assertEquals([refused.isError, refused.envelope.error.code], [true, "UPSTREAM_FAILED"]);
  const change = read(encode({ ...answered({}, large), tool: updateSystem }, service));
  assertEquals([change.isError, change.envelope.success, change.envelope._meta.truncated], [
    false,
    true,
    true,
  ]);
  assertEquals(change.envelope.data.output.length, 201);
});
