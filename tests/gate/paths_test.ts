import {
  holdsProject,
  isBlockDevice,
  isHarmlessDevice,
  isSystem,
  isTemporary,
  lossOf,
} from "gatehouse/gate/paths.ts";
import { placeOf, shownPath, targetOf } from "gatehouse/gate/place.ts";
import { persistenceOf, secretOf } from "gatehouse/gate/sensitive.ts";
import { inspect } from "gatehouse/gate/judge.ts";
import { literalWord } from "gatehouse/gate/word.ts";
import { assertEquals } from "../assert.ts";

const place = placeOf("/home/ann/plans/x");

Deno.test("paths are resolved without looking at the disk", () => {
  const resolved = ["a", "./a/", "..//a", "../../../../../..", "/a/../b/.", "", "a/b/../../.."].map((value) =>
    targetOf(literalWord(value, { start: 0, end: 0 }), place).path
  );
  assertEquals(resolved, [
    "/home/ann/plans/x/a",
    "/home/ann/plans/x/a",
    "/home/ann/plans/a",
    "/",
    "/b",
    "/home/ann/plans/x",
    "/home/ann/plans",
  ]);
});

Deno.test("a pattern stands for the directory above it", () => {
  const targets = [
    "rm *",
    "rm .*",
    "rm *.o",
    "rm a/*/b",
    "rm /*",
    "rm /e*c",
    "rm a/*/..",
    "rm '*'",
    "rm **/x",
  ].map((command) => {
    const call = inspect(command, { cwd: "/w" }).calls[0];
    const word = call?.args[0];
    if (call === undefined || word === undefined) throw new Error(command);
    const { path, below, filtered, recursive } = call.target(word);
    return [path, below && "below", filtered && "filtered", recursive && "recursive"].filter(Boolean).join(
      " ",
    );
  });
  assertEquals(targets, [
    "/w below",
    "/w below",
    "/w below filtered",
    "/w/a below filtered",
    "/ below",
    "/ below filtered",
    "/w/a",
    "/w/*",
    "/w below filtered recursive",
  ]);
});

Deno.test("what losing a path would mean", () => {
  const losses = [
    "/",
    "/etc",
    "/usr/lib/x",
    "/home",
    "/home/ann",
    "/root",
    "/Users/bob",
    "/tmp",
    "/tmp/x",
    "/var/tmp/x",
    "/var/folders/a/b/T/x",
    "/dev/shm/x",
    "/home/ann/plans",
    "/home/ann/plans/x",
    "/home/ann/plans/x/y",
    "/home/ann/other",
    "/srv",
  ]
    .map((path) => lossOf(path, place));
  assertEquals(losses, [
    "root",
    "system",
    "system",
    "home",
    "home",
    "home",
    "home",
    "system",
    null,
    null,
    null,
    null,
    "project",
    "project",
    null,
    null,
    "system",
  ]);
});

Deno.test("a project kept below a system directory is a project while one works in it", () => {
  for (const cwd of ["/usr/src/app", "/var/www/shop", "/opt/tool", "/srv/site", "/root/x"]) {
    assertEquals(
      [isSystem(`${cwd}/a`, placeOf(cwd)), isSystem("/etc/a", placeOf(cwd)), holdsProject(cwd, placeOf(cwd))],
      [false, true, true],
      cwd,
    );
  }
  assertEquals(isSystem("/opt/other/a", placeOf("/opt/tool")), true);
  assertEquals(isTemporary("/tmpfile"), false);
});

Deno.test("devices that hold data are told from those that swallow it", () => {
  const block =
    "sda sda1 vdb xvda nvme0n1 nvme0n1p2 mmcblk0p1 dm-0 md0 loop3 disk0s1 rdisk2 zd0 nbd0 sr0 mapper/root"
      .split(" ");
  assertEquals(block.filter((name) => !isBlockDevice(`/dev/${name}`)), []);
  const harmless = "null zero urandom tty stdout stderr fd/2".split(" ");
  assertEquals(
    harmless.filter((name) => !isHarmlessDevice(`/dev/${name}`) || isBlockDevice(`/dev/${name}`)),
    [],
  );
});

Deno.test("secrets are known by their place, in any home", () => {
  const secret = [
    "/home/ann/.ssh/id_rsa",
    "/root/.ssh/work_key",
    "/Users/bob/.aws/credentials",
    "/etc/shadow",
    "/w/.env",
    "/w/.env.production",
    "/w/tls/server.key",
    "/w/cert.pem",
    "/home/ann/.netrc",
    "/home/ann/.gnupg/x",
    "/home/ann/.kube/config",
    "/home/ann/.docker/config.json",
    "/home/ann/.npmrc",
    "/home/ann/.git-credentials",
    "/home/ann/.config/gh/hosts.yml",
  ];
  assertEquals(secret.filter((path) => secretOf({ path }) === null), []);
  const open = [
    "/home/ann/.ssh/id_rsa.pub",
    "/home/ann/.ssh/known_hosts",
    "/w/.env.example",
    "/w/environment.ts",
    "/w/keys.ts",
    "/etc/passwd",
  ];
  assertEquals(open.filter((path) => secretOf({ path }) !== null), []);
});

Deno.test("what makes something run later is known by its place", () => {
  const lasting = [
    "/home/ann/.bashrc",
    "/root/.profile",
    "/home/ann/.ssh/authorized_keys",
    "/etc/cron.d/x",
    "/etc/crontab",
    "/var/spool/cron/ann",
    "/etc/systemd/system/x.service",
    "/home/ann/.config/systemd/user/x.service",
    "/w/.git/hooks/pre-commit",
    "/w/.husky/pre-push",
    "/etc/sudoers.d/x",
    "/home/ann/.config/autostart/x.desktop",
    "/w/.envrc",
    "/w/.vscode/tasks.json",
    "/Users/bob/Library/LaunchAgents/x.plist",
    "/etc/profile.d/x.sh",
    "/w/.git/config",
  ];
  assertEquals(lasting.filter((path) => persistenceOf({ path }) === null), []);
  assertEquals(
    ["/w/a.ts", "/w/.gitignore", "/w/bashrc.md"].filter((path) => persistenceOf({ path }) !== null),
    [],
  );
});

Deno.test("a person reads `~` and `.` where only that is known", () => {
  const unknown = placeOf(undefined);
  assertEquals([shownPath(unknown.project), shownPath(unknown.home), shownPath("/etc")], [".", "~", "/etc"]);
});
