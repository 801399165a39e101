/** Programs that tell of the machine, and only those of their commands that change nothing. */
import type { ProgramRules } from "./rules.ts";

const words: ProgramRules = { options: {}, operands: "word" };

const shown = { show: words, list: words, lst: words, ls: words };
const object: ProgramRules = { options: {}, commands: shown };
const route: ProgramRules = { options: {}, commands: { ...shown, get: words } };

/** `ip`: looks at addresses, links, routes, neighbours and rules (ip(8)). */
export const ip: ProgramRules = {
  options: flags(
    ...["-4", "-6", "-0", "-s", "-stats", "-statistics", "-d", "-details", "-h", "-human", "-o", "-oneline"],
    ...["-br", "-brief", "-j", "-json", "-p", "-pretty", "-N", "-Numeric", "-t", "-timestamp", "-V"],
  ),
  wholeWords: true,
  commands: {
    ...named(
      object,
      "address",
      "addr",
      "a",
      "link",
      "l",
      "neighbour",
      "neighbor",
      "neigh",
      "n",
      "rule",
      "ru",
    ),
    ...named(route, "route", "r"),
  },
};

/** `journalctl`: looks (journalctl(1)); it neither follows nor tidies up. */
export const journalctl: ProgramRules = {
  options: {
    ...flags("-k", "--dmesg", "-r", "--reverse", "-q", "--quiet", "-a", "--all", "-x", "--catalog", "-e"),
    ...flags(
      "--pager-end",
      "--no-pager",
      "--no-hostname",
      "--utc",
      "--no-full",
      "-l",
      "--full",
      "-m",
      "--merge",
    ),
    ...flags("--show-cursor", "--list-boots", "--disk-usage", "--header", "-N", "--fields", "--system"),
    "-b": "optional",
    "--boot": "optional",
    "--case-sensitive": "optional",
    "-u": "unit",
    "--unit": "unit",
    "--user-unit": "unit",
    "-n": "count",
    "--lines": "count",
    "-p": "word",
    "--priority": "word",
    "-t": "plain",
    "--identifier": "plain",
    "--facility": "word",
    "-S": "text",
    "--since": "text",
    "-U": "text",
    "--until": "text",
    "-g": "text",
    "--grep": "text",
    "-o": "word",
    "--output": "word",
    "--output-fields": "word",
    "-F": "word",
    "--field": "word",
    "-c": "text",
    "--cursor": "text",
    "--after-cursor": "text",
  },
  operands: "match",
};

/** `ss`: looks at sockets (ss(8)); it closes none and dumps none to a file. */
export const ss: ProgramRules = {
  options: {
    ...flags("-n", "--numeric", "-r", "--resolve", "-a", "--all", "-l", "--listening", "-o", "--options"),
    ...flags("-e", "--extended", "-m", "--memory", "-p", "--processes", "-T", "--threads", "-i", "--info"),
    ...flags(
      "-s",
      "--summary",
      "-4",
      "--ipv4",
      "-6",
      "--ipv6",
      "-0",
      "--packet",
      "-t",
      "--tcp",
      "-u",
      "--udp",
    ),
    ...flags("-d", "--dccp", "-w", "--raw", "-x", "--unix", "-S", "--sctp", "--tipc", "--vsock", "--xdp"),
    ...flags(
      "-M",
      "--mptcp",
      "-H",
      "--no-header",
      "-O",
      "--oneline",
      "--tos",
      "--cgroup",
      "-B",
      "--bound-inactive",
    ),
    "-f": "word",
    "--family": "word",
    "-A": "word",
    "--query": "word",
    "--socket": "word",
  },
  operands: "plain",
};

const display: ProgramRules["options"] = {
  ...flags("--no-pager", "-l", "--full", "-a", "--all", "-q", "--quiet", "--no-legend", "--plain", "--value"),
  ...flags("-r", "--recursive", "--reverse", "--after", "--before", "--failed", "--system"),
  "-p": "word",
  "-P": "word",
  "--property": "word",
  "-t": "word",
  "--type": "word",
  "--state": "word",
  "-n": "count",
  "--lines": "count",
  "-o": "word",
  "--output": "word",
};

const units: ProgramRules = { options: display, operands: "unit" };

/** `systemctl`: looks at units (systemctl(1)). */
export const systemctl: ProgramRules = {
  options: display,
  commands: named(
    units,
    ...["status", "list-units", "list-unit-files", "is-active", "is-enabled", "show", "cat", "list-timers"],
    "is-failed",
  ),
};

function flags(...names: readonly string[]): Record<string, "none"> {
  return Object.fromEntries(names.map((name) => [name, "none"]));
}

function named(rules: ProgramRules, ...names: readonly string[]): Record<string, ProgramRules> {
  return Object.fromEntries(names.map((name) => [name, rules]));
}
