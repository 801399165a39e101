/** A directory with files in it, as the code that looks at a workspace sees it. */
import type { Place } from "../../../../lib/flow/look/place.ts";

/** A directory that is gone when the test ends. */
export interface Directory extends Place, Disposable {
  /** Writes files by path; directories are made. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
}

/** A new directory with these files. */
export function directory(files: Readonly<Record<string, string | Uint8Array>> = {}): Directory {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const made: Directory = {
    root,
    stale: () => null,
    bytes(path) {
      try {
        const info = Deno.lstatSync(`${root}/${path}`);
        return info.isFile && info.size <= 262_144 ? Deno.readFileSync(`${root}/${path}`) : null;
      } catch {
        return null;
      }
    },
    write(more) {
      for (const [path, content] of Object.entries(more)) {
        Deno.mkdirSync(`${root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
        if (typeof content === "string") Deno.writeTextFileSync(`${root}/${path}`, content);
        else Deno.writeFileSync(`${root}/${path}`, content);
      }
    },
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
  made.write(files);
  return made;
}
