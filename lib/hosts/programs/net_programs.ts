/** Programs that talk to others: docker's daemon, and servers of the web. */
import type { ProgramRules } from "./rules.ts";

const listing = { "-f": "plain", "--filter": "plain", "--format": "plain" } as const;

const inspect: ProgramRules = {
  options: {
    "-f": "template",
    "--format": "template",
    "-s": "none",
    "--size": "none",
    "--type": "word",
  },
  operands: "object",
  masks: true,
};

/** `docker`: looks at containers, images, networks and volumes. */
export const docker: ProgramRules = {
  options: { "--debug": "none", "-D": "none", "--help": "none", "--version": "none", "-v": "none" },
  commands: {
    inspect,
    ps: {
      options: {
        ...listing,
        ...flags("-a", "--all", "-l", "--latest", "--no-trunc", "-q", "--quiet", "-s", "--size"),
        "-n": "number",
        "--last": "number",
      },
    },
    images: {
      options: { ...listing, ...flags("-a", "--all", "--digests", "--no-trunc", "-q", "--quiet") },
      operands: "object",
      most: 1,
    },
    logs: {
      options: {
        ...flags("-t", "--timestamps", "--details"),
        "-n": "number",
        "--tail": "number",
        "--since": "plain",
        "--until": "plain",
      },
      operands: "object",
      most: 1,
    },
    version: { options: { "-f": "plain", "--format": "plain" } },
    info: { options: { "-f": "plain", "--format": "plain" } },
    stats: {
      options: { ...flags("-a", "--all", "--no-stream", "--no-trunc"), "--format": "plain" },
      operands: "object",
      requires: ["--no-stream"],
    },
    // What may follow the container is options of ps(1), among them one that shows environments.
    top: { options: {}, operands: "object", most: 1 },
    network: {
      options: {},
      commands: { inspect: { ...inspect, options: { "-f": "template", "--format": "template" } } },
    },
    volume: {
      options: {},
      commands: {
        ls: { options: { ...listing, "-q": "none", "--quiet": "none" } },
        inspect: { options: { "-f": "template", "--format": "template" }, operands: "object" },
      },
    },
  },
};

/** `curl`: asks one server for something, and keeps nothing. */
export const curl: ProgramRules = {
  // A configuration file of the account could say anything (curl(1), --config).
  begins: ["-q", "--disable"],
  options: {
    ...flags(
      "-q",
      "--disable",
      "-s",
      "--silent",
      "-S",
      "--show-error",
      "-I",
      "--head",
      "-v",
      "--verbose",
      "-i",
    ),
    ...flags("--include", "--show-headers", "--compressed", "-f", "--fail", "-4", "--ipv4", "-6", "--ipv6"),
    "-o": "null_device",
    "--output": "null_device",
    "-w": "writeout",
    "--write-out": "writeout",
    "-H": "header",
    "--header": "header",
    "-m": "seconds",
    "--max-time": "seconds",
    "--connect-timeout": "seconds",
    "--url": "url",
    "-X": "method",
    "--request": "method",
    "-A": "plain",
    "--user-agent": "plain",
  },
  operands: "url",
};

function flags(...names: readonly string[]): Record<string, "none"> {
  return Object.fromEntries(names.map((name) => [name, "none"]));
}
