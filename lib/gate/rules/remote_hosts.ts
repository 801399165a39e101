/** Options that send a question about this machine to another one. */
import type { Call } from "../call.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Word } from "../word.ts";

/** By program: an argument, and after a blank the one that follows it. */
const REMOTE: readonly (readonly [programs: string, argument: RegExp])[] = [
  [
    "docker podman nerdctl docker-compose podman-compose",
    /^(?:-[a-zA-Z]*H ?|--host[= ]|--url[= ])(?!unix:|npipe:|fd:)\S|^(?:--context[= ]|-c ?)(?!default(?: |$))\S|^(?:--connection|--config|--address|-a)[= ]|^(?:-r|--remote)(?: |$)/,
  ],
  [
    "systemctl journalctl loginctl hostnamectl timedatectl localectl systemd-analyze busctl bootctl machinectl networkctl " +
    "systemd-cgls systemd-cgtop coredumpctl systemd-detect-virt",
    /^-[a-zA-Z]*[HM] ?(?!\.host(?: |$))\S|^--(?:hos?t?|mac\w*|addr\w*)[= ]/,
  ],
  [
    "virsh virt-cat virt-df virt-ls virt-log virt-tail virt-filesystems virt-inspector virt-top virt-install",
    /^(?:-[a-z]*c ?|--connect[= ])\S*(?:\+|:\/\/[^/ ])/,
  ],
  ["lpstat lpq lpinfo lpoptions", /^-[a-zA-Z]*h ?\S/],
  ["gdbus dbus-send dbus-monitor", /^--(?:address|peer|bus)[= ]/],
  ["xdpyinfo xlsclients xwininfo xprop xrandr glxinfo xlsfonts xdriinfo", /^--?d(?:isplay)?[= ](?!:)\S/],
  ["pactl pacmd", /^(?:-s ?|--server[= ])\S/],
  ["mpc", /^(?:-h ?|--host[= ])\S/],
  ["consul vault nomad etcdctl", /^--?(?:http-addr|address|endpoints?)[= ]/],
  ["hg", /^(?:-R ?|--repository[= ])\w+:\/\//],
];

const byProgram = new Map<string, RegExp[]>();
for (const [programs, argument] of REMOTE) {
  for (const name of programs.split(" ")) byProgram.set(name, [...byProgram.get(name) ?? [], argument]);
}

/** Longer arguments are looked at up to here. */
const MAX_LENGTH = 2_000;

function remote(call: Call): Word | undefined {
  const forms = byProgram.get(call.name);
  if (forms === undefined) return undefined;
  const [command] = call.subcommand.split(" ");
  for (const [index, word] of call.args.entries()) {
    // Behind the subcommand the same letters are others' options.
    if (command !== "" && word.value === command) return undefined;
    const next = call.args[index + 1];
    const text = `${word.value ?? word.prefix} ${next?.value ?? next?.prefix ?? ""}`.slice(0, MAX_LENGTH);
    if (word.prefix.startsWith("-") && forms.some((form) => form.test(text))) return word;
  }
  return undefined;
}

const elsewhere = defineRule({
  id: "network.remote_host",
  verdict: "ask",
  reason:
    "Asks another machine or container instead of this one, with the rights of whoever is signed in there",
  when: (call) => call.known && !call.isFunction && remote(call),
  match: [
    "docker -H ssh://evil ps",
    "podman --remote --url ssh://evil ps",
    "systemctl -H evil status",
    "journalctl --machine=x",
    "virsh -c qemu+ssh://evil/system list",
  ],
  notMatch: [
    "docker -H unix:///var/run/docker.sock ps",
    "docker ps --filter name=x",
    "systemctl status x",
    "journalctl -u x -n 5",
    "virsh -c qemu:///system list",
  ],
});

/** Rules about other machines. */
export const remoteHosts: readonly Rule[] = [elsewhere];
