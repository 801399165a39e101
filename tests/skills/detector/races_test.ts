/** What changes under the detector while it looks. */
import { fileURLToPath } from "node:url";
import { assertEquals, assertTrue } from "../../assert.ts";
import { Blocked } from "gatehouse/skills/detector/blocked.ts";
import { profileTree } from "gatehouse/skills/detector/detect.ts";
import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
import { profileOf } from "gatehouse/skills/detector/profile.ts";
import { walkTarget } from "gatehouse/skills/detector/walk.ts";
import { issueOf, Project } from "./parts/tree.ts";

const POSIX = Deno.build.os !== "windows";
const LIMITS = lowerLimits({});
const SECRET = "use anchor_lang::prelude::*;";

/** A project, and beside it a folder with a file that must not show. */
function project(): Project {
  const made = new Project({ "lib.rs": "fn main() {}", "sub/lib.rs": "fn main() {}", "a.py": "" });
  Deno.mkdirSync(`${made.root}/secret`);
  Deno.writeTextFileSync(`${made.root}/secret/lib.rs`, SECRET);
  return made;
}

function replace(path: string, content: string): void {
  Deno.writeTextFileSync(`${path}.new`, content);
  Deno.renameSync(`${path}.new`, path);
}

/** What is done to the project, and the issue that it must end with. */
const changes: Readonly<Record<string, readonly [change: (p: Project) => void, issue: string]>> = {
  "a file becomes another file": [(p) => replace(`${p.path}/lib.rs`, SECRET), "FILE_CHANGED"],
  "a file that only its name speaks for becomes another": [
    (p) => replace(`${p.path}/a.py`, ""),
    "FILE_CHANGED",
  ],
  "a file becomes a link": [(p) => {
    Deno.removeSync(`${p.path}/lib.rs`);
    Deno.symlinkSync(`${p.root}/secret/lib.rs`, `${p.path}/lib.rs`);
  }, "REPARSE_POINT"],
  "a file gets a second name": [(p) => Deno.linkSync(`${p.path}/a.py`, `${p.root}/other`), "UNSAFE_FILE"],
  "a file becomes a folder": [(p) => {
    Deno.removeSync(`${p.path}/a.py`);
    Deno.mkdirSync(`${p.path}/a.py`);
  }, "SPECIAL_FILE"],
  "a file vanishes": [(p) => Deno.removeSync(`${p.path}/a.py`), "FILE_CHANGED"],
  "a folder becomes a link": [(p) => {
    Deno.renameSync(`${p.path}/sub`, `${p.root}/old`);
    Deno.symlinkSync(`${p.root}/secret`, `${p.path}/sub`);
  }, "REPARSE_POINT"],
  "a folder becomes another folder": [(p) => {
    Deno.renameSync(`${p.path}/sub`, `${p.root}/old`);
    Deno.renameSync(`${p.root}/secret`, `${p.path}/sub`);
  }, "FILE_CHANGED"],
  "the target becomes another folder": [(p) => {
    Deno.renameSync(p.path, `${p.root}/old`);
    Deno.mkdirSync(p.path);
  }, "FILE_CHANGED"],
  "a folder above becomes a link": [(p) => {
    Deno.renameSync(p.root, `${p.root}.old`);
    Deno.symlinkSync(`${p.root}.old`, p.root);
  }, "PATH_ESCAPE"],
};

for (const [name, [change, issue]] of Object.entries(changes)) {
  Deno.test({
    name: `where ${name} after it was found, the profile ends with ${issue}`,
    ignore: !POSIX,
    fn() {
      using made = project();
      const tree = walkTarget(made.path, LIMITS);
      assertTrue(tree !== null);
      assertEquals(profileTree(tree, LIMITS).types, ["python"]);
      change(made);
      let met = "a profile";
      try {
        profileTree(tree, LIMITS);
      } catch (error) {
        if (!(error instanceof Blocked)) throw error;
        met = error.issue;
      }
      if (Deno.lstatSync(made.root).isSymlink) {
        Deno.removeSync(made.root);
        Deno.renameSync(`${made.root}.old`, made.root);
      }
      assertEquals(met, issue);
    },
  });
}

/** Carries the act out once, right before the first call of the function, until disposed. */
function before(name: "openSync" | "readDirSync" | "lstatSync", path: string, act: () => void): Disposable {
  const original = Deno[name] as (...args: unknown[]) => unknown;
  let isDone = false;
  const put = (value: unknown) =>
    Object.defineProperty(Deno, name, { value, configurable: true, writable: true });
  put((...args: unknown[]) => {
    if (!isDone && args[0] === path) {
      isDone = true;
      act();
    }
    return original(...args);
  });
  return {
    [Symbol.dispose]() {
      put(original);
      assertTrue(isDone, `${name} was never called for ${path}`);
    },
  };
}

Deno.test(
  { name: "a file that becomes a link between the check and the open is not read", ignore: !POSIX },
  () => {
    using made = project();
    using _ = before("openSync", `${made.path}/lib.rs`, () => {
      Deno.removeSync(`${made.path}/lib.rs`);
      Deno.symlinkSync(`${made.root}/secret/lib.rs`, `${made.path}/lib.rs`);
    });
    assertEquals(issueOf(made.profile()), "FILE_CHANGED");
  },
);

Deno.test("a file that becomes another between the check and the open ends the profile", () => {
  using made = project();
  using _ = before("openSync", `${made.path}/lib.rs`, () => replace(`${made.path}/lib.rs`, SECRET));
  assertEquals(issueOf(made.profile()), "FILE_CHANGED");
});

Deno.test(
  { name: "a folder that becomes a link before it is listed ends the profile", ignore: !POSIX },
  () => {
    using made = project();
    using _ = before("readDirSync", `${made.path}/sub`, () => {
      Deno.renameSync(`${made.path}/sub`, `${made.root}/old`);
      Deno.symlinkSync(`${made.root}/secret`, `${made.path}/sub`);
    });
    assertEquals(issueOf(made.profile()), "FILE_CHANGED");
  },
);

Deno.test("a folder that the system does not list ends the profile", () => {
  using made = project();
  using _ = before("readDirSync", `${made.path}/sub`, () => {
    throw new Deno.errors.PermissionDenied("refused");
  });
  assertEquals(issueOf(made.profile()), "DIRECTORY_UNREADABLE");
});

Deno.test("source that the system does not show ends the profile, a manifest for signs alone does not", () => {
  const refuse = () => {
    throw new Deno.errors.PermissionDenied("refused");
  };
  using made = project();
  made.write("package.json", '{"dependencies":{"stripe":"1"}}');
  {
    using _ = before("openSync", `${made.path}/sub/lib.rs`, refuse);
    assertEquals(issueOf(made.profile()), "READ_ERROR");
  }
  assertEquals(made.profile().likely, ["uses_payments"]);
  using _ = before("openSync", `${made.path}/package.json`, refuse);
  const { types, likely } = made.profile();
  assertEquals({ types, likely }, { types: ["python", "web"], likely: [] });
});

Deno.test(
  { name: "links that are swapped in a loop never let the secret show", ignore: !POSIX },
  async () => {
    using made = project();
    const script = fileURLToPath(import.meta.resolve("./parts/swapper.ts"));
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--no-check", "--no-lock", "--allow-read", "--allow-write", script]
        .concat([made.path, made.root]),
      stdin: "null",
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    try {
      await reader.read();
      const met = new Map<string, number>();
      const isEnough = () => (met.get("python") ?? 0) > 0 && [...met.keys()].some((key) => key !== "python");
      for (let at = 0; at < 1_000 || !isEnough(); at++) {
        const { types, issues } = profileOf(made.path);
        const key = [...issues, ...types.filter((type) => type !== "inconnu")].join();
        met.set(key, (met.get(key) ?? 0) + 1);
      }
      const known = ["python", "REPARSE_POINT", "FILE_CHANGED"];
      assertEquals([...met.keys()].filter((key) => !known.includes(key)), []);
    } finally {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    }
  },
);
