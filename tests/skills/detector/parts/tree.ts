/** Temporary projects, and what is asked of their profiles. */
import { profileOf, type ProfileOptions } from "gatehouse/skills/detector/profile.ts";
import type { Evidence, Profile } from "gatehouse/skills/types.ts";

/** A temporary folder with `project` in it, removed in the end. */
export class Project implements Disposable {
  readonly root: string;
  readonly path: string;

  /** @param files Text by path relative to the project, made in this order. */
  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.root = Deno.realPathSync(Deno.makeTempDirSync());
    this.path = `${this.root}/project`;
    Deno.mkdirSync(this.path);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string | Uint8Array = ""): void {
    const file = `${this.path}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(file, content);
    else Deno.writeFileSync(file, content);
  }

  profile(options: ProfileOptions = {}): Profile {
    return profileOf(this.path, options);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** The profile of a project with these files. */
export function profileWith(files: Readonly<Record<string, string | Uint8Array>>): Profile {
  using project = new Project(files);
  return project.profile();
}

/** The issue that a profile is blocked by; fails when it is not, or says anything else. */
export function issueOf(profile: Profile): string {
  const { blocked, issues, types, languages, facts, markers, likely, evidence } = profile;
  const said = [languages, facts, Object.keys(markers), likely, evidence].flat().length;
  if (!blocked || issues.length !== 1 || types.join() !== "inconnu" || said !== 0) {
    throw new Error(`Not blocked, or not silent: ${JSON.stringify(profile)}`);
  }
  return issues[0] ?? "";
}

/** The rows of one finding, as `STATE file:line why`. */
export function rowsOf({ evidence }: Profile, finding: string): string[] {
  const row = ({ state, file, line, why }: Evidence) =>
    `${state} ${file}${line === undefined ? "" : `:${line}`} ${why}`;
  return evidence.filter((one) => one.finding === finding).map(row);
}
