/**
 * `deno task smoke`: goes through both matrices against the program as it is started, and writes what was said to
 * `dist/mcp_smoke.txt` (stdio) and `dist/http_smoke.txt`. Exits 1 when a sentence does not hold.
 */
import { join } from "node:path";
import { VERSION } from "gatehouse/core/version.ts";
import { httpChecks, httpGone } from "../matrix/http.ts";
import { transcribe } from "../matrix/parts/checks.ts";
import { overHttp, overStdio } from "../matrix/parts/started.ts";
import { stdioAudit } from "../matrix/stdio_audit.ts";
import { legacyChecks, legacyGone } from "../matrix/stdio_legacy.ts";
import { modernChecks, modernGone } from "../matrix/stdio_modern.ts";
import { ROOT } from "./parts/tree.ts";

/** One part of a transcript. */
interface Part {
  readonly title: string;
  readonly text: string;
  readonly count: number;
  readonly failed: number;
}

async function write(name: string, parts: readonly Part[]): Promise<number> {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  const head = `gatehouse ${VERSION}. → is sent, ← comes back. ${count - failed} of ${count} sentences hold.`;
  const body = parts.map(({ title, text }) => `== ${title} ==\n\n${text}`).join("\n");
  await Deno.mkdir(join(ROOT, "dist"), { recursive: true });
  await Deno.writeTextFile(join(ROOT, "dist", name), `${head}\n\n${body}`);
  console.log(`dist/${name}: ${count - failed} of ${count} sentences hold`);
  return failed;
}

const stdio: Part[] = [];
for (
  const [title, checks, options] of [
    ["stdio, 2024-11-05", legacyChecks, {}],
    ["stdio, 2026-07-28", modernChecks, {}],
    ["stdio, without the decision service", [...legacyGone, ...modernGone], { gone: true }],
  ] as const
) {
  const all = [...checks, stdioAudit];
  const result = await overStdio((session) => transcribe(all, session), options);
  stdio.push({ title, count: all.length, ...result });
}
const http: Part[] = [];
for (
  const [title, checks, options] of [
    ["Streamable HTTP, 2026-07-28", httpChecks, {}],
    ["Streamable HTTP, without the decision service", httpGone, { gone: true }],
  ] as const
) {
  const result = await overHttp((session) => transcribe(checks, session), options);
  http.push({ title, count: checks.length, ...result });
}
const failed = await write("mcp_smoke.txt", stdio) + await write("http_smoke.txt", http);
if (failed > 0) Deno.exitCode = 1;
