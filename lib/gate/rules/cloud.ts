/** Rules about clouds and what provisions them. */
import { defineRule, type Rule } from "../rule.ts";

const TERRAFORM = ["terraform", "tofu", "terragrunt", "pulumi"];

const destroy = defineRule({
  id: "cloud.destroy",
  verdict: "deny",
  reason: "Destroys infrastructure without asking again",
  safer: "Show the plan first, and run it without the flag that skips the question",
  programs: TERRAFORM,
  when: (call) =>
    /(?:^|\s)(?:destroy|down)$/.test(call.subcommand) &&
    call.args.find((word) =>
      /^--?(?:auto-approve|yes|y|f|terragrunt-non-interactive)$/.test(word.value ?? "")
    ),
  match: [
    "terraform destroy -auto-approve",
    "tofu destroy -auto-approve",
    "pulumi destroy --yes",
    "terragrunt run-all destroy --terragrunt-non-interactive",
  ],
  notMatch: [
    "terraform destroy",
    "terraform plan -destroy",
    "terraform apply -auto-approve",
    "echo terraform destroy -auto-approve",
  ],
});

const storage = defineRule({
  id: "cloud.delete_storage",
  verdict: "ask",
  reason: "Deletes stored objects wholesale",
  safer: "List what would go first, or use --dryrun",
  programs: ["aws", "gsutil", "gcloud", "az", "s3cmd", "s5cmd", "mc", "rclone"],
  when: (call) => {
    const words = call.args.map((word) => word.value ?? "");
    if (words.includes("--dryrun") || words.includes("--dry-run")) return false;
    return words.find((word) => /^(?:rb|purge)$/.test(word)) !== undefined ||
      (words.includes("rm") && words.some((word) => /^(?:--recursive|-r|-R|--force)$/.test(word))) ||
      (words.includes("sync") && words.some((word) => /^(?:--delete|-d)$/.test(word)));
  },
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

/** Rules about clouds. */
export const cloud: readonly Rule[] = [destroy, storage];
