/** Rules about disks and raw memory. */
import { isBlockDevice } from "../paths.ts";
import { defineRule, type Rule } from "../rule.ts";
import { blame } from "./subjects.ts";

const writeDisk = defineRule({
  id: "devices.write_disk",
  verdict: "deny",
  reason: "Writes straight to a disk, over whatever file system is on it",
  safer: "Write to an image file, and have a person copy it",
  when: (call) => blame("write")(call, (effect) => effect.path !== undefined && isBlockDevice(effect.path)),
  match: [
    "dd if=/dev/zero of=/dev/xvda bs=1M",
    "> /dev/sda",
    "mkfs.ext4 /dev/sda1",
    "cp /dev/zero /dev/nvme0n1",
    "wipefs -a /dev/sdb",
    "fdisk /dev/sda",
    "tee /dev/mmcblk0 < x",
    "parted /dev/sda mklabel gpt",
  ],
  notMatch: [
    "fdisk -l",
    "parted --list",
    "dd if=/dev/sda of=x",
    "mkfs.ext4 disk.img",
    "wipefs /dev/sda",
    "fdisk --help",
  ],
});

const makeFileSystem = defineRule({
  id: "devices.format",
  verdict: "ask",
  reason: "Makes or changes a file system or partition table",
  programs:
    ("mkfs mke2fs mkswap fdisk cfdisk sfdisk gdisk sgdisk parted tune2fs resize2fs e2fsck fsck hdparm blockdev " +
      "mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs").split(" "),
  when: (call) => blame("write")(call, () => true),
  match: ["mkfs.ext4 disk.img", "sgdisk -n 1 disk.img", "fdisk"],
  notMatch: ["sfdisk -l disk.img", "mkfs.ext4 --help"],
});

const readDisk = defineRule({
  id: "devices.read_disk",
  verdict: "ask",
  reason: "Reads a disk or memory past its file system and its rights",
  programs: "cat dd cp head tail strings xxd od hexdump hd grep less gzip tar base64 pv".split(" "),
  when: (call) => blame("read")(call, (effect) => effect.path !== undefined && isBlockDevice(effect.path)),
  match: ["dd if=/dev/sda of=x", "strings /dev/mem"],
  notMatch: ["file -s /dev/sda1", "cat /dev/null", "head -c 16 /dev/urandom"],
});

/** Rules about devices. */
export const devices: readonly Rule[] = [writeDisk, makeFileSystem, readDisk];
