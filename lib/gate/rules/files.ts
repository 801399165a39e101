/** Rules about files: what may not be deleted, moved, opened to all or overwritten, and what is asked about. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { isGitInternal, isHarmlessDevice, isHome, type Loss } from "../paths.ts";
import { normalise } from "../place.ts";
import { persistenceOf } from "../sensitive.ts";
import { defineRule, type Rule } from "../rule.ts";
import { blame, lostBy, touchesSystem } from "./subjects.ts";

const loses = (loss: Loss) => (call: Call) =>
  blame("delete")(call, (effect) => lostBy(effect, call.place) === loss);

const SAFER_DELETE = "Name the one file or directory that should go";

const deleteRoot = defineRule({
  id: "files.delete_root",
  verdict: "deny",
  reason: "Deletes the whole file system",
  safer: SAFER_DELETE,
  when: loses("root"),
  match: [
    "rm -rf /",
    "rm -fr //",
    "cd / && rm -rf *",
    "find / -type f -execdir /bin/rm -f {} +",
    "rm -rf /home/../*",
  ],
  notMatch: ["rm -rf ./x", "rm -rf /tmp/x", "echo rm -rf /"],
});

const deleteHome = defineRule({
  id: "files.delete_home",
  verdict: "deny",
  reason: "Deletes somebody's whole home directory",
  safer: SAFER_DELETE,
  when: loses("home"),
  match: [
    'rm -r -f -- "${HOME}/"',
    "rm -rf ~",
    "rm -rf ~/*",
    "rm -rf /home/ann",
    "mv ~ /dev/null",
    "rm -rf /root",
  ],
  notMatch: ["rm -rf ~/.cache/x", "rm ~/*.log"],
});

const deleteSystem = defineRule({
  id: "files.delete_system",
  verdict: "deny",
  reason: "Deletes files of the system",
  safer: "Remove software with the package manager that put it there",
  when: loses("system"),
  match: [
    "rm -rf /etc",
    "rm /usr/bin/x",
    "find /usr/share -delete",
    "mv /etc/hosts /tmp",
    "rm -f /var/log/*.log",
  ],
  notMatch: ["rm -rf /var/tmp/x", "rm -rf /tmp/*", "rm etc"],
});

const deleteProject = defineRule({
  id: "files.delete_project",
  verdict: "deny",
  reason: "Deletes everything in the working directory or above it",
  safer: "Delete the build output by name, or use git clean with a dry run first",
  when: (call) =>
    loses("project")(call) || blame("delete")(call, ({ word, recursive }) => {
      const [source, ...more] = word?.from ?? [];
      return recursive === true && source?.name === "pwd" && more.length === 0 &&
        /^"?\$\(pwd\)"?\/?$/.test(word?.text ?? "");
    }),
  match: [
    "rm -rf .",
    "cd src && rm -rf ..",
    "rm -rf *",
    "find . -type f -exec rm {} \\;",
    "find . -delete",
    'rm -rf "$PWD"',
    "rm -rf $(pwd)",
  ],
  notMatch: ["rm -rf node_modules", "find . -name '*.pyc' -delete", "rm -rf build/*", "rm *.o"],
});

const deleteEmptied = defineRule({
  id: "files.delete_unset",
  verdict: "deny",
  reason: "Deletes the root or a home directory when the variable in the path is not set",
  safer: 'Write "${NAME:?}" so that an empty variable stops the command',
  when: (call) =>
    blame("delete")(call, (effect) => {
      const word = effect.word;
      if (word?.unknown !== "environment" || /:\?/.test(word.text)) return false;
      if (effect.recursive !== true && !/\*/.test(word.code)) return false;
      const emptied = word.code.replaceAll(/"?\$_"?/g, "");
      if (!emptied.startsWith("/")) return false;
      const path = normalise(emptied.replace(/\/\*$/, ""));
      return path === "/" || isHome(path);
    }),
  match: ['rm -rf "$DIR"/*', "rm -rf /$X", 'rm -rf "$HOME/$X"'],
  notMatch: ['rm -rf "${DIR:?}"/*', "rm -rf dist/$X", 'rm -rf "$DIR"', 'rm -rf "$(pwd)"/x'],
});

const deleteRepository = defineRule({
  id: "files.delete_repository",
  verdict: "deny",
  reason: "Deletes the history of the repository",
  safer: "Keep .git; start over in a fresh clone instead",
  when: (call) =>
    blame("delete")(
      call,
      ({ path, below, recursive }) =>
        path !== undefined && isGitInternal(path) && lostBy({ kind: "delete", path }, call.place) === null &&
        (/\/\.git(?:\/(?:objects|refs|logs))?$/.test(path) || below === true && recursive === true),
    ),
  match: ["rm -rf .git", "rm -rf .git/*", "mv .git /tmp/x", "rm -r .git/objects"],
  notMatch: ["rm .git/index.lock", "rm .gitignore"],
});

const moveToNull = defineRule({
  id: "files.move_to_null",
  verdict: "deny",
  reason: "Moves files onto a device, which loses them and may break the device",
  safer: "rm, if the files are to go",
  programs: ["mv"],
  when: (call) => {
    const last = call.options.operands.at(-1);
    const path = last ? call.target(last).path : undefined;
    return call.options.operands.length > 1 && path !== undefined && isHarmlessDevice(path) && last;
  },
  match: ["mv a.txt /dev/null", "mv * /dev/null"],
  notMatch: ["mv a b", "cp a /dev/null"],
});

/** These change modes or make empty directories: other rules speak about them. */
const KEEPS_CONTENT = new Set([
  "chmod",
  "chown",
  "chgrp",
  "chattr",
  "setfacl",
  "setfattr",
  "setcap",
  "chcon",
  "restorecon",
  "mkdir",
]);

const isSudoRule = (effect: Effect) => persistenceOf(effect) === "sudo rules";

const writeSystem = defineRule({
  id: "files.write_system",
  verdict: "deny",
  reason: "Overwrites or adds to files of the system",
  safer: "Write to a file in the project, and have a person install it",
  when: (call) =>
    !KEEPS_CONTENT.has(call.name) &&
    blame("write")(call, (effect) => touchesSystem(effect, call.place) && !isSudoRule(effect)),
  match: [
    "echo x>/etc/passwd",
    "echo hacked > /etc/hosts",
    "cp x /usr/bin/ls",
    "tar xf a.tar -C /",
    "echo x | sudo tee -a /etc/fstab",
    "truncate -s 0 /var/log/syslog",
    "sed -i s/a/b/ /etc/ssh/sshd_config",
    "ln -sf x /bin/sh",
    "dd of=/boot/vmlinuz",
    ": > /proc/sysrq-trigger",
  ],
  notMatch: [
    "echo x > /tmp/a",
    "cp /etc/hosts .",
    "ls > /dev/null",
    "echo x > /dev/tty",
    "mkdir /opt/x",
    "echo x > /var/tmp/x",
  ],
});

/** The mode operand of `chmod`, when it is known. */
function modeOf(call: Call): string | null {
  if (call.options.has("--reference")) return null;
  return call.args.map((word) => word.value ?? "").find((text) =>
    /^(?:[0-7]{1,5}|[-+=ugoarwxXst,]+)$/.test(text) && !/^-[Rvcf]+$/.test(text)
  ) ?? null;
}

const openToAll = defineRule({
  id: "files.open_to_all",
  verdict: "deny",
  reason: "Lets everybody change files of the system or a whole home directory",
  safer: "Give one user or group the right, on one file",
  programs: ["chmod"],
  when: (call) => {
    const mode = modeOf(call);
    const all = mode !== null &&
      (/^0*[0-7]?[0-7]{2}[2367]$/.test(mode) || /(?:^|,)(?:[ugo]*[ao][ugo]*|)[+=][rxXst]*w/.test(mode));
    return all &&
      blame("write")(call, (effect) => lostBy(effect, call.place) !== null && !ownsProject(effect, call));
  },
  match: ["chmod 777 ~", "chmod 0777 /home/ann", "chmod a+rwx ~", "chmod -Rv 777 /home/ann"],
  notMatch: ["chmod 770 file.txt", "chmod 777 x", "chmod -R 777 .", "chmod 755 ~", "chmod g+w ~"],
});

function ownsProject(effect: Effect, call: Call): boolean {
  return lostBy(effect, call.place) === "project";
}

const changeSystem = defineRule({
  id: "files.change_system_owner_or_mode",
  verdict: "deny",
  reason: "Changes who owns or may use files of the system",
  safer: "Change the one file that needs it, by a person's hand",
  programs: ["chmod", "chown", "chgrp", "setfacl", "chattr"],
  when: (call) =>
    blame("write")(call, (effect) => {
      const loss = lostBy(effect, call.place);
      const whole = effect.recursive === true || call.name === "chown" || call.name === "chgrp";
      return loss === "root" ||
        loss === "system" && (whole || /^[0-7]*[2367]$|^[ugo]*[ao][ugo]*\+[rx]*w/.test(modeOf(call) ?? ""));
    }),
  match: [
    "chmod -R 777 /",
    "chown -R me /usr",
    "chown me /etc/shadow",
    "chmod -R 755 /var",
    "chmod a+rwx /etc/passwd",
    "chmod 0777 /usr/bin/x",
  ],
  notMatch: ["chown -R me .", "chmod +x /usr/local/bin/x", "chown me:me ~"],
});

/** A directory, a pattern, or a name that may turn out to be many. */
const takesMany = (effect: Effect): boolean =>
  effect.recursive === true || effect.below === true || effect.unknown === true;

const remove = defineRule({
  id: "files.delete_many",
  verdict: "ask",
  reason: "Deletes a directory, or many files at once",
  safer: "List them first: with ls, or with the same search without the deletion",
  programs: ["rm", "find", "fd", "fdfind", "rsync", "srm", "shred", "wipe"],
  when: (call) => blame("delete")(call, takesMany),
  match: [
    "rm -rf node_modules",
    "find . -name '*.pyc' -delete",
    "rm *.o",
    'rm "$X"',
    "find /tmp -name '*.o' | xargs rm -rf",
  ],
  notMatch: ["rm a.txt", "find . -name '*.pyc'"],
});

const removeOne = defineRule({
  id: "files.delete",
  verdict: "ask",
  reason: "Deletes a file, or an empty directory",
  programs: ["rm", "rmdir", "unlink", "shred", "wipe", "srm", "rsync"],
  when: (call) => blame("delete")(call, (effect) => call.name === "rmdir" || !takesMany(effect)),
  match: ["rm a.txt", "rmdir x", "shred a"],
  notMatch: ["rm --help", "ls"],
});

const move = defineRule({
  id: "files.move",
  verdict: "ask",
  reason: "Moves or renames files, over whatever stands at the new place",
  programs: ["mv", "rename", "prename", "file-rename", "mmv"],
  when: (call) => blame("write", "delete")(call, () => true),
  match: ["mv a b", "rename s/a/b/ x"],
  notMatch: ["mv --help"],
});

const mode = defineRule({
  id: "files.mode",
  verdict: "ask",
  reason: "Changes who owns or may use a file",
  programs: ["chmod", "chown", "chgrp", "chattr", "setfacl", "setfattr", "chcon", "restorecon"],
  when: (call) => blame("write")(call, () => true),
  match: ["chmod 770 file.txt", "chown me x"],
  notMatch: ["chmod --help"],
});

const redirect = defineRule({
  id: "files.redirect",
  verdict: "ask",
  reason: "Writes the output to a file",
  safer: "Leave out the redirect to see the output instead",
  when: (call) => blame("write")(call, (effect) => effect.redirect === true),
  match: ["echo x > src/a.txt", "ls >> log", "> out", "sort a &> b"],
  notMatch: ["ls 2>/dev/null", "ls 2>&1", "cat < a"],
});

const write = defineRule({
  id: "files.write",
  verdict: "ask",
  reason: "Writes files",
  programs:
    ("cp install ln link touch mkdir mkfifo mknod truncate fallocate tee sponge dd tar unzip zip gzip gunzip bzip2 xz zstd " +
      "sed gsed awk gawk mawk sort uniq split csplit shuf xxd base64 iconv tree cpio 7z patch ffmpeg").split(
        " ",
      ),
  when: (call) => blame("write")(call, (effect) => effect.redirect !== true),
  match: [
    "mkdir -p a/b",
    "cp a b",
    "sort -o out.txt in.txt",
    "sed -i s/a/b/ f",
    "echo x | tee f",
    "tar xf a.tar",
    "touch x",
  ],
  notMatch: ["sort in.txt", "tar tf a.tar", "sed s/a/b/ f", "tee /dev/null"],
});

/** Rules about files. */
export const files: readonly Rule[] = [
  deleteRoot,
  deleteHome,
  deleteSystem,
  deleteProject,
  deleteEmptied,
  deleteRepository,
  moveToNull,
  writeSystem,
  openToAll,
  changeSystem,
  remove,
  removeOne,
  move,
  mode,
  redirect,
  write,
];
