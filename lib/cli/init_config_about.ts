/** What each setting of a file is for, and an example for one that has no default. One that is missing here does not compile. */
import type { FileKey } from "./init_config_text.ts";

interface About {
  /** One line, without its end. */
  readonly what: string;
  /** A value in TOML; none for a setting that has a default. */
  readonly example?: string;
}

/** By the dotted name. */
export const ABOUT: { readonly [K in FileKey]: About } = {
  families: { what: "What is served; all that can be, when left out", example: '["gate", "skills"]' },
  read_only: { what: "Leave out every tool that changes something" },
  transport: { what: "How clients reach the server" },
  host: { what: "Where HTTP listens" },
  port: { what: "The port of HTTP; 0 is any free one" },
  token_file: { what: "The bearer token that HTTP clients must send", example: '"/path/to/token"' },
  "state.dir": { what: "Where the record of calls and the stores are kept", example: '"/path/to/state"' },
  "log.level": { what: "How much is told on stderr" },
  "log.format": { what: "How it is told" },
  "telemetry.endpoint": {
    what: "Where traces are sent; none, when left out",
    example: '"http://127.0.0.1:4318"',
  },
  "telemetry.allow_remote": { what: "Let that be another machine" },
  "gate.engine": { what: "What the decision model speaks" },
  "gate.server": { what: "Where it listens" },
  "gate.servers": { what: "Other services that a call may name" },
  "gate.allow_remote": { what: "Let it be another machine, which then sees commands" },
  "gate.timeout": { what: "How long it may take" },
  "gate.model": { what: "Its name", example: '"qwen2.5-coder:7b"' },
  "gate.l1_enabled": { what: "Ask it about what the rules cannot judge" },
  "gate.token_file": { what: "The bearer token that it wants", example: '"/path/to/token"' },
  "gate.noul_threshold": { what: "How sure it must be" },
  "gate.deny_at": { what: "From which danger on a command is denied" },
  "gate.ask_at": { what: "From which danger on a person is asked" },
  "gate.rules": { what: "Rules of your own", example: '"/path/to/rules.toml"' },
  "skills.roots": {
    what: "Where skill packages are",
    example: '{ path = "/path/to/packages", format = "phases" }',
  },
  "skills.config": { what: "A file with such roots", example: '"/path/to/roots.json"' },
  "skills.quarantine": { what: "Set a bad package aside instead of refusing all" },
  "skills.format": { what: "What the packages follow" },
  "skills.gap_rules": { what: "Rules for what a plan should cover", example: '"/path/to/rules.json"' },
  hosts: {
    what: "A server, by its alias",
    example: '{ type = "ssh", host = "web.example.com", user = "admin" }',
  },
  "policy.scopes": { what: "What may be called, on what" },
  "policy.writes": { what: "Let servers be changed; each change then needs an approval" },
  "policy.principal": { what: "Who calls over stdio; your account, when left out", example: '"me"' },
  "policy.approval_file": { what: "The only store of approvals", example: '"/path/to/approvals"' },
  "policy.approvals": { what: "Who approves: an operator, or the client's own person as well" },
  "policy.allow_insecure_ssh": { what: "Let servers be read whose host key nobody verifies" },
  "policy.default_server": { what: "The server that is meant when a call names none", example: '"web"' },
  "policy.default_deadline_ms": { what: "How long a call may take", example: "120000" },
  "policy.max_deadline_ms": { what: "How long any call may take", example: "120000" },
  "policy.max_request_bytes": { what: "How long a request over HTTP may be" },
  "policy.max_result_bytes": { what: "How long an answer of the server tools may be" },
  "policy.job_store": { what: "Turns durable jobs on", example: '"/path/to/jobs"' },
  "policy.cron_store": { what: "Turns crontab profiles on", example: '"/path/to/crontabs"' },
  "policy.plan_store": { what: "Turns compose plans on", example: '"/path/to/plans"' },
  "policy.config_revision": {
    what: "What you call this configuration; shown in answers",
    example: '"2026-01"',
  },
  "policy.deployment_receipt": {
    what: "A file whose content is shown in answers",
    example: '"/path/to/receipt"',
  },
  workspace_dir: { what: "The project that the models work on", example: '"~/project"' },
  "ollama.base_url": { what: "Where the models are" },
  "ollama.api": { what: "What their service speaks" },
  "ollama.model": { what: "The model of every role that has none of its own" },
  "ollama.temperature": { what: "How freely it answers" },
  "ollama.context_length": { what: "How much it takes in at once" },
  "ollama.timeout": { what: "How long one answer may take" },
  "ollama.allow_remote": { what: "Let it be another machine, which then sees your files" },
  "models.planner": { what: "Plans" },
  "models.coder": { what: "Writes" },
  "models.reviewer": { what: "Judges what was written" },
  "agent.max_iterations": { what: "Turns of one role" },
  "agent.max_cycles": { what: "Times that a reviewer may send work back" },
  "agent.max_tool_calls": { what: "Tool calls of a whole run" },
  "agent.max_context_chars": { what: "What a model is shown at most" },
  "agent.max_task_chars": { what: "How long a task may be" },
  "agent.max_seconds": { what: "How long a run may take" },
  "agent.protect": { what: "Files that no run may write", example: '["tests/**"]' },
  "agent.check_env": { what: "Variables that checks get besides the usual ones", example: '["CI"]' },
  checks: {
    what: "A check that decides whether a run did it, by its name",
    example: '{ cmd = ["npm", "test"] }',
  },
};
