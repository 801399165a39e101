import { createHash, createHmac } from "node:crypto";
import { frozen } from "gatehouse/core/frozen.ts";
import { callBody, chained, sealOf } from "gatehouse/state/audit_row.ts";
import { assertEquals } from "../assert.ts";

function bigEndian(seq: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seq));
  return bytes;
}

const SEQS = [0, 1, 255, 256, 2 ** 32 - 1, 2 ** 32, 999_999_999_999];

Deno.test("a seal is the HMAC-SHA256 of purpose, number and hash, whatever was sealed before it", () => {
  const keys = [new Uint8Array(32).fill(7), crypto.getRandomValues(new Uint8Array(32))];
  for (const seq of SEQS) {
    for (const purpose of ["row", "head"] as const) {
      for (const key of keys) {
        const hash = crypto.getRandomValues(new Uint8Array(32));
        const expected = createHmac("sha256", key).update(`gatehouse audit ${purpose}\n`)
          .update(bigEndian(seq)).update(hash).digest("hex");
        assertEquals(sealOf({ seq, hash }, { key, purpose }).toHex(), expected);
      }
    }
  }
});

Deno.test("a row's place is the same for its text and for its bytes", () => {
  for (const seq of SEQS) {
    const before = { seq, hash: crypto.getRandomValues(new Uint8Array(32)) };
    const body = '{"a":"ü 漢 🙂"}';
    const bytes = new TextEncoder().encode(body);
    const expected = createHash("sha256").update(before.hash).update(bigEndian(seq + 1)).update(bytes).digest(
      "hex",
    );
    for (const each of [chained(before, body), chained(before, bytes)]) {
      assertEquals([each.seq, each.hash.toHex()], [seq + 1, expected]);
    }
  }
});

Deno.test("facts that are told again are written out as they were the first time", () => {
  const facts = { command: "echo \ud800", count: 1, fingerprint: { sha256: "x" }, none: null };
  const bodyOf = (at: number, kept: typeof facts) =>
    callBody({ at, principal: "p", via: "cli", tool: "t", outcome: "ok", ms: 1, facts: kept });
  const kept = frozen({ ...facts });
  for (const at of [1, 2]) assertEquals(bodyOf(at, kept), bodyOf(at, facts));
  assertEquals(JSON.parse(bodyOf(2, kept)), {
    call: {
      at: 2,
      principal: "p",
      via: "cli",
      tool: "t",
      outcome: "ok",
      ms: 1,
      facts: {
        command: "echo \ufffd",
        count: 1,
        fingerprint: createHash("sha256").update("x").digest("hex"),
        none: null,
      },
    },
  });
});
