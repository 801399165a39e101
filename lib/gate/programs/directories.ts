/** Programs that ask an agent or a directory of another machine, and change nothing there. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";

/** A name or a password that is not spelt out may be a secret of another place. */
const asks = (_: Parsed, call: Call): readonly Effect[] => [
  { kind: "network" },
  ...call.args.filter((word) => word.value === null).map((word): Effect => ({
    kind: "execute",
    unknown: true,
    word,
  })),
];

/**
 * SNMP and LDAP. What reads a file and sends it (`ldapsearch -f`, `-y`), writes one (`-t`, `snmpget -L f`) or reads
 * MIBs and settings from a place of its own is not named, and asked about.
 */
export const directories: readonly Program[] = [
  defineProgram({
    names:
      "snmpget snmpgetnext snmpwalk snmpbulkget snmpbulkwalk snmptable snmpdf snmpstatus snmpnetstat snmpdelta snmpps snmpping",
    options: {
      closed: true,
      values: "-v -c -C -O -I -r -t -l -n -a -A -e -E -u -x -X -Z -P -m",
      flags: "-d -h --help -H -V --version",
    },
    effects: asks,
    examples: { "snmpget -v2c -c public -Os host sysUpTime.0": "network" },
  }),
  defineProgram({
    names: "snmptranslate",
    options: {
      closed: true,
      values: "-m -O -I -T -P -w",
      flags: "-d -h --help -V --version",
    },
    examples: { "snmptranslate -On SNMPv2-MIB::system.sysUpTime.0": "" },
  }),
  defineProgram({
    names: "ldapsearch ldapwhoami ldapcompare",
    options: {
      closed: true,
      values: "-b -s -a -l -z -D -w -H -P -e -E -o -O -U -R -X -Y -S -d -h -p",
      flags: "-V -n -v -c -u -A -L -M -x -W -I -Q -N -Z --help",
    },
    effects: asks,
    examples: { "ldapsearch -x -LLL '(sn=smith)' cn": "network" },
  }),
];
