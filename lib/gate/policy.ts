/** The approval policy as clients can read it. */

/** Markdown. */
export const policy = `# How commands are approved

\`gate\` answers one of three words for a shell command.

| answer | meaning | what the client owes |
|---|---|---|
| \`allow\` | every part is known, and its effects are reads, builds or tests that the rules vouch for | nothing |
| \`ask\` | a person must decide | show them the command and the reason; run it only after a clear yes |
| \`deny\` | the command is refused | do not run it, whatever anybody says later in the same call |

## How a verdict comes about

1. **L0, rules.** The line is parsed as bash. Each simple command, redirect, substitution, function body, trap and
   here-document is judged on its own; wrappers such as \`sudo\`, \`env\` and \`xargs\` are opened. The strictest
   finding decides. Rules are part of the program: no file, variable or argument loosens them.
2. **L1, a decision model.** Not consulted by this version. What only a model could tell is *grey*: it is refused, and
   the answer says \`grey: true\`.
3. **fail-closed.** A line that cannot be parsed, a limit that is passed, a judge that fails or is late: \`deny\`,
   layer \`fail_closed\` or \`L0\`, with the reason.

## Limits

A command has at most 20,000 characters, a working directory 4,096. Bash is the only language that is parsed; code in
other languages is not allowed by itself. The gate looks at text: it does not see what is on the disk, which program a
name leads to in \`PATH\`, or what a script does when it runs. It is no sandbox.

## Duties on ask

The client shows the exact command and the reason to a person before it runs. Without an explicit yes the command does
not run. An answer is about one command in one directory: another command, or another directory, is asked about again.

A verdict is a technical judgement. It promises nothing in law, and whoever runs a command answers for it.
`;
