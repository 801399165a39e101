/** Rules about other users' rights. */
import type { Call } from "../call.ts";
import { persistenceOf } from "../sensitive.ts";
import { defineRule, type Rule } from "../rule.ts";
import { asksHelp } from "../programs/administers.ts";
import { blame } from "./subjects.ts";

/** Programs that give another user's rights; the rest of `privilege` effects changes the system. */
export const ELEVATORS: readonly string[] = "sudo su doas pkexec runuser run0 gksudo sudoedit newgrp sg"
  .split(" ");

const sudoRules = defineRule({
  id: "privilege.sudo_rules",
  verdict: "deny",
  reason: "Changes who may act as the administrator",
  safer: "Have a person edit it with visudo",
  when: (call) =>
    call.name === "visudo" && !asksHelp(call) && !call.options.has("-c", "--check", "-V")
      ? call.program
      : blame("write")(call, (effect) => persistenceOf(effect) === "sudo rules"),
  match: [
    "printf x | sudo tee -a /etc/sudoers",
    "cp x /etc/sudoers.d/me",
    "visudo",
    "chmod u+w /etc/sudoers",
  ],
  notMatch: ["visudo -c", "visudo --help", "ls /etc/sudoers.d"],
});

/** `u+s`, `+s`, `4755`, `06755`: the program then runs with its owner's rights. */
const SETUID = /^(?:0*[4567][0-7]{3}|(?:.*,)?(?:[ugoa]*u[ugoa]*|a?)[+=][rwxXt]*s.*)$/;

const setuid = defineRule({
  id: "privilege.setuid",
  verdict: "deny",
  reason: "Lets a program run with its owner's rights, whoever starts it",
  safer: "Run it through sudo with a rule for that one command",
  programs: ["chmod", "install"],
  when: (call) =>
    (call.name === "install" ? call.options.values("-m", "--mode") : call.args).find((word) =>
      SETUID.test(word.value ?? "")
    ),
  match: ["chmod u+s x", "chmod 4755 x", "chmod +s /tmp/sh", "install -m 4755 a b"],
  notMatch: ["chmod g+s dir", "chmod 2775 dir", "chmod 755 x", "chmod +x x", "chmod -R 644 y"],
});

const ADMINISTRATORS = /^(?:sudo|wheel|admin|root|docker|lxd|disk|shadow|adm)$/;

function joinsAdministrators(call: Call): boolean {
  const words = call.args.flatMap((word) => (word.value ?? "").split(","));
  if (!words.some((text) => ADMINISTRATORS.test(text))) {
    return /^(?:useradd|usermod)$/.test(call.name) && call.options.value("-u", "--uid")?.value === "0";
  }
  if (call.name === "usermod" || call.name === "useradd") {
    return call.args.some((word) => /^-\w*[gG]|^--(?:gid|groups)/.test(word.value ?? ""));
  }
  return call.name === "gpasswd" || call.options.operands.length > 1;
}

const administrators = defineRule({
  id: "privilege.administrators",
  verdict: "deny",
  reason: "Makes an account an administrator",
  programs: ["usermod", "useradd", "gpasswd", "adduser"],
  when: joinsAdministrators,
  match: ["usermod -aG sudo me", "adduser me wheel", "gpasswd -a me docker", "useradd -o -u 0 x"],
  notMatch: ["usermod -aG audio me", "adduser me", "useradd me"],
});

const elevate = defineRule({
  id: "privilege.elevate",
  verdict: "ask",
  reason: "Takes the administrator's or another user's rights",
  safer: "Run it without sudo, su or the like, where that is enough",
  programs: ELEVATORS,
  when: (call) => blame("privilege")(call, () => true),
  match: ["sudo apt-get install jq", "su -c ls", "sudo ls", "doas ls", "pkexec ls"],
  notMatch: ["sudo --version", "echo sudo ls"],
});

const capability = defineRule({
  id: "privilege.capability",
  verdict: "ask",
  reason: "Gives a program some of the administrator's rights",
  programs: ["setcap"],
  when: (call) => call.options.operands.length > 1,
  match: ["setcap cap_net_raw+ep ./x"],
  notMatch: ["setcap --help"],
});

const accounts = defineRule({
  id: "privilege.accounts",
  verdict: "ask",
  reason: "Changes user accounts or groups",
  programs:
    "useradd userdel usermod groupadd groupdel groupmod adduser deluser addgroup delgroup chsh chfn gpasswd chpasswd vipw vigr newusers passwd chage"
      .split(" "),
  when: (call) => blame("privilege")(call, () => true),
  match: ["useradd me", "passwd me", "chsh -s /bin/zsh"],
  notMatch: ["passwd -S", "chage -l me", "useradd --help"],
});

/** Rules about rights. */
export const privilege: readonly Rule[] = [sudoRules, setuid, administrators, elevate, capability, accounts];
