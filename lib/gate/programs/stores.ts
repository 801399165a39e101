/** Stores of backups, packages, messages and disks, as far as they are only asked something. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { MARK } from "../grammar/marks.ts";
import type { Parsed } from "../options.ts";
import { defineProgram, type Program } from "../program.ts";
import { asksHelp } from "./administers.ts";
import { shows, store } from "./closed.ts";
import { queries } from "./queries.ts";

const RCLONE = new Set(
  "ls lsd lsl lsf lsjson tree size about listremotes md5sum sha1sum hashsum check version help cryptcheck"
    .split(" "),
);

/** A place of `rclone` whose backend and its options are those of the configuration: a name, a colon, a path. */
const PLACE = /^(?:[\w.-]+:)?[^:,]*$/;

function rclone(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call) || parsed.has("--help", "-h", "--version", "-V")) return [];
  const [verb, ...places] = parsed.operands;
  if (verb === undefined) return [];
  const plain = places.every((word) => word.value !== null && PLACE.test(word.value));
  return RCLONE.has(verb.value ?? "") && plain && parsed.unknown.length === 0
    ? [{ kind: "network", program: MARK.query }]
    : [{ kind: "execute", program: MARK.service, word: verb }];
}

/** Images are opened with the backing files they name. */
function image(parsed: Parsed, call: Call): readonly Effect[] {
  if (asksHelp(call)) return [];
  const [verb, ...files] = parsed.operands;
  const asks =
    /^(?:info|check|map|compare|measure)$/.test(verb?.value ?? "") && !parsed.has("-r", "--repair") ||
    verb?.value === "snapshot" && parsed.has("-l") && !parsed.has("-a", "-c", "-d");
  if (!asks) return call.touch("write", files);
  return files.some((word) => word.value === null || /^\w+:/.test(word.value))
    ? [{ kind: "network", word: call.program }]
    : call.touch("read", files);
}

/** Stores. */
export const stores: readonly Program[] = [
  store("restic", {
    options: {
      values:
        "-r --repo --cacert --cache-dir --key-hint --limit-download --limit-upload --retry-lock -o --option",
      reads: "-p --password-file --repository-file --tls-client-cert",
      executes: "--password-command -o --option",
    },
    asks: "snapshots|ls|find|stats|diff|list|version|check|key list",
    shared: {
      values:
        "-H --host --path --tag -r --repo --mode -n --newer -O --oldest -N --newest -s --snapshot -g --group-by --latest --read-data-subset",
      reads: "-p --password-file",
      flags:
        "--json -l --long -c --compact --recursive --human-readable -i --ignore-case --blob --tree --pack --show-pack-id --metadata --no-lock -q --quiet -v --verbose --reverse",
    },
    changes:
      "backup|restore|forget|prune|init|mount|unlock|copy|dump|cat|key|key add|key remove|key passwd|tag|rewrite|repair|migrate|self-update|recover|rebuild-index|cache|generate",
    remote: true,
  }),
  store("kopia bup borgmatic", {
    options: { values: "--config-file --log-level -d --bup-dir -v --verbosity" },
    asks:
      "snapshot list|snapshot ls|snapshot verify|list|ls|info|repository status|policy list|policy show|content list|blob list|index list|maintenance info|config validate|version|margin",
    shared: {
      values: "--archive --repository --last -n",
      flags: "-a --all --json -l -s --human-readable --show-identical",
    },
    changes:
      "snapshot create|snapshot delete|snapshot restore|restore|save|index|init|gc|prune|create|delete|compact|mount|extract|policy set|repository connect|repository create|server|rm|split|join|on|daemon|borg|break-lock|export-tar|config generate",
    remote: true,
  }),
  queries("duplicity", { verbs: "collection-status list-current-files" }),
  queries("rdiff-backup", {
    flags:
      "-l --list-increments --list-increment-sizes --list-at-time --list-changed-since --compare --compare-at-time",
    verbs: "list info",
    options: { flags: "-v --verbosity --parsable-output" },
  }),
  store("aptly", {
    options: { values: "-config -architectures -db-open-attempts", style: "single" },
    asks:
      "mirror list|mirror show|mirror search|repo list|repo show|repo search|snapshot list|snapshot show|snapshot diff|snapshot search|snapshot verify|publish list|publish show|package search|package show|config show|version|help",
    shared: {
      style: "single",
      values: "-format -sort -architectures -config",
      flags: "-raw -json -only-matching -with-packages -with-deps -with-files -with-references",
    },
    changes:
      "mirror create|mirror drop|mirror edit|mirror rename|mirror update|repo add|repo copy|repo create|repo drop|repo edit|repo import|repo include|repo move|repo remove|repo rename|snapshot create|snapshot drop|snapshot filter|snapshot merge|snapshot pull|snapshot rename|publish drop|publish repo|publish snapshot|publish switch|publish update|db cleanup|db recover|task run|serve|api serve|graph|mirror|repo|snapshot|publish|db|package|task|config create",
  }),
  store("reprepro", {
    options: {
      values:
        "-b --basedir -A --architecture -C --component -T --type -P -S --confdir --dbdir --listdir --distdir --outdir --list-max --list-skip --list-format",
      executes: "--gnupghome --logdir",
      flags: "-v --verbose -s --silent --nothingiserror -V --ignore",
    },
    asks:
      "list|listfilter|listmatched|ls|lsbycomponent|check|checkpool|dumpreferences|dumpunreferenced|dumptracks|dumpupdate|dumppull|checkupdate|checkpull|sourcemissing|unusedsources|reportcruft|_listchecksums|_listdistributions",
    changes:
      "update|pull|predelete|includedeb|includeudeb|includedsc|include|remove|removefilter|removematched|removesrc|removesrcs|copy|copysrc|copyfilter|copymatched|move|movesrc|export|clearvanished|gensnapshot|rerunnotifiers|build-needing|translatefilelists|flood|processincoming|deleteunreferenced|createsymlinks|retrack|removealltracks|tidytracks|collectnewchecksums|restore|restoresrc|deleteifunreferenced|rereference",
  }),
  store("notmuch", {
    options: { reads: "-c --config", values: "--uuid" },
    asks: "search|count|show|address|config list|config get|help|version",
    shared: {
      values:
        "--format --format-version --output --sort --offset --limit --exclude --duplicate --query --deduplicate --part --entire-thread --body --decrypt --lastmod --batch",
      optional:
        "--format --format-version --output --sort --offset --limit --exclude --duplicate --query --deduplicate --part --entire-thread --body --decrypt",
      reads: "--input",
      flags: "--verify --crypto --include-html --batch --lastmod",
    },
    changes: "new|insert|tag|setup|config set|dump|restore|compact|reindex|reply|emacs-mua|git|config",
  }),
  store("mu", {
    options: { values: "--muhome --debug" },
    asks: "find|cfind|view|info|verify|fields|help",
    shared: {
      values: "-f --fields -s --sortfield -n --maxnum -o --format --after -b --bookmark --summary-len",
      flags: "-z --reverse -u --skip-dups -r --include-related -t --threads --nocolor -q --quiet",
      executes: "--exec",
    },
    changes: "index|init|add|remove|move|extract|script|server|mkdir",
  }),
  defineProgram({
    names: "rclone",
    options: {
      closed: true,
      values:
        "--max-depth --format -F --separator -s --include --exclude --min-size --max-size --min-age --max-age --sort -L --level",
      flags:
        "-R --recursive --hash --human-readable -q --quiet -v --verbose --json --full --long --dirs-only --files-only --absolute --csv --stat -M --metadata --no-modtime --no-mimetype " +
        "-a --all -d -h --help --version -V --fast-list --one-way --download --size-only -i --dirsfirst --noindent -D -p -u -t --disable-http2",
    },
    effects: rclone,
    examples: {
      "rclone lsd remote:": "network",
      "rclone lsd ':sftp,ssh=x:'": "execute",
      "rclone sync a b:": "execute",
    },
  }),
  defineProgram({
    names: "qemu-img",
    options: {
      closed: true,
      values: "-f -F -T -U -O --output -n --size -t --start-offset -l",
      flags: "--image-opts --backing-chain --force-share -q -p -s -h --help -V --version",
      risky: "--object --image-opts -o",
    },
    effects: image,
    examples: {
      "qemu-img info a.qcow2": "read:/home/user/project/a.qcow2",
      "qemu-img resize a.qcow2 10G": "write:/home/user/project/a.qcow2 write:/home/user/project/10G",
      "qemu-img info nbd:x:1": "network",
    },
  }),
  store("dak", {
    asks: "ls|stats|help",
    shared: {
      values: "-a --architecture -c --component -s --suite -f --format",
      flags: "-b --binary-type -S --source-and-binary -G --greaterorequal -r --regex",
    },
    changes: "rm|override|process-upload|process-new|dominate|new",
    remote: true,
  }),
  shows("axi-cache", { values: "--sort", flags: "--tags --names --all -v --space" }),
  store("debtags", {
    options: { flags: "-v --verbose" },
    asks: "search|show|cat|grep|list|vocabulary|tagcat|tagsearch|tagshow|check",
    shared: { flags: "-n --names -v --verbose --no-verbose" },
    changes: "update|submit|todo|selfcheck|tag",
  }),
  store("puppet", {
    options: { flags: "--verbose --debug" },
    asks:
      "epp validate|epp dump|parser validate|parser dump|module list|module search|facts|facts find|facts show|config print|help|describe|doc",
    shared: {
      values: "--environment --tree --render-as --section -e --terminus --node_name_value",
      executes: "--modulepath",
      flags: "--list -l --short -s --providers -p --meta --tree --verbose --debug --all",
    },
    changes:
      "apply|agent|module install|module uninstall|module upgrade|module build|module generate|resource|config set|config delete|ca|cert|filebucket|catalog|epp render|plugin|generate|device|lookup|node|ssl|script|code|key|master|report|status",
  }),
  store("sq", {
    asks: "inspect|packet dump|verify|keyring list|keyring filter|list|version|help",
    shared: {
      values: "--signatures -n --name --email --domain --handle --format",
      reads: "--detached --signer-cert --signer-file --session-key",
      writes: "-o --output",
      flags: "--hex -x --certifications --mpis --to-cert -P --prune-certs -B --binary --all-userids",
    },
    changes:
      "key|key generate|encrypt|decrypt|sign|certify|keyring join|keyring merge|keyring split|keyserver|keyserver get|keyserver send|wkd|autocrypt|armor|dearmor|packet decrypt|packet split|packet join|revoke|key adopt|key extract-cert|key userid",
  }),
  defineProgram({
    names: "schroot",
    options: {
      style: "posix",
      closed: true,
      values: "-c --chroot",
      flags:
        "-l --list -i --info --config --location -q --quiet -v --verbose -h --help -V --version -a --all --all-chroots --all-sessions --all-source-chroots",
    },
    // What runs inside sees another tree.
    effects: (parsed, call) =>
      parsed.operands.length === 0 &&
        (asksHelp(call) || parsed.has("-l", "--list", "-i", "--info", "--config", "--location", "-V", "-h"))
        ? []
        : [{ kind: "execute", unknown: true, word: call.program }],
    examples: { "schroot -l": "", "schroot -c sid ls": "execute" },
  }),
];
