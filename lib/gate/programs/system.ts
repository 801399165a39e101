/** Programs that show processes, devices, memory, users and logs. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { MARK } from "../grammar/marks.ts";
import { defineProgram, harmless, type Program, reader } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";
import { queries } from "./queries.ts";

/** Signal 0 is not sent: `kill` only says whether the process is there. */
function onlyAsks(call: Call): boolean {
  const [first, ...rest] = call.args;
  if (call.name === "kill") {
    return first?.value === "-0" && rest.length > 0 &&
      rest.every((word) => word.value === null || /^%?\d+$/.test(word.value));
  }
  // Whether there is such a process.
  return /^(?:pkill|killall)$/.test(call.name) && rest.length > 0 &&
    (first?.value === "-0" || first?.value === "--signal=0") &&
    rest.every((word) => word.value !== null && !/^-(?:\d|[A-Z]|s|-s)/.test(word.value));
}

/** A signal makes a process do something, most often end. */
function signals(call: Call): Effect[] {
  return [{ kind: "execute", program: MARK.signal, word: call.program }];
}

/** What the running system is asked, and what changes it. */
export const system: readonly Program[] = [
  harmless(
    "ps pgrep pidof pwdx pmap pstree top htop btop slabtop tload free vmstat iostat mpstat pidstat tapestat " +
      "cifsiostat nfsiostat w who last lastb lastlog finger pinky lscpu lsmem lsipc lslocks lslogins lsns lsfd lsirq lspci lsusb " +
      "lsmod modinfo lsinitramfs lsscsi lsdev lsblk findfs mountpoint volname lsb_release " +
      "inxi sensors acpi acpi_listen numastat cpuid x86info biosdecode " +
      "systemd-cgls systemd-cgtop systemd-delta systemd-detect-virt systemd-path systemd-escape systemd-id128 " +
      "systemd-ac-power runlevel atq quota repquota dumpe2fs e2freefrag filefrag " +
      "iotop ipcs getsubids lspgpot lsof glances neofetch fastfetch screenfetch " +
      "lsmcli lsscsi-size wdctl ltrace-config bootinfo edid-decode " +
      "xdpyinfo xwininfo xprop xlsfonts xlsclients xlsatoms xev glxinfo glxgears eglinfo vulkaninfo vainfo vdpauinfo " +
      "clinfo fc-list fc-match fc-query fc-scan fc-pattern fc-cat fc-validate appres editres showrgb xvinfo " +
      "xdriinfo listres viewres wayland-info vlock fgconsole " +
      "prtstat pslog procan procinfo irqtop",
  ),
  harmless("findmnt", { values: "-o --output -t --types -O --options -S -T", flags: "--evaluate" }),
  reader("readprofile", { values: "-m -p -M", risky: "-r -M", flags: "-i -v -a -b -s -V -h -n" }),
  reader("hexyl lastcomm sa dump-acct ac", { values: "-f --file" }),
  defineProgram({
    names: "blkid",
    options: {
      values: "-c -o -s -t -n -u -O -S -L -U --match-tag --output --match-token",
      risky: "-g --garbage-collect",
    },
  }),
  defineProgram({
    names: "sar sadf atop dstat atopsar collectl nmon",
    options: { writes: "-o -w --output" },
  }),
  defineProgram({
    names: "lshw hwinfo dmidecode",
    options: {
      values: "-C -c -class -t -s -disable -enable",
      writes: "-dump --dump-bin --log",
      style: "single",
    },
  }),
  defineProgram({
    names: "dmesg",
    options: {
      values: "-l --level -f --facility -n --console-level -s --buffer-size --time-format --since --until",
      reads: "-F --file -K --kmsg-file",
    },
    effects: (parsed, call) =>
      parsed.has(
          "-C",
          "--clear",
          "-c",
          "--read-clear",
          "-n",
          "--console-level",
          "-D",
          "--console-off",
          "-E",
          "--console-on",
        )
        ? administers(call)
        : [],
    examples: { "dmesg -T --level=err": "", "dmesg -C": "privilege" },
  }),
  defineProgram({
    names: "journalctl",
    options: {
      values:
        "-u --unit --user-unit -n --lines -S --since -U --until -o --output -p --priority -t --identifier -b --boot " +
        "-g --grep -F --field -c --cursor --after-cursor -M --machine -D --directory --file --root --image --namespace " +
        "--facility --output-fields --case-sensitive -T --exclude-identifier --invocation",
      optional: "-n --lines -b --boot",
      writes: "--cursor-file",
    },
    effects: (parsed, call) =>
      parsed.has(
          "--vacuum-size",
          "--vacuum-time",
          "--vacuum-files",
          "--rotate",
          "--flush",
          "--sync",
          "--relinquish-var",
          "--smart-relinquish-var",
          "--setup-keys",
          "--update-catalog",
        )
        ? administers(call)
        : [],
    examples: { "journalctl -f -u apache": "", "journalctl --vacuum-time=1s": "privilege" },
  }),
  queries("systemctl", {
    options: {
      values:
        "-t --type --state -p --property -P -n --lines -o --output -H --host -M --machine --root --image -s --signal " +
        "--kill-who --job-mode --preset-mode --what --legend --timestamp --drop-in --when",
      executes: "--message",
    },
    bare: true,
    verbs:
      "status show cat list-units list-unit-files list-timers list-sockets list-paths list-automounts list-jobs " +
      "list-dependencies list-machines is-active is-enabled is-failed is-system-running get-default help " +
      "show-environment whoami",
    persists:
      "enable reenable link preset preset-all edit revert add-wants add-requires set-default set-property unmask",
  }),
  queries("systemd-analyze", {
    options: {
      values:
        "--from-pattern --to-pattern -H --host -M --machine --fuzz --order --require --unit --root --image " +
        "--threshold --profile --instance --iterations --base-time --man --generators --offline --security-policy --json --tldr",
    },
    bare: true,
    verbs:
      "time blame critical-chain dump plot dot unit-files unit-paths exit-status capability condition syscall-filter " +
      "filesystems calendar timestamp timespan cat-config compare-versions verify security inspect-elf fdstore " +
      "image-policy has-tpm2 pcrs srk architectures smbios11 chid dlopen-metadata malloc get-log-level get-log-target",
  }),
  queries("loginctl", {
    bare: true,
    verbs:
      "list-sessions list-users list-seats session-status user-status seat-status show-session show-user show-seat",
  }),
  queries("timedatectl localectl", {
    bare: true,
    verbs:
      "status show list-timezones timesync-status show-timesync list-locales list-keymaps list-x11-keymap-models " +
      "list-x11-keymap-layouts list-x11-keymap-variants list-x11-keymap-options",
    options: { values: "-p --property -H --host -M --machine" },
  }),
  defineProgram({
    names: "hostnamectl",
    options: {
      values: "-H --host -M --machine --json",
      flags: "-j --no-ask-password --pretty --static --transient -h --help --version",
    },
    // A name by itself is shown, with another word it is set.
    effects: (parsed, call) => {
      const [verb, ...rest] = parsed.operands.map((word) => word.value ?? "$");
      const shows = verb === undefined || verb === "status" ||
        /^(?:hostname|icon-name|chassis|deployment|location)$/.test(verb) && rest.length === 0;
      return shows ? [] : administers(call);
    },
    examples: { hostnamectl: "", "hostnamectl hostname": "", "hostnamectl hostname x": "privilege" },
  }),
  queries("bootctl machinectl networkctl oomctl portablectl importctl homectl userdbctl", {
    bare: true,
    verbs:
      "status list is-installed show list-images image-status show-image lldp label cat dump user group users groups users-in-group groups-of-user services inspect list-transfers kernel-identify kernel-inspect ssh-authorized-keys",
    options: { values: "-n --lines -o --output -p --property" },
  }),
  queries("coredumpctl", {
    bare: true,
    verbs: "list info dump",
    options: { values: "-F --field -D --directory -S --since -U --until --file -n", writes: "-o --output" },
  }),
  queries("resolvectl systemd-resolve", {
    bare: true,
    verbs: "query service openpgp tlsa status statistics show-cache show-server-state monitor",
    options: { values: "-p --protocol -t --type -c --class -i --interface --json" },
    flags: "--status --statistics",
  }),
  queries("busctl", {
    bare: true,
    verbs: "list status monitor capture tree introspect get-property wait",
    options: { values: "--address --match --timeout --limit-messages --size -H --host -M --machine --json" },
  }),
  queries("gdbus", { verbs: "introspect monitor wait help" }),
  queries("dbus-monitor", { bare: true, flags: "--system --session --profile --monitor --pcap" }),
  queries("gsettings dconf", {
    verbs:
      "get list-schemas list-relocatable-schemas list-keys list-children list-recursively range describe writable monitor help read list dump watch",
  }),
  queries("gio", { verbs: "cat info list tree help version monitor" }),
  queries("xdg-mime xdg-settings", { verbs: "query get check" }),
  harmless("xdg-user-dir"),
  queries("udevadm", {
    verbs: "info monitor test test-builtin settle verify cat wait",
    options: {
      flags: "-e --export-db -x --export -a --attribute-walk",
      values: "-q --query -p --path -n --name",
    },
  }),
  queries("update-alternatives", {
    verbs: "",
    flags: "--list --display --query --get-selections",
    options: { flags: "--quiet --verbose", values: "--altdir --admindir --log" },
  }),
  queries("service", { verbs: "", flags: "--status-all", objects: "" }),
  queries("chkconfig insserv rc-status initctl", {
    bare: true,
    verbs: "list status version",
    flags: "--list -s --showall",
  }),
  defineProgram({
    names: "sysctl",
    options: { values: "-r --pattern" },
    effects: (parsed, call) =>
      parsed.has("-w", "--write", "-p", "--load", "--system") ||
        parsed.operands.some((word) => word.value === null || word.value.includes("="))
        ? administers(call)
        : [],
    examples: { "sysctl -n kernel.hostname": "", "sysctl kernel.panic=1": "privilege" },
  }),
  queries("mount", {
    options: { values: "-t --types -o --options -O" },
    bare: true,
    flags: "-l --show-labels",
  }),
  queries("swapon", {
    bare: true,
    flags: "-s --summary --show --noheadings --raw --bytes",
    options: { optional: "--show" },
  }),
  queries("zramctl losetup", {
    bare: true,
    flags: "-l --list -a --all --raw -n --noheadings -J --json --output-all -b --bytes",
    options: { values: "-j --associated -O --output -o" },
  }),
  queries(
    "umount swapoff fsfreeze eject setserial chvt loadkeys setfont kbdrate rmmod insmod kexec",
    {},
  ),
  queries("fstrim", {
    flags: "-n --dry-run",
    options: {
      flags: "-a --all -A --fstab -v --verbose --quiet-unsupported",
      values: "-o --offset -l --length -m --minimum -I -t",
    },
  }),
  queries("modprobe", {
    flags: "-n --dry-run --show -c --showconfig -D --show-depends -R --resolve-alias --show-exports",
    options: {
      flags: "-v --verbose -q --quiet -a --all",
      values: "-d --dirname -S --set-version",
    },
  }),
  queries("depmod", {
    flags: "-n --dry-run --show",
    options: {
      flags: "-a --all -A --quick -e --errsyms -v --verbose -w --warn",
      values: "-b --basedir -F --filesyms -E --symvers",
    },
  }),
  queries("ldconfig", { flags: "-p --print-cache", options: { flags: "-v", values: "-C" } }),
  queries("hwclock", {
    bare: true,
    flags: "-r --show --get -v --verbose",
    changes: "-w --systohc -s --hctosys -a --adjust --set --systz --predict --param-set",
  }),
  queries("chage passwd", {
    flags: "-l --list -S --status",
    options: { flags: "-i --iso8601 -q", values: "-R --root" },
  }),
  queries("rfkill", { bare: true, verbs: "list event", options: { values: "-o --output" } }),
  queries("cpupower turbostat cpufreq-info", { verbs: "frequency-info idle-info info monitor", bare: true }),
  queries("nvidia-smi", {
    bare: true,
    flags: "-q --query -L --list-gpus --query-gpu --query-compute-apps",
    options: { flags: "-x --xml-format -u", values: "-i --id -l --loop -lms --format -d --display" },
  }),
  queries("upower", {
    flags: "-e --enumerate -i --show-info -d --dump -w --wakeups -m --monitor --monitor-detail -v",
  }),
  defineProgram({
    names: "crontab batch at atrm",
    options: { values: "-u -s -q -t", reads: "-f" },
    effects: (parsed, call) => {
      if (asksHelp(call) || parsed.has("-l") || (call.name === "at" && parsed.has("-c"))) return [];
      return [...call.touch("read", call.name === "crontab" ? parsed.operands : []), {
        kind: "persist",
        program: call.name,
      }];
    },
    examples: {
      "crontab -l": "",
      "crontab my.cron": "read:/home/user/project/my.cron persist",
      "at now": "persist",
    },
  }),
  defineProgram({
    names: "kill pkill killall skill snice renice xkill tskill killall5",
    options: { values: "-s --signal -u --user -g -G -P -t -n -q" },
    effects: (parsed, call) =>
      asksHelp(call) || parsed.has("-l", "--list", "-L", "--table") || onlyAsks(call) ? [] : signals(call),
    examples: { "kill -0 123": "", "kill -l": "", "kill -0 1 -9 2": "execute", "kill 123": "execute" },
  }),
  defineProgram({
    names: "fuser",
    options: { values: "-n -M" },
    effects: (parsed, call) => parsed.has("-k", "--kill") ? administers(call) : [],
  }),
  defineProgram({
    names: "shutdown reboot poweroff halt init telinit",
    effects: (_, call) => asksHelp(call) ? [] : administers(call),
  }),
  defineProgram({
    names:
      "useradd userdel usermod groupadd groupdel groupmod adduser deluser addgroup delgroup chsh chfn gpasswd " +
      "chpasswd chgpasswd visudo vipw vigr pwconv newusers",
    options: {
      values: "-u --uid -g --gid -G --groups -s --shell -d --home -c --comment -e -f -k -p -R -P -h",
    },
    effects: (_, call) => asksHelp(call) ? [] : administers(call),
  }),
];
