/** Rules about what runs later without being asked for again. */
import { persistenceOf } from "../sensitive.ts";
import { defineRule, type Rule } from "../rule.ts";
import { blame } from "./subjects.ts";

const sshAccess = defineRule({
  id: "persistence.ssh_access",
  verdict: "deny",
  reason: "Changes who can log in over SSH, or what SSH runs",
  safer: "Have a person add the key",
  when: (call) =>
    !/^(?:mkdir|chmod|chown)$/.test(call.name) &&
    blame("write")(call, (effect) => persistenceOf(effect) === "SSH access"),
  match: ["echo k >> ~/.ssh/authorized_keys", "cp k ~/.ssh/authorized_keys", "cp c ~/.ssh/config"],
  notMatch: ["mkdir -p ~/.ssh", "chmod 700 ~/.ssh", "cat ~/.ssh/authorized_keys"],
});

const removeCrontab = defineRule({
  id: "persistence.remove_crontab",
  verdict: "deny",
  reason: "Deletes all scheduled jobs of the user at once",
  safer: "crontab -l first, then edit the one line",
  programs: ["crontab"],
  when: (call) => call.options.find(["-r"])?.word,
  match: ["crontab -r", "crontab -u me -r", "crontab -ir"],
  notMatch: ["crontab -l", "crontab x"],
});

const startUp = defineRule({
  id: "persistence.start_up",
  verdict: "ask",
  reason: "Makes something run later: at login, at a set time, with a tool or a service",
  when: (call) =>
    blame("write", "delete", "persist")(
      call,
      (effect) => effect.kind === "persist" || persistenceOf(effect) !== null,
    ),
  match: [
    "echo x >> ~/.bashrc",
    "> .git/hooks/pre-commit",
    "crontab jobs",
    "echo ls | at now",
    "systemctl enable x",
    "cp x ~/.config/systemd/user/x.service",
    "cp x .vscode/tasks.json",
    "rm ~/.profile",
  ],
  notMatch: ["cat ~/.bashrc", "crontab -l", "systemctl status x", "echo x > a.txt"],
});

/** Rules about persistence. */
export const persistence: readonly Rule[] = [sshAccess, removeCrontab, startUp];
