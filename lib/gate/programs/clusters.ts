/** Tools for clusters: `kubectl`, `helm` and their kin. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { helpOnly, installs, MARK, marks } from "../grammar/marks.ts";
import type { Parsed } from "../options.ts";
import { type Behaviour, defineProgram, type Program } from "../program.ts";
import { execIn } from "./remote.ts";

const WHERE =
  "-n --namespace --context --kubeconfig --cluster --user -s --server --token --as --as-group --certificate-authority --client-key --request-timeout -v --kube-context --cache-dir";

const TABLE =
  "-o --output -l --selector --field-selector --sort-by -L --label-columns --chunk-size --subresource -f --filename -k --kustomize --template -c --container --since --since-time --tail --max-log-requests --for --timeout --revision --max --version --api-group --verbs --containers";

const act: Behaviour = {
  options: {
    values:
      `${WHERE} ${TABLE} --replicas --type --patch -p --image --grace-period --dry-run --cascade --field-manager --set -r --record`,
    optional: "--dry-run --cascade",
    flags:
      "--install --create-namespace --force --atomic --wait --reset-values --reuse-values --cleanup-on-fail",
  },
  effects: (parsed, call) =>
    helpOnly(call) || parsed.value("--dry-run")?.value === "client"
      ? []
      : [{ kind: "execute", program: MARK.service, word: call.program }],
};

/** Listing is a query; the content of secrets is not. */
function listing(parsed: Parsed, call: Call): Effect[] {
  const secrets = parsed.has("-f", "--filename", "-k", "--kustomize") ||
    parsed.operands.some((word) =>
      word.value === null || /(?:^|,)secrets?(?:\.|\/|,|$)|^all$/i.test(word.value)
    );
  const shown = /^=?(?:yaml|json|jsonpath.*|go-template.*|template.*|custom-columns.*)/.test(
    parsed.value("-o", "--output")?.value ?? "",
  ) || parsed.has("--template");
  if (secrets && shown) {
    return [{ kind: "network", word: call.program }, {
      kind: "read",
      program: MARK.secret,
      word: parsed.operands[0] ?? call.program,
    }];
  }
  return parsed.has("--raw") ? [{ kind: "network" }] : [{ kind: "network", program: MARK.query }];
}

const asks: Behaviour = { options: { values: `${WHERE} ${TABLE}` }, effects: listing };

/** Tools for clusters. */
export const clusters: readonly Program[] = [
  defineProgram({
    names: "kubectl oc k3s-kubectl kubecolor microk8s.kubectl",
    options: { values: WHERE },
    commands: {
      "get|describe|logs|explain|top|version|api-resources|api-versions|cluster-info|events|diff|auth can-i|auth whoami|rollout status|rollout history|wait|options|whoami|status|projects|kustomize|plugin list":
        asks,
      "apply view-last-applied": {
        options: { values: `${WHERE} ${TABLE}` },
        effects: (parsed, call) =>
          parsed.operands.some((word) => word.value === null || /secret/i.test(word.value)) ||
            parsed.has("-f", "--filename", "-k")
            ? [{ kind: "network", word: call.program }, {
              kind: "read",
              program: MARK.secret,
              word: call.program,
            }]
            : [{ kind: "network", program: MARK.query }],
      },
      "config view|config current-context|config get-contexts|config get-clusters|config get-users|completion|help":
        {
          options: { values: TABLE },
          effects: (parsed) => parsed.has("--raw") ? [{ kind: "network" }] : [],
        },
      "apply|create|delete|edit|patch|replace|scale|autoscale|rollout restart|rollout undo|rollout pause|rollout resume|rollout|drain|cordon|uncordon|taint|label|annotate|set|expose|set image|set env|run|cp|port-forward|proxy|certificate|certificate approve|config|config set|config use-context|config set-context|config delete-context|config unset|config set-credentials|config set-cluster|auth|auth reconcile|cluster-info dump|attach|adm|new-app|start-build|login|logout|project|debug|plugin|krew":
        act,
      "exec|rsh": execIn({
        values: `${WHERE} -c --container -f --filename`,
        flags: "-i -t --stdin --tty -q --quiet",
      }),
    },
    examples: { "kubectl get pods": "network", "kubectl delete pod x": "execute" },
  }),
  defineProgram({
    names: "helm",
    options: { values: WHERE },
    commands: {
      "list|ls|status|history|get notes|get hooks|get metadata|search|search repo|search hub|show|show values|show chart|show readme|show all|inspect|version|env|repo list|dependency list|verify|help|plugin list|diff":
        {
          options: { values: `${WHERE} ${TABLE}` },
          effects: () => [{ kind: "network", program: MARK.query }],
        },
      // What was filled in, and the objects it made: passwords are among them.
      "get|get values|get manifest|get all": {
        options: { values: `${WHERE} ${TABLE}` },
        effects: (_, call) =>
          helpOnly(call)
            ? []
            : [{ kind: "network" }, { kind: "read", program: MARK.secret, word: call.program }],
      },
      "lint|template": {
        options: {
          values: `${WHERE} -f --values --set --set-string --set-file`,
          executes: "--post-renderer",
          writes: "--output-dir",
        },
      },
      "install|upgrade|uninstall|delete|del|rollback|test|push|create|plugin|plugin install|registry|registry login":
        act,
      "pull|fetch|repo|repo add|repo update|repo remove|dependency|dependency update|dependency build|package":
        installs,
    },
  }),
  defineProgram({
    names:
      "minikube kind k3d k3s k0s kubeadm eksctl kops talosctl velero istioctl linkerd cilium argocd flux argo skaffold tilt kustomize kubectx kubens k9s stern kubeseal okteto devspace telepresence",
    options: { values: WHERE },
    commands: {
      "status|version|list|ls|get|profile list|addons list|ip|logs|check|help|cluster list|cluster get|get clusters|get nodes|describe|stats|proxy-status|analyze|top|build|diff|app list|app get|app diff|app history|cluster-info|image ls|node list|service list|config view|config print|config images list|options|trace|tree|export|events":
        marks({ kind: "network", program: MARK.query }, { options: { values: `${WHERE} ${TABLE}` } }),
      "start|stop|delete|create|pause|unpause|ssh|tunnel|mount|addons|config|load|init|join|reset|upgrade|install|uninstall|apply|run|dev|deploy|sync|app|app sync|app delete|app set|login|bootstrap|reconcile|suspend|resume|edit|cp|image|node|cluster|backup|restore|submit|terminate|retry|server|agent|kubectl|dashboard|up|down|rollback|destroy|inject|hydrate|cluster create|cluster delete|cluster start|cluster stop":
        act,
    },
  }),
];
