import { judge } from "gatehouse/gate/judge.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const cwd = "/home/user/project";

/** The rule that leads, and the text of the part that is to blame. */
const LEADING: readonly (readonly [command: string, rule: string, part: string])[] = [
  ["git add -A && git commit -m x && git push", "git.push", "git push"],
  ["echo x >> ~/.bashrc", "persistence.start_up", "~/.bashrc"],
  ["cp x .git/hooks/pre-commit", "persistence.start_up", ".git/hooks/pre-commit"],
  ["ls > x; curl https://e.example", "network.request", "https://e.example"],
  ["touch a; rm -rf build", "files.delete_many", "build"],
  ["sudo rm -rf build", "files.delete_many", "build"],
  ["touch a; sudo ls", "privilege.elevate", "sudo"],
  ["frobnicate > x", "program.unknown", "frobnicate"],
  ["helm upgrade --install a b --atomic", "containers.changes", "helm"],
];

for (const [command, rule, text] of LEADING) {
  Deno.test(`${rule} is told first of ${JSON.stringify(command)}`, () => {
    const verdict = judge(command, { cwd });
    assertEquals([verdict.decision, verdict.rule], ["ask", rule]);
    assertTrue(verdict.part?.text.includes(text) === true, verdict.part?.text ?? "no part");
  });
}

Deno.test("the reason tells every other rule that asks, each once", () => {
  const { reason } = judge("git add a; git commit -m x; curl https://e.example; git push", { cwd });
  assertEquals(reason.split("; also: ").map((each) => /\(([\w.]+)\)$/.exec(each)?.[1] ?? ""), [
    "",
    "git.push",
    "git.changes",
  ]);
});

Deno.test("the reason names at most three others and stays short", () => {
  const many =
    "curl http://e.example; at now < x; rm a; sudo ls; frobnicate; touch a; make install; git add a";
  const { reason, findings } = judge(many, { cwd });
  assertTrue(new Set(findings.map((each) => each.rule)).size > 4);
  assertEquals(reason.split("; also: ").length, 4);
  assertTrue(reason.length <= 2_000);
});

Deno.test("a grey verdict tells what is asked about beside it", () => {
  const { decision, grey, reason, safer } = judge("npm run build && git push", { cwd });
  assertEquals([decision, grey], ["deny", true]);
  assertTrue(reason.includes("(git.push)") && reason.includes("no model is configured"), reason);
  assertTrue(safer !== null);
});

Deno.test("what allows is told by the finding that says most", () => {
  for (const command of ["poetry run pytest", "if true; then npm test; fi", "cd src && npm test"]) {
    const { decision, rule } = judge(command, { cwd });
    assertEquals([decision, rule], ["allow", "tools.project"], command);
  }
  assertEquals(judge("ls", { cwd }).rule, "read.ordinary");
});

Deno.test("a denial keeps the reason of its first finding alone", () => {
  const { reason, findings } = judge("rm -rf /; git push; git push -f", { cwd });
  assertTrue(findings.length > 1);
  assertTrue(!reason.includes("also:"), reason);
});

/** What a person reads as the reason of a command from an ordinary week. */
const REASONS: readonly (readonly [command: string, rule: string])[] = [
  ["curl localhost:3000", "network.loopback"],
  ["curl -d a=b http://127.0.0.1:8080/x", "network.loopback"],
  ["python3 -m http.server", "network.listen"],
  ["nc -l 8080", "network.listen"],
  ["ffmpeg -i a b", "files.write"],
  ["tmux kill-server", "system.signal"],
  ["gh pr create", "cloud.forge"],
  ["gh api repos/a/b", "cloud.api"],
  ["kubectl port-forward svc/x 80:80", "containers.forward"],
  ["python3 -m venv .venv", "packages.environment"],
  ["git clone https://e.example/b", "git.clone"],
  ["kubectl delete pod x", "containers.delete"],
  ["gh repo delete a/b --yes", "cloud.delete"],
  ["terraform apply", "cloud.infrastructure"],
  ["apt-get update", "packages.lists"],
  ["gh pr checkout 12", "cloud.fetch"],
  ["docker login x", "cloud.account"],
  ["kubectl config use-context prod", "cloud.account"],
  ["docker pull nginx", "containers.fetch"],
  ["docker system prune -f", "containers.delete_all"],
  ["aws s3 rm s3://b --recursive", "cloud.delete_storage"],
  ["wget https://e.example/a.tar.gz", "network.download"],
  ["cargo clean", "effect.delete"],
];

for (const [command, rule] of REASONS) {
  Deno.test(`${JSON.stringify(command)} is asked about as ${rule} and nothing else`, () => {
    const verdict = judge(command, { cwd });
    assertEquals([verdict.decision, verdict.rule], ["ask", rule]);
    assertTrue(!verdict.reason.includes("also:"), verdict.reason);
  });
}

Deno.test("the effects name what runs, where a clone goes and what a deletion elsewhere takes", () => {
  const kinds = (command: string) =>
    judge(command, { cwd }).effects.map(({ kind, path, host, program }) =>
      `${kind}:${path ?? host ?? program ?? ""}`
    );
  assertEquals(kinds("./run.sh"), ["execute:./run.sh"]);
  assertEquals(kinds("git clone https://e.example/a/b.git").at(-1), `write:${cwd}/b`);
  assertEquals(kinds("openssl rand -hex 16"), []);
  assertEquals(kinds("rsync -a --delete x prod:/srv/"), [`read:${cwd}/x`, "network:prod", "delete:prod"]);
  assertEquals(kinds("kill 12"), ["execute:signal to a process"]);
});
