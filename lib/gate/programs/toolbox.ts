/** The smaller tools of a Debian system: sound, printing, display, security, word lists, moreutils, `*-config`. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, harmless, type Inner, type Program, reader } from "../program.ts";
import { administers, asksHelp } from "./administers.ts";
import { queries } from "./queries.ts";

/** The operands, after `skip` of its own, are a program to run. */
const program = (skip = 0) => (parsed: Parsed): readonly Inner[] => {
  const words = parsed.operands.slice(skip);
  return words.length === 0 ? [] : [{ kind: "argv", words, external: true }];
};

/** Every operand is a command line of the shell. */
const commandLines = (parsed: Parsed): readonly Inner[] =>
  parsed.operands.map((word) => ({ kind: "code", language: "shell", words: [word] }));

/** Unpatched and patched files lie where the patch says. */
function patch(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call) || parsed.has("-v", "--version")) return [];
  const read = call.touch("read", parsed.operands.slice(1));
  if (parsed.has("--dry-run", "-C", "--check")) return read;
  const into = parsed.operands.slice(0, 1);
  const directory = parsed.values("-d", "--directory");
  if (into.length > 0) return [...read, ...call.touch("write", into)];
  if (directory.length > 0) {
    return [...read, ...call.touch("write", directory, { below: true, filtered: true })];
  }
  return [...read, {
    kind: "write",
    ...(call.cwd === null ? { unknown: true } : { path: call.cwd, below: true, filtered: true }),
  }];
}

/** What does not fit a larger drawer. */
export const toolbox: readonly Program[] = [
  harmless(
    "help lpq lpstat lpinfo mesg calendar getopt envsubst dircolors reset tset clear_console setterm sync ctstat rtstat routel " +
      "pkaction linux-version os-prober efibootdump ifdata pwmconfig lsb-release lpoptions jps jstat jstack " +
      "xml2-config xslt-config libpng-config libpng16-config nss-config nspr-config llvm-config python3-config python-config " +
      "krb5-config curl-config libgcrypt-config gpgrt-config icu-config apr-config apu-config ncurses5-config ncurses6-config " +
      "ncursesw5-config ncursesw6-config freetype-config pcre-config pcre2-config sdl-config sdl2-config xmlsec1-config gpg-error-config " +
      "net-snmp-config php-config wx-config xfce4-about kf5-config getenforce sestatus getsebool seinfo " +
      "sesearch matchpathcon secon aa-status aa-enabled apparmor_status ausearch aureport ausyscall lscgroup lssubsys cgget " +
      "perlivp instmodsh popbugs lastlog2 peekfd icuinfo encguess wn kpsewhich kpsepath kpsestat texdoc " +
      "biosdevname ibv_devinfo ibv_devices hwloc-info numademo lsiio iio_info " +
      "i2cdetect gpiodetect gpioinfo usb-devices usbhid-dump lsgpio nfsstat mountstats smbstatus " +
      "testparm postconf mailq qshape exiqgrep uucpname manpage-alert ltnu " +
      "build-rdeps namecheck archpath svnpath reproducible-check debian-distro-info ubuntu-distro-info distro-info how-can-i-help",
    { values: "-o --options -l --longoptions -n --name -q -s -a -d -w -p -u -T" },
  ),
  reader(
    "zdump infotocap captoinfo utmpdump scriptreplay fincore pv hunspell ispell aspell enchant enchant-2 diction style spell " +
      "ms_print groffer podselect xsubpp pl2pm xzdec cg_annotate callgrind_annotate cg_diff lzmainfo lzcmp lzdiff bzegrep bzfgrep xzegrep xzfgrep lzegrep lzfgrep " +
      "piconv ptargrep ptardiff zipdetails splain combine ts pidwait named-checkconf named-checkzone dnssec-dsfromkey " +
      "dnssec-checkds nsec3hash arpaname visidata " +
      "gc acyclic nop unflatten tred msgen recode-sr-latin onsgmls " +
      "nsgmls jing rnv xmldiff xmlcatalog mergechanges dpkg-mergechangelogs dpkg-genchanges",
    {
      values: "-t --timing -w --where -c -l -d -m",
      writes: "-o --output --output-file -O",
      risky: "--in-place -i",
    },
  ),
  defineProgram({
    names: "history",
    effects: (parsed, call) =>
      parsed.options.length === 0
        ? []
        : [{ kind: "write", path: `${call.place.home}/.bash_history`, word: call.program }],
    examples: { history: "", "history -c": "write:/home/user/.bash_history" },
  }),
  defineProgram({
    names: "patch",
    options: {
      values:
        "-p --strip -F --fuzz -D --ifdef -B --prefix -z --suffix -Y -g --get -V --version-control -d --directory",
      reads: "-i --input",
      writes: "-o --output -r --reject-file",
    },
    effects: patch,
    examples: {
      "patch --dry-run -p1 -i x": "read:/home/user/project/x",
      "patch -p1": "write:/home/user/project",
      "patch -p0 f": "write:/home/user/project/f",
    },
  }),
  defineProgram({
    names: "logger",
    options: {
      values: "-p -t -i -n -P -u -T -S --tag --priority",
      reads: "-f --file",
      flags: "--no-act -s --stderr",
    },
    effects: (parsed, call) => asksHelp(call) || parsed.has("--no-act") ? [] : administers(call),
  }),
  defineProgram({
    names:
      "lckdo numactl setarch linux32 linux64 i386 x86_64 uname26 prlimit choom runcon systemd-inhibit enosys eatmydata torsocks torify proxychains proxychains4 firejail",
    options: { style: "posix", values: "-N -m -C -i -p --pid -n --what --who --why --mode -u -r -t -l" },
    runs: program(),
  }),
  defineProgram({
    names: "systemd-run",
    options: {
      style: "posix",
      values:
        "-M -H --unit -u -p --property --slice --description --service-type --uid --gid --nice --working-directory -E --setenv --on-active --on-boot --on-calendar --timer-property",
    },
    effects: () => [{ kind: "persist", program: "systemd-run" }],
    runs: program(),
  }),
  defineProgram({ names: "pee mispipe", runs: commandLines }),
  queries("varlinkctl", {
    verbs: "info list-interfaces list-methods introspect validate-idl list-registry help",
  }),
  defineProgram({
    names: "rtcwake",
    options: {
      closed: true,
      values: "-m --mode -d --device -s --seconds -t --time --date -A --adjfile",
      flags: "-a --auto -l --local -u --utc -v --verbose -n --dry-run --list-modes -h --help -V --version",
    },
    effects: (parsed, call) =>
      asksHelp(call) || parsed.has("--list-modes", "-n", "--dry-run") ||
        parsed.value("-m", "--mode")?.value === "show" &&
          !parsed.has("-s", "--seconds", "-t", "--time", "--date")
        ? []
        : administers(call),
    examples: { "rtcwake -m show": "", "rtcwake -m mem -s 60": "privilege" },
  }),
  // What it is asked, a program under test answers.
  queries("vgdb", {
    flags: "-l",
    verbs: "help v.info leak_check block_list who_points_at check_memory get_vbits xb",
    options: { values: "--pid --vgdb-prefix" },
  }),
  queries("mandb enc2xs h2ph h2xs gcore znew zforce gzexe", { flags: "-t --test -h -V --version" }),
  reader("recountdiff rediff gdiffmk pfbtops mmroff pdfroff", {
    flags: "-m -s -t -p",
    values: "-T -D -M -a -c",
  }),
  reader("debc", { flags: "-v" }),
  queries("run-parts", { flags: "--test --list" }),
  queries("xrandr xhost xinput setxkbmap xmodmap xgamma", {
    bare: true,
    verbs: "list query test test-xi2 list-props",
    flags:
      "-q --query --verbose --listmonitors --listactivemonitors --listproviders -query -print --list --list-props -pk -pke -pm -pp --current",
    options: { style: "single" },
  }),
  queries("xset", { verbs: "q", flags: "q -q", options: { style: "single" } }),
  queries("aplay arecord", { flags: "-l --list-devices -L --list-pcms" }),
  queries("amixer pactl pacmd wpctl pw-cli bluetoothctl", {
    bare: true,
    verbs:
      "get sget cget scontrols scontents contents controls info list stat get-default-sink get-default-source get-sink-volume get-source-volume get-sink-mute status inspect ls list-sinks list-sources list-objects devices show paired-devices",
    options: { values: "-c -D -f" },
  }),
  queries("v4l2-ctl", {
    flags:
      "--list-devices --list-formats --list-formats-ext --list-ctrls --all --info -D -l --list-inputs --get-fmt-video --find-fb --list-framesizes " +
      "--list-frameintervals --list-outputs --list-standards --get-input --get-output --get-standard --get-detected-standard --get-parm --get-crop --get-selection " +
      "--get-dv-timings --query-dv-timings --list-dv-timings --list-fields --get-priority --get-tuner --list-audio-inputs --list-audio-outputs",
    options: { flags: "--list-ctrls-menus -L", values: "-d --device" },
  }),
  queries("hcitool hciconfig btmgmt", {
    bare: true,
    verbs: "dev inq scan name info con rssi lq",
    flags: "-a",
  }),
  queries("efibootmgr", { bare: true, flags: "-v --verbose -u" }),
  queries("logrotate", { flags: "-d --debug", options: { flags: "-v --verbose", values: "-s --state" } }),
  queries("auditctl semanage", { verbs: "list", flags: "-l -s --list" }),
  queries("virsh", {
    verbs:
      "list dominfo domstate dumpxml nodeinfo version uri capabilities net-list net-info pool-list pool-info vol-list domblklist domiflist domstats vcpuinfo dommemstat help " +
      "domcapabilities domlaunchsecinfo nodedev-list nodedev-dumpxml net-dumpxml net-dhcp-leases net-name net-uuid pool-dumpxml pool-name pool-uuid vol-info vol-dumpxml " +
      "vol-path vol-key vol-name vol-pool domxml-from-native domxml-to-native domblkinfo domblkstat domblkerror domifstat domifaddr domjobinfo domcontrol domhostname domid " +
      "domname domuuid domfsinfo guestinfo snapshot-list snapshot-info snapshot-dumpxml snapshot-current snapshot-parent checkpoint-list checkpoint-info iface-list iface-dumpxml " +
      "nwfilter-list nwfilter-dumpxml nodecpumap nodecpustats nodememstats freecell freepages sysinfo hostname cpu-models vcpucount secret-list",
    options: { values: "-c --connect" },
    // Passwords of the screen are shown.
    changes: "--security-info",
  }),
  queries("chronyc ntpq", {
    bare: true,
    verbs: "sources sourcestats tracking activity clients ntpdata serverstats rtcdata selectdata peers",
    flags: "-p --peers",
    options: { values: "-c" },
  }),
  queries("netplan", { verbs: "get status info" }),
  harmless("ifquery", { values: "-i --interfaces --allow --exclude -X --option -o" }),
  queries("kmod genl tipc vdpa", {
    objects: "ctrl dev mgmtdev link node bearer nametable socket media peer config vstats statistics",
    verbs: "list show get static-nodes help",
  }),
  queries("mii-tool", { bare: true, single: true, flags: "-v --verbose" }),
  queries(
    "systemd-tmpfiles systemd-sysusers",
    {
      flags: "--cat-config --tldr --dry-run",
      options: {
        flags: "--create --clean --remove --purge --boot --graceful --user --no-pager --replace",
        values: "--prefix --exclude-prefix",
      },
    },
  ),
  queries(
    "systemd-hwdb systemd-creds systemd-sysext systemd-mount systemd-repart systemd-ask-password systemd-notify",
    { verbs: "query list status has-tpm2", flags: "--cat-config --tldr --list --booted" },
  ),
  // Of a device alone it tells the slots.
  queries("systemd-cryptenroll", {
    single: true,
    flags: "--list-devices --no-pager",
    options: { flags: "--tpm2-device --pkcs11-token-uri --fido2-device" },
    changes: "--tpm2-device --pkcs11-token-uri --fido2-device",
  }),
  // Without an option it shows what an image holds.
  queries("systemd-dissect", {
    single: true,
    flags:
      "-l --list --mtree --validate --discover --json --no-pager --no-legend --fsck --root-hash --verity-data",
    changes:
      "-m --mount -M -u --umount -U -x --copy-from -a --copy-to --with --attach --detach --mkdir --rmdir",
  }),
  queries(
    "systemd-nspawn systemd-socket-activate systemd-firstboot systemd-stdio-bridge systemd-vmspawn systemd-umount systemd-pcrphase",
    { flags: "-h --help --version" },
  ),
  queries("systemd-machine-id-setup", { flags: "--print", changes: "--commit" }),
  queries("apt-key", { verbs: "list finger fingerprint" }),
  queries("apt-cdrom", { verbs: "ident" }),
  harmless("debconf-get-selections", { flags: "--installer" }),
  reader("apt-sortpkgs", { values: "-o --option -c --config-file", flags: "-s --source-order" }),
  queries("rndc", { verbs: "status recursing zonestatus" }),
  queries("screen", { flags: "-ls -list --version -v", options: { style: "single" } }),
  defineProgram({
    names: "jar ptar",
    options: { style: "none" },
    effects: (parsed, call) => {
      const mode = parsed.operands[0]?.value ?? "";
      const list = parsed.operands.some((word) =>
        /^(?:-t\w*|--list|--describe-module|-d)$/.test(word.value ?? "")
      ) || /^t/.test(mode);
      const named = parsed.operands.slice(1).filter((word) => !word.prefix.startsWith("-"));
      return asksHelp(call) || list
        ? call.touch("read", named.slice(0, 1))
        : call.touch("write", named.length > 0 ? named : []).concat(
          named.length > 0 ? [] : [{ kind: "write", unknown: true }],
        );
    },
    examples: {
      "jar tf a.jar": "read:/home/user/project/a.jar",
      "jar xf a.jar": "write:/home/user/project/a.jar",
    },
  }),
];
