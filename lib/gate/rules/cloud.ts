/** Rules about clouds and what provisions them. */
import type { Call } from "../call.ts";
import { MARK, marked } from "../grammar/marks.ts";
import { defineRule, type Hit, type Rule } from "../rule.ts";
import { type Asked, askedOf, destroys } from "./services.ts";

const TERRAFORM = ["terraform", "tofu", "terragrunt", "pulumi"];

const destroy = defineRule({
  id: "cloud.destroy",
  verdict: "deny",
  reason: "Destroys infrastructure without asking again",
  safer: "Show the plan first, and run it without the flag that skips the question",
  programs: TERRAFORM,
  when: (call) =>
    (/(?:^|\s)(?:destroy|down)$/.test(call.subcommand) || destroys(call)) &&
    call.args.find((word) =>
      /^--?(?:auto-approve|yes|y|f|terragrunt-non-interactive)$/.test(word.value ?? "")
    ),
  match: [
    "terraform destroy -auto-approve",
    "tofu destroy -auto-approve",
    "pulumi destroy --yes",
    "terraform apply -destroy -auto-approve",
    "terraform -chdir=x apply -auto-approve -destroy=true",
    "terragrunt run-all destroy --terragrunt-non-interactive",
  ],
  notMatch: [
    "terraform destroy",
    "terraform plan -destroy",
    "terraform apply -destroy",
    "terraform apply -destroy=false -auto-approve",
    "terraform apply -auto-approve",
    "echo terraform destroy -auto-approve",
  ],
});

const STORES = ["aws", "gsutil", "gcloud", "az", "s3cmd", "s5cmd", "mc", "rclone"];

/** Deletes stored objects, all that stand below a place. */
function storesLess(call: Call): boolean {
  if (!STORES.includes(call.name)) return false;
  const words = call.args.map((word) => word.value ?? "");
  if (words.includes("--dryrun") || words.includes("--dry-run")) return false;
  return words.some((word) => /^(?:rb|purge)$/.test(word)) ||
    (words.includes("rm") && words.some((word) => /^(?:--recursive|-r|-R|--force)$/.test(word))) ||
    (words.includes("sync") && words.some((word) => /^(?:--delete|-d)$/.test(word)));
}

const storage = defineRule({
  id: "cloud.delete_storage",
  verdict: "ask",
  reason: "Deletes stored objects wholesale",
  safer: "List what would go first, or use --dryrun",
  programs: STORES,
  when: storesLess,
  match: [
    "aws s3 rm s3://b --recursive",
    "aws s3 rb s3://b --force",
    "gsutil rm -r gs://b",
    "aws s3 sync . s3://b --delete",
  ],
  notMatch: [
    "aws s3 ls",
    "aws s3 rm s3://b/x --dryrun --recursive",
    "aws ec2 run-instances --instance-initiated-shutdown-behavior stop",
  ],
});

/** The call asks for such a change, of something that is no container. */
const asks = (asked: Asked) => (call: Call): Hit => {
  const found = askedOf(call);
  if (found === null || found.container || found.asked !== asked) return false;
  return marked(call, MARK.service)?.word ?? true;
};

const remove = defineRule({
  id: "cloud.delete",
  verdict: "ask",
  reason:
    "Deletes something in a cloud, on a host, in a virtual machine or on a forge, perhaps for others too",
  safer: "Show what would go first: a plan, a preview, a list",
  when: (call) => !storesLess(call) && asks("delete")(call),
  match: [
    "gh repo delete a/b --yes",
    "terraform destroy",
    "terraform apply -destroy",
    "aws ec2 terminate-instances --instance-ids i-1",
    "gcloud compute instances delete x",
    "pulumi stack rm dev",
  ],
  notMatch: ["gh repo view a/b", "terraform plan -destroy", "kubectl delete pod x", "gh pr create"],
});

const infrastructure = defineRule({
  id: "cloud.infrastructure",
  verdict: "ask",
  reason: "Changes infrastructure, or the state and the providers that describe it",
  safer: "terraform plan, or the preview of the tool",
  when: asks("infrastructure"),
  match: ["terraform apply", "terraform init", "pulumi up", "tofu state push x"],
  notMatch: ["terraform plan", "terraform destroy", "pulumi preview"],
});

const forge = defineRule({
  id: "cloud.forge",
  verdict: "ask",
  reason: "Changes something on a forge, where others see it: a request, an issue, a release, a setting",
  when: asks("forge"),
  match: ["gh pr create", "gh release create v1", "gh issue close 3", "glab mr merge 4"],
  notMatch: ["gh pr list", "gh repo delete a/b", "gh api repos/a/b"],
});

const local = defineRule({
  id: "cloud.fetch",
  verdict: "ask",
  reason: "Brings a branch, a repository or files from a forge into directories here",
  when: asks("local"),
  match: ["gh pr checkout 12", "gh repo clone a/b", "gh run download 1"],
  notMatch: ["gh pr view 12", "gh pr create"],
});

const account = defineRule({
  id: "cloud.account",
  verdict: "ask",
  reason: "Changes which account, project or cluster later commands use",
  when: (call) => askedOf(call)?.asked === "account" && (marked(call, MARK.service)?.word ?? true),
  match: [
    "gh auth login",
    "gcloud config set project x",
    "kubectl config use-context prod",
    "docker login x",
    "terraform workspace select x",
  ],
  notMatch: ["gh auth status", "gcloud config list", "kubectl config get-contexts", "gh pr create"],
});

const api = defineRule({
  id: "cloud.api",
  verdict: "ask",
  reason: "Sends a request to the programming interface of a forge, with whatever the account may do there",
  safer: "The command made for it, such as gh pr view or gh issue list, with --json",
  when: asks("api"),
  match: ["gh api repos/a/b", "gh api graphql -f query=x"],
  notMatch: ["gh pr list", "gh pr view 3 --json title"],
});

const change = defineRule({
  id: "cloud.changes",
  verdict: "ask",
  reason:
    "Changes or runs something in a cloud, on other hosts, in a virtual machine or with another service",
  when: asks("other"),
  match: [
    "aws s3 mb s3://x",
    "ansible-playbook site.yml",
    "gcloud app deploy",
    "vagrant up",
    "heroku restart",
  ],
  notMatch: ["aws s3 ls", "docker run x", "gh pr create", "terraform apply", "kubectl apply -f x"],
});

/** Rules about clouds. */
export const cloud: readonly Rule[] = [
  destroy,
  storage,
  remove,
  infrastructure,
  forge,
  local,
  account,
  api,
  change,
];
