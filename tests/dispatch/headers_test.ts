import fc from "fast-check";
import { nameFault, paramFault } from "../../lib/dispatch/headers.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const SCHEMA = {
  type: "object",
  properties: {
    text: { type: "string", "x-mcp-header": "Text" },
    count: { type: "integer", "x-mcp-header": "Count" },
    flag: { type: "boolean", "x-mcp-header": "Flag" },
    outer: { type: "object", properties: { inner: { type: "string", "x-mcp-header": "Inner" } } },
    plain: { type: "string" },
  },
};

/** A text as a client must spell it when it is no plain header text. */
function base64(text: string): string {
  return `=?base64?${new TextEncoder().encode(text).toBase64()}?=`;
}

function fault(args: unknown, headers: Readonly<Record<string, string>> = {}): string | null {
  return paramFault(new Headers(headers), { schema: SCHEMA, args });
}

Deno.test("Any text mirrors itself in Base64, and no other text", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, other) => {
    assertEquals(fault({ text }, { "Mcp-Param-Text": base64(text) }), null);
    if (other !== text) assertTrue(fault({ text }, { "Mcp-Param-Text": base64(other) }) !== null);
  }));
});

Deno.test("Any whole number mirrors itself in decimal", () => {
  fc.assert(fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (count, other) => {
    assertEquals(fault({ count }, { "Mcp-Param-Count": String(count) }), null);
    if (other !== count) assertTrue(fault({ count }, { "Mcp-Param-Count": String(other) }) !== null);
  }));
});

Deno.test("A number is compared as a number, but only in decimal", () => {
  assertEquals(fault({ count: 42 }, { "Mcp-Param-Count": "42.0" }), null);
  for (const header of ["0x2a", "4 2", "", "42n", "Infinity", "１"]) {
    assertTrue(fault({ count: 42 }, { "Mcp-Param-Count": encodeURI(header) }) !== null, header);
  }
  assertTrue(fault({ count: 0 }, { "Mcp-Param-Count": "" }) !== null);
});

Deno.test("A truth value is spelled in lower case", () => {
  assertEquals(fault({ flag: false }, { "Mcp-Param-Flag": "false" }), null);
  assertTrue(fault({ flag: false }, { "Mcp-Param-Flag": "0" }) !== null);
});

Deno.test("A value with one of the two marks alone is taken as it stands", () => {
  for (const text of ["=?base64?SGVsbG8=", "SGVsbG8=?=", "=?base64?=", "=?BASE64?SGVsbG8=?="]) {
    assertEquals(fault({ text }, { "Mcp-Param-Text": text }), null, text);
  }
});

Deno.test("Base64 with a wrong character, wrong padding or no UTF-8 in it is refused", () => {
  for (
    const payload of [
      "SGVsbG8",
      "SGVs!!!bG8=",
      "SGVsbG8==",
      "SGVsbG9=",
      "_-8=",
      "/w==",
      "SGVs bG8=",
      " SGVsbG8=",
    ]
  ) {
    assertTrue(fault({ text: "Hello" }, { "Mcp-Param-Text": `=?base64?${payload}?=` }) !== null, payload);
  }
});

Deno.test("An argument below another is mirrored like one at the top", () => {
  assertTrue(fault({ outer: { inner: "a" } }) !== null);
  assertEquals(fault({ outer: { inner: "a" } }, { "Mcp-Param-Inner": "a" }), null);
});

Deno.test("What is absent, null, unmarked or no argument object needs no header", () => {
  for (const args of [{}, { text: null, outer: null }, { plain: "x" }, undefined, null, "text", []]) {
    assertEquals(fault(args), null);
  }
  assertEquals(fault({ text: undefined }, { "Mcp-Param-Text": "sent for nothing" }), null);
});

Deno.test("A name that the body does not have is not asked for", () => {
  const headers = new Headers({ "Mcp-Method": "tools/call" });
  assertEquals(nameFault(headers, { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }), null);
});

Deno.test("A method named after an object's own machinery has no name to mirror", () => {
  const headers = new Headers({ "Mcp-Method": "constructor" });
  assertEquals(
    nameFault(headers, { jsonrpc: "2.0", id: 1, method: "constructor", params: { name: "x" } }),
    null,
  );
});
