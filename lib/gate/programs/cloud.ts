/** Clients of clouds, hosts and forges: by the verb of what is asked, whatever it is asked about. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { helpOnly, MARK, marks } from "../grammar/marks.ts";
import type { Grammar, Parsed } from "../options.ts";
import { type Behaviour, defineProgram, type Program } from "../program.ts";

/** A client whose command line is a path of words with the verb last: `gcloud compute instances list`. */
interface Client {
  readonly options?: Grammar;
  /** Verbs that only show something. */
  readonly reads: RegExp;
  /** Commands that show a secret, or write what they fetch: never a plain query. */
  readonly shows?: RegExp;
  /** How many words may stand before the verb. */
  readonly depth?: number;
}

const HIDDEN =
  /secret|password|credential|token|private-?key|with-decryption|decrypt|get-object$|kubeconfig|connection-string|env(?:ironment)?-?vars?$|access-?keys?$|\bkeys\b|appsettings|list-keys|get-token/;

function client(list: string, spec: Client): Program {
  return defineProgram({
    names: list,
    options: { style: "posix", flags: "--version -v --help -h", ...spec.options },
    effects: (parsed, call) => asked(parsed, call, spec),
  });
}

function asked(parsed: Parsed, call: Call, spec: Client): Effect[] {
  const words: string[] = [];
  for (const word of parsed.operands) {
    const text = word.value ?? "$";
    if (text.startsWith("-") || words.length > (spec.depth ?? 4)) break;
    words.push(text);
  }
  if (helpOnly(call)) return [];
  if (words.length === 0) {
    const deploys = DEPLOYS.test(call.name) &&
      !parsed.has("--version", "-v", "--help", "-h");
    return deploys ? [{ kind: "execute", program: MARK.service, word: call.program }] : [];
  }
  const [head = ""] = words;
  if (/^(?:help|version|completion)$/.test(head) || words.at(-1) === "help") return [];
  const all = parsed.operands.map((word) => word.value ?? "").join(" ");
  const path = words.slice(0, 4).join(" ");
  const elsewhere = parsed.has("--endpoint-url") ||
    /--endpoint-url|--api-endpoint-overrides|--impersonate/.test(all);
  const secret = (spec.shows ?? HIDDEN).test(path) ||
    /--with-decryption|--show-(?:token|keys|secrets)|file:\/\/|status -t\b/.test(all);
  const reading = words.slice(0, spec.depth ?? 4).some((word, index) => index > 0 && spec.reads.test(word)) ||
    spec.reads.test(head) && words.length <= 2;
  // `gh run list` is about runs.
  const acting = words.slice(0, 3).some((word, index) =>
    ACTS.test(word) && !(index === 0 && word === "run" && words.length > 1)
  );
  const printed = PRINTS.test(`${path} ${/--with-decryption|--show-token|status -t\b/.exec(all)?.[0] ?? ""}`);
  if (printed && !acting) {
    return [{ kind: "network", word: call.program }, {
      kind: "read",
      program: MARK.secret,
      word: call.program,
    }];
  }
  if (reading && !acting && !secret && !elsewhere) return [{ kind: "network", program: MARK.query }];
  if (reading && !acting) return [{ kind: "network", word: call.program }];
  return [{
    kind: "execute",
    program: MARK.service,
    word: parsed.operands[words.length - 1] ?? call.program,
  }];
}

/** Commands whose answer is a secret. */
const PRINTS =
  /get-secret-value|get-random-password|print-(?:access|identity)-token|secrets versions access|auth (?:token|print|git-credential)|get-(?:login-password|session-token|federation-token|authorization-token|password-data|role-credentials|access-token|token)\b|keyvault secret show|export-credentials|kms decrypt|list-keys|connection-string|--with-decryption|--show-token|status -t\b/;

/** Clients that deploy the directory when they are told nothing. */
const DEPLOYS = /^(?:vercel|vc|now|surge)$/;

const ACTS =
  /^(?:(?:create|delete|update|put|run|start|stop|terminate|reboot|attach|detach|modify|set|remove|destroy|deploy|add|import|reset|restore|promote|scale|apply|rm|rb|mb|cp|mv|sync|kill|purge|disable|enable|invoke|execute|send|publish|cancel|deregister|register|revoke|authorize|grant|move|drain|upgrade|rollback|resize|ssh|exec|scp|login|logout)(?:-.*)?)$/;

const READS =
  /^(?:describe|list|get|head|show|view|info|status|whoami|ls|lookup|search|logs?|tail|read|inspect|history|diff|validate|wait|check|count|regions?|versions?|doctor|output|plan|preview|usage|details|ps|apps|domains|releases|checks|top|metrics|events|stats)(?:-.*)?$/;

const clients: readonly Program[] = [
  client("aws awslocal", {
    options: {
      values:
        "--region --profile --output --query --endpoint-url --color --cli-read-timeout --cli-connect-timeout --ca-bundle",
    },
    reads:
      /^(?:(?:describe|list|get|head|batch-get|lookup|search|filter|estimate|preview|simulate|validate|check|wait|tail)-?.*|ls|help|presign)$/,
    shows:
      /(?:secret-value|session-token|federation-token|login-password|password-data|get-password|authorization-token|get-object$|get-role-credentials|get-credentials|get-access-key|data-key|decrypt|ssm get-param|export-credentials|presign|eks get-token|auth-token|configure get|lambda get-function)/,
    depth: 2,
  }),
  client("gcloud gsutil bq", {
    options: { values: "--project --account --configuration --format --region --zone --verbosity -h" },
    reads:
      /^(?:list|describe|ls|cat|du|stat|info|version|show|get-value|get-iam-policy|read|tail|head|lookup|help|search-.*|query)$/,
    shows:
      /print-access-token|print-identity-token|application-default|access$|credentials|secrets|keys|cat|query/,
    depth: 6,
  }),
  client("az azd", { reads: /^(?:list.*|show.*|version|get-.*|find|exists|check-.*)$/, depth: 6 }),
  client(
    "doctl heroku vercel vc netlify flyctl fly wrangler firebase railway render linode-cli hcloud scw ibmcloud oci exo civo vultr-cli supabase amplify sam cdk serverless sls eb cf pm2 now surge neonctl planetscale pscale turso databricks snow sentry-cli newrelic datadog-ci stripe twilio shopify tccli aliyun qshell coscli s3cmd s5cmd mc b2",
    {
      reads: READS,
    },
  ),
  client("gh glab hub tea jira acli linear", {
    options: { values: "-R --repo --hostname" },
    reads:
      /^(?:view|list|ls|status|diff|checks|search|show|browse-url|issues|prs|repos|code|commits|verify|watch|trace)$/,
    shows: /auth (?:token|git-credential)|secret|variable|^api|ssh-key add|release download|config get/,
    depth: 3,
  }),
];

const service: Behaviour = {
  options: { values: "-var -var-file -target -out -state -parallelism -lock-timeout -backend-config" },
  effects: (_, call) =>
    helpOnly(call) ? [] : [{ kind: "execute", program: MARK.service, word: call.program }],
};
const query = marks({ kind: "network", program: MARK.query }, {
  options: {
    style: "single",
    values: "-var -target -state -parallelism",
    reads: "-var-file",
    writes: "-out",
  },
});

const provisioners: readonly Program[] = [
  defineProgram({
    names: "terraform tofu terragrunt opentofu",
    options: { values: "-chdir" },
    commands: {
      "plan|show|output|providers|graph|state list|state show|version|validate|workspace list|workspace show|metadata|get|modules|stacks|run-all plan|hclvalidate|graph-dependencies":
        query,
      "fmt": {
        options: { style: "single", flags: "-check -diff -recursive" },
        effects: (parsed) =>
          parsed.has("-check", "--check") || parsed.value("-write")?.value === "false"
            ? []
            : [{ kind: "write", unknown: true }],
      },
      "apply|destroy|import|taint|untaint|refresh|state|state rm|state mv|state push|state pull|state replace-provider|workspace new|workspace delete|workspace select|force-unlock|init|test|login|logout|console|run-all|run-all apply|run-all destroy|hclfmt|run":
        service,
    },
    examples: { "terraform validate": "network", "terraform destroy": "execute" },
  }),
  defineProgram({
    names: "pulumi",
    options: { values: "-C --cwd --color -s --stack" },
    commands: {
      "preview|stack ls|stack output|whoami|version|about|config get|logs|stack|stack history|history|console|plugin ls|policy ls":
        query,
      "up|update|destroy|refresh|cancel|import|new|stack rm|stack init|stack select|config|config set|login|logout|state|state delete|watch|plugin|env|package|down":
        service,
    },
  }),
  defineProgram({
    names: "ansible ansible-playbook ansible-pull ansible-console",
    options: {
      values:
        "-i --inventory -m --module-name -a --args -l --limit -t --tags --skip-tags -e --extra-vars -u --user -f --forks --become-user -M",
      flags: "--syntax-check --list-tasks --list-hosts --list-tags --version -C --check",
    },
    effects: (parsed) =>
      parsed.has("--syntax-check", "--list-tasks", "--list-hosts", "--list-tags", "--version", "--help")
        ? []
        : [{ kind: "network" }, { kind: "execute", program: MARK.service }],
    examples: {
      "ansible-playbook --syntax-check site.yml": "",
      "ansible-playbook site.yml": "network execute",
    },
  }),
  defineProgram({
    names: "ansible-galaxy ansible-inventory ansible-doc ansible-config ansible-vault",
    options: {},
    commands: {
      "list|info|collection list|role list|collection verify|search|dump|view-config|init --help": {},
      "install|collection install|role install|remove|init|edit|encrypt|decrypt|view|rekey|create|delete":
        service,
    },
  }),
  defineProgram({
    names: "vagrant multipass limactl colima packer molecule",
    options: {},
    commands: {
      "status|global-status|box list|version|port|ssh-config|validate|plugin list|list|info|find|networks|aliases|inspect|list-templates|help|matrix|fix":
        {},
      "up|halt|destroy|provision|reload|suspend|resume|ssh|box|box add|box remove|snapshot|package|init|plugin|launch|delete|purge|start|stop|restart|exec|shell|mount|transfer|set|build|fmt|test|converge|create|verify|cleanup|login|edit|clone":
        service,
    },
  }),
];

/** Clients of services elsewhere. */
export const cloud: readonly Program[] = [...clients, ...provisioners];
