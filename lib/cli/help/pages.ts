// Generated from what is in docs/ by `deno task generate`; do not edit.

/** The pages of `docs/`, each loaded when it is asked for. */
export const pages: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  "approvals": () => import("../../../docs/approvals.md", { with: { type: "text" } }),
  "clients": () => import("../../../docs/clients.md", { with: { type: "text" } }),
  "clients/claude-code": () => import("../../../docs/clients/claude-code.md", { with: { type: "text" } }),
  "clients/claude-desktop": () =>
    import("../../../docs/clients/claude-desktop.md", { with: { type: "text" } }),
  "clients/codex": () => import("../../../docs/clients/codex.md", { with: { type: "text" } }),
  "clients/cursor": () => import("../../../docs/clients/cursor.md", { with: { type: "text" } }),
  "clients/vs-code": () => import("../../../docs/clients/vs-code.md", { with: { type: "text" } }),
  "clients/windsurf": () => import("../../../docs/clients/windsurf.md", { with: { type: "text" } }),
  "clients/zed": () => import("../../../docs/clients/zed.md", { with: { type: "text" } }),
  "config": () => import("../../../docs/config.md", { with: { type: "text" } }),
  "confirmation": () => import("../../../docs/confirmation.md", { with: { type: "text" } }),
  "containers": () => import("../../../docs/containers.md", { with: { type: "text" } }),
  "flow": () => import("../../../docs/flow.md", { with: { type: "text" } }),
  "gate": () => import("../../../docs/gate.md", { with: { type: "text" } }),
  "hooks": () => import("../../../docs/hooks.md", { with: { type: "text" } }),
  "hosts": () => import("../../../docs/hosts.md", { with: { type: "text" } }),
  "logs": () => import("../../../docs/logs.md", { with: { type: "text" } }),
  "migration": () => import("../../../docs/migration.md", { with: { type: "text" } }),
  "migration/flow": () => import("../../../docs/migration/flow.md", { with: { type: "text" } }),
  "migration/mikrus": () => import("../../../docs/migration/mikrus.md", { with: { type: "text" } }),
  "migration/phases-agents": () =>
    import("../../../docs/migration/phases-agents.md", { with: { type: "text" } }),
  "migration/phocinae": () => import("../../../docs/migration/phocinae.md", { with: { type: "text" } }),
  "model": () => import("../../../docs/model.md", { with: { type: "text" } }),
  "neovim": () => import("../../../docs/neovim.md", { with: { type: "text" } }),
  "operating": () => import("../../../docs/operating.md", { with: { type: "text" } }),
  "policy": () => import("../../../docs/policy.md", { with: { type: "text" } }),
  "protocol": () => import("../../../docs/protocol.md", { with: { type: "text" } }),
  "roots": () => import("../../../docs/roots.md", { with: { type: "text" } }),
  "rules": () => import("../../../docs/rules.md", { with: { type: "text" } }),
  "skills": () => import("../../../docs/skills.md", { with: { type: "text" } }),
  "tools": () => import("./tools.ts"),
  "troubleshooting": () => import("../../../docs/troubleshooting.md", { with: { type: "text" } }),
};
