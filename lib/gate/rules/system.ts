/** Rules about the running machine: power, processes, services, settings. */
import type { Call } from "../call.ts";
import { defineRule, type Rule } from "../rule.ts";
import { MARK, marked } from "../grammar/marks.ts";
import { asksHelp } from "../programs/administers.ts";
import { ELEVATORS } from "./privilege.ts";
import { blame } from "./subjects.ts";

const POWER = /^(?:poweroff|reboot|halt|kexec|soft-reboot|exit|rescue|emergency)$/;

function powersOff(call: Call): boolean {
  const { options, name } = call;
  if (asksHelp(call)) return false;
  if (name === "shutdown") return !options.has("-c", "--show");
  if (name === "init" || name === "telinit") return /^[016sS]$/.test(options.operands[0]?.value ?? "");
  if (name === "systemctl" || name === "loginctl") return POWER.test(options.operands[0]?.value ?? "");
  return !options.has("-w", "--wtmp-only");
}

const powerOff = defineRule({
  id: "system.power_off",
  verdict: "deny",
  reason: "Stops or restarts the machine",
  programs: ["shutdown", "reboot", "halt", "poweroff", "init", "telinit", "systemctl", "loginctl"],
  when: powersOff,
  match: ["sudo shutdown -h now", "reboot", "init 0", "systemctl poweroff", "halt -p"],
  notMatch: [
    "shutdown --help",
    "shutdown -c",
    "systemctl status reboot.target",
    "echo reboot",
    "aws ec2 run-instances --instance-initiated-shutdown-behavior stop",
  ],
});

function killsAll(call: Call): boolean {
  const words = call.args.map((word) => word.value ?? "");
  switch (call.name) {
    case "killall5":
      return true;
    case "kill": {
      if (words.some((text) => /^-(?:l|L|-list|-table)$/.test(text))) return false;
      // Whether there is such a process.
      if (words[0] === "-0" && words.slice(1).every((text) => /^\d+$/.test(text))) return false;
      const rest = /^-/.test(words[0] ?? "") && words[0] !== "--"
        ? words.slice(/^-(?:s|n|-signal)$/.test(words[0] ?? "") ? 2 : 1)
        : words;
      return rest.some((text) => text === "-1" || text === "1");
    }
    case "killall":
      return call.options.has("-u", "--user") && call.options.operands.length === 0;
    default:
      return (call.options.has("-u", "-U", "--euid", "--uid") && call.options.operands.length === 0) ||
        call.options.operands.some((word) => /^(?:|\.|\.\*|\^|\.\+)$/.test(word.value ?? "x"));
  }
}

const killAll = defineRule({
  id: "system.kill_all",
  verdict: "deny",
  reason: "Ends every process that may be ended, or the first one of the system",
  safer: "Name the one process",
  programs: ["kill", "killall", "pkill", "killall5"],
  when: killsAll,
  match: [
    "kill -9 -1",
    "kill -- -1",
    "kill 1",
    "kill -s KILL -1",
    "pkill -9 .",
    "pkill -u me",
    "killall -u me",
    "killall5",
  ],
  notMatch: [
    "kill -0 1",
    "kill 123",
    "kill -1 123",
    "kill -9 -- -123",
    "kill -l",
    "pkill node",
    "killall node",
  ],
});

const signal = defineRule({
  id: "system.signal",
  verdict: "ask",
  reason: "Ends or signals processes",
  when: (call) =>
    marked(call, MARK.signal)?.word ?? (call.name === "fuser" && blame("privilege")(call, () => true)),
  match: ["kill 123", "pkill node", "fuser -k 80/tcp", "tmux kill-server"],
  notMatch: ["kill -l", "fuser 80/tcp"],
});

const service = defineRule({
  id: "system.service",
  verdict: "ask",
  reason: "Starts, stops or changes a service",
  programs: ["systemctl", "service", "rc-service", "initctl"],
  when: (call) => blame("privilege")(call, () => true),
  match: ["systemctl stop nginx", "systemctl restart x", "service x stop"],
  notMatch: ["systemctl status nginx", "systemctl list-timers"],
});

const change = defineRule({
  id: "system.change",
  verdict: "ask",
  reason: "Changes the running system: its settings, clock, network, mounts, keys, devices or logs",
  when: (call) =>
    !ELEVATORS.includes(call.name) && !/^(?:fuser|systemctl|service|rc-service|initctl)$/.test(call.name) &&
    blame("privilege")(call, (effect) => effect.program === call.name && effect.redirect !== true),
  match: [
    "mount /dev/sdb1 /mnt",
    "iptables -F",
    "sysctl -w kernel.panic=1",
    "ip link set eth0 down",
    "date -s 12:00",
    "dmesg -C",
    "modprobe x",
    "umount /mnt",
  ],
  notMatch: ["mount", "iptables -L", "sysctl -n kernel.hostname", "ip addr", "sudo ls"],
});

/** Rules about the machine. */
export const system: readonly Rule[] = [powerOff, killAll, signal, service, change];
