import type { CheckEntry, ToolResult } from "../../../lib/flow/types.ts";
import { coverageOf } from "../../../lib/flow/verify/coverage.ts";
import { assertEquals } from "../../assert.ts";
import { editor, fresh } from "./parts/checking.ts";

const { signal } = new AbortController();
const lint: CheckEntry = {
  name: "lint",
  status: "ok",
  source: "flow.check",
  required: true,
  kind: "lint",
  filetypes: ["python"],
};

async function statusOf(
  checks: readonly CheckEntry[],
  evidence?: { readonly lint?: ToolResult; readonly diagnostics?: ToolResult },
) {
  const attached = evidence === undefined ? null : editor([fresh()], evidence);
  const [item] = await coverageOf(["a.py"], { checks, editor: attached, signal });
  return item?.status;
}

Deno.test("a required static check that passed covers the files of its types", async () => {
  const [item, ...more] = await coverageOf(["a.py", "README.md"], { checks: [lint], editor: null, signal });
  assertEquals(more, []);
  assertEquals({ ...item, scope: "" }, {
    path: "a.py",
    language: "python",
    status: "ok",
    source: "flow.check",
    checks: ["lint"],
    evidence: [{ tool: "editor_lint", status: "unavailable" }, {
      tool: "editor_diagnostics",
      status: "unavailable",
    }],
    scope: "",
  });
  for (const kind of ["typecheck", "diagnostics"] as const) {
    assertEquals(await statusOf([{ ...lint, kind }]), "ok");
  }
});

Deno.test("a check of another kind, an optional one, one that did not pass or one for other files does not cover", async () => {
  for (const kind of ["test", "build", "check"] as const) {
    assertEquals(await statusOf([{ ...lint, kind }]), "unverified");
  }
  for (const status of ["failed", "timeout", "unverified", "stale", "unavailable", "error"] as const) {
    assertEquals(await statusOf([{ ...lint, status }]), "unverified");
  }
  assertEquals(await statusOf([{ ...lint, required: false }]), "unverified");
  assertEquals(await statusOf([{ ...lint, filetypes: ["rust"] }]), "unverified");
  assertEquals(await statusOf([]), "unverified");
});

Deno.test("a linter of the editor covers only when it says that it verified", async () => {
  assertEquals(await statusOf([], { lint: { status: "ok", verified: true } }), "ok");
  assertEquals(await statusOf([], { lint: { status: "ok" } }), "unverified");
  assertEquals(await statusOf([], { lint: { status: "ok", verified: "true" } }), "unverified");
  assertEquals(await statusOf([], { lint: { status: "unverified", verified: true } }), "unverified");
});

Deno.test("diagnostics that failed or grew old, and any known error, take the cover away; none at all does not", async () => {
  const verified = { status: "ok", verified: true } as const;
  for (const status of ["failed", "stale", "error", "timeout"] as const) {
    assertEquals(await statusOf([lint], { lint: verified, diagnostics: { status } }), "unverified", status);
  }
  for (const severity of [1, "error", "Error"]) {
    const diagnostics = { status: "unverified", diagnostics: [{ severity: 2 }, { severity }] } as const;
    assertEquals(await statusOf([lint], { lint: verified, diagnostics }), "unverified");
    assertEquals(
      await statusOf([lint], { lint: { ...verified, diagnostics: [{ severity }] } }),
      "unverified",
    );
  }
  for (const status of ["unavailable", "unverified", "ok"] as const) {
    assertEquals(
      await statusOf([lint], { lint: verified, diagnostics: { status, diagnostics: [{ severity: 2 }] } }),
      "ok",
    );
  }
  assertEquals(await statusOf([lint], { lint: { status: "failed" } }), "unverified");
  assertEquals(await statusOf([lint], { lint: { status: "unavailable" } }), "ok");
});

Deno.test("the linter is asked before the diagnostics, and large evidence is cut without losing its verdict", async () => {
  const diagnostics = { status: "unverified", diagnostics: Array(2_000).fill({ severity: 1 }) } as const;
  const asked = editor([fresh()], { diagnostics });
  const [item] = await coverageOf(["a.py"], { checks: [lint], editor: asked, signal });
  assertEquals(asked.asked, ["lint a.py", "diagnostics a.py"]);
  assertEquals([item?.status, item?.evidence[1]], [
    "unverified",
    { tool: "editor_diagnostics", status: "unverified", truncated: true },
  ]);
});
