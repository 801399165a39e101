/** Programs that show, divide, format and mount disks. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { asksHelp } from "./administers.ts";
import { queries } from "./queries.ts";

/** Every operand that is a device is written; none named means one is asked for. */
function device(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call)) return [];
  const found = call.touch("write", parsed.operands);
  return found.length > 0 ? found : [{ kind: "write", unknown: true, word: call.program }];
}

/** Writes the device unless one of the flags makes it a question. */
const unless = (...flags: readonly string[]) => (parsed: Parsed, call: Call): readonly Effect[] =>
  flags.length > 0 && parsed.has(...flags) && parsed.uncertain.length === 0
    ? call.touch("read", parsed.operands)
    : device(parsed, call);

const MAKERS =
  "ext2 ext3 ext4 xfs btrfs vfat fat msdos exfat ntfs f2fs minix cramfs bfs jfs reiserfs nilfs2 udf erofs";

/** Partitions, file systems, volumes. */
export const disks: readonly Program[] = [
  defineProgram({
    names: `mkfs mke2fs mkdosfs mkntfs mkswap ${
      MAKERS.split(" ").map((name) => `mkfs.${name}`).join(" ")
    } newfs`,
    options: {
      values: "-t --type -L --label -U --uuid -b -i -I -N -m -O -E -F -n -s -d -l",
      flags: "-F -q -v -f",
    },
    effects: (parsed, call) =>
      device(parsed, call).filter((effect) => effect.path === undefined || effect.path.includes("/")),
    examples: { "mkfs.ext4 /dev/sda1": "write:/dev/sda1", "mkfs.ext4 --help": "" },
  }),
  defineProgram({
    names: "wipefs",
    options: { values: "-t -o -O --output --types" },
    effects: (parsed, call) =>
      parsed.has("-a", "--all", "-o", "--offset", "-f", "--force")
        ? device(parsed, call)
        : call.touch("read", parsed.operands),
  }),
  defineProgram({
    names: "fdisk cfdisk",
    options: { values: "-b -C -H -S -o --output -t --type -u -w -W -B --protect-boot -c", optional: "-u -c" },
    effects: unless("-l", "--list", "-s", "--getsz", "-x", "--list-details"),
    examples: { "fdisk -l": "", "fdisk /dev/sda": "write:/dev/sda" },
  }),
  defineProgram({
    names: "sfdisk",
    options: {
      flags:
        "-l --list -d --dump -J --json -V --verify -F --list-free -T --list-types -g --show-geometry -s --show-size -n --no-act -q --quiet",
    },
    effects: unless(
      "-l",
      "--list",
      "-d",
      "--dump",
      "-J",
      "--json",
      "-V",
      "--verify",
      "-F",
      "--list-free",
      "-T",
      "--list-types",
      "-g",
      "--show-geometry",
      "-s",
      "--show-size",
      "-n",
      "--no-act",
    ),
  }),
  defineProgram({
    names: "parted",
    options: { values: "-a --align -u" },
    effects: (parsed, call) => {
      const said = parsed.operands.slice(1).map((word) => word.value);
      if (parsed.has("-l", "--list")) return [];
      if (said[0] === "print" || (said[0] === "unit" && said[2] === "print")) {
        return call.touch("read", parsed.operands.slice(0, 1));
      }
      return asksHelp(call) ? [] : call.touch("write", parsed.operands.slice(0, 1)).concat(
        parsed.operands.length === 0 ? [{ kind: "write", unknown: true, word: call.program }] : [],
      );
    },
    examples: {
      "parted --list": "",
      "parted /dev/sda print": "read:/dev/sda",
      "parted /dev/sda mklabel gpt": "write:/dev/sda",
    },
  }),
  defineProgram({
    names: "gdisk sgdisk cgdisk fixparts",
    options: {
      values: "-i --info -n --new -d --delete -t --typecode -c --change-name",
      writes: "-b --backup",
    },
    effects: unless("-l", "-p", "--print", "-i", "--info", "-v", "--verify", "-L", "--list-types"),
  }),
  defineProgram({
    names: "partx",
    options: { values: "-o --output -n --nr -t --type -S --sector-size" },
    effects: (parsed, call) =>
      parsed.has("-a", "--add", "-d", "--delete", "-u", "--update")
        ? device(parsed, call)
        : call.touch("read", parsed.operands),
  }),
  defineProgram({ names: "delpart addpart resizepart partprobe kpartx", effects: device }),
  defineProgram({
    names: "blockdev",
    options: { values: "--setra --setfra --setbsz" },
    effects: (parsed, call) => {
      const asks = parsed.options.every((option) =>
        /^--(?:get|report|version|help|v$|q$)|^-[vqV]$/.test(option.name)
      );
      return asks ? call.touch("read", parsed.operands) : device(parsed, call);
    },
  }),
  defineProgram({
    names: "hdparm",
    // A number after an option sets what the option alone would show.
    effects: (parsed, call) =>
      parsed.options.length > 0 &&
        parsed.options.every((option) =>
          /^-[IigtTCvaAdcbmkHrWQM]$|^--(?:direct|verbose)$/.test(option.name)
        ) &&
        parsed.options.every((option) => !/\d/.test(option.word.text)) &&
        parsed.operands.every((word) => word.prefix.startsWith("/"))
        ? call.touch("read", parsed.operands)
        : device(parsed, call),
    examples: {
      "hdparm -M /dev/sda": "read:/dev/sda",
      "hdparm -W 0 /dev/sda": "write:/home/user/project/0 write:/dev/sda",
    },
  }),
  defineProgram({
    names:
      "tune2fs e2label e2image resize2fs xfs_growfs xfs_admin xfs_repair btrfstune fatlabel dosfslabel ntfslabel exfatlabel debugfs xfs_db badblocks",
    options: { values: "-r -c -i -L -U -E -O -m -o -R -f -b -s" },
    effects: unless("-l", "-n", "-P"),
  }),
  defineProgram({
    names: "xfs_info isosize",
    effects: (parsed, call) => call.touch("read", parsed.operands),
  }),
  defineProgram({
    names: `fsck e2fsck ${MAKERS.split(" ").map((name) => `fsck.${name}`).join(" ")} dosfsck ntfsfix`,
    effects: unless("-n", "-N"),
  }),
  defineProgram({
    names: "smartctl",
    options: { values: "-d --device -l --log -n --nocheck -q --quietmode -r -T -b", style: "getopt" },
    effects: (parsed, call) =>
      parsed.has(
          "-s",
          "--smart",
          "-t",
          "--test",
          "-o",
          "--offlineauto",
          "-S",
          "--saveauto",
          "-X",
          "--abort",
          "--set",
        )
        ? device(parsed, call)
        : call.touch("read", parsed.operands),
  }),
  queries("lvs pvs vgs lvdisplay pvdisplay vgdisplay lvscan pvscan vgscan lvmdiskscan", {
    bare: true,
    flags: "-a --all -o --options --units --reportformat --noheadings -v -c -C -s",
    options: {
      flags:
        "--noheadings --nosuffix --aligned --unbuffered -m --maps --rows -P --partial --segments --headings",
      values: "-o --options --units --reportformat -S --select -O --sort --separator --foreign",
    },
    single: true,
  }),
  queries("swaplabel", { single: true }),
  queries("lvm dmsetup dmstats", {
    verbs: "ls info status table deps targets version fullreport lvs pvs vgs report list",
  }),
  queries("mdadm", {
    flags: "-D --detail -E --examine -Q --query -Y --export",
    options: { flags: "-v --verbose -b --brief -s --scan -t --test", values: "-c --config" },
  }),
  queries("cryptsetup", { verbs: "status luksDump isLuks luksUUID benchmark help" }),
  queries("zfs zpool", {
    verbs: "list get status iostat history events version diff userspace groupspace holds",
  }),
  queries("btrfs", {
    objects:
      "subvolume filesystem device scrub qgroup property prop balance inspect-internal quota fi sub dev",
    verbs: "list show df usage du stats status get dump-tree dump-super rootid version help sync",
  }),
  queries("nvme", {
    verbs:
      "show-hostnqn list list-subsys id-ctrl id-ns smart-log error-log fw-log get-log get-feature show-regs version help list-ctrl list-ns",
  }),
];
