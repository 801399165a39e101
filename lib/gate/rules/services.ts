/** What is asked of a service, by the client that asks: what the reason of a finding has to say. */
import type { Call } from "../call.ts";
import { MARK, marked } from "../grammar/marks.ts";

/** Kinds of changes that are told apart. */
export type Asked =
  | "delete"
  | "forward"
  | "container"
  | "infrastructure"
  | "forge"
  | "local"
  | "account"
  | "api"
  | "other";

const ENGINES =
  /^(?:docker|podman|nerdctl|ctr|crictl|buildah|runc|crun|lima|nerdctl\.lima|finch|docker-compose|podman-compose)$/;

const CLUSTERS =
  /^(?:kubectl|oc|k3s-kubectl|kubecolor|microk8s\.kubectl|helm|minikube|kind|k3d|k3s|k0s|kubeadm|eksctl|kops|talosctl|velero|istioctl|linkerd|cilium|argocd|flux|argo|skaffold|tilt|kustomize|kubectx|kubens|k9s|stern|kubeseal|okteto|devspace|telepresence)$/;

const INFRASTRUCTURE = /^(?:terraform|tofu|opentofu|terragrunt|pulumi)$/;

const FORGES = /^(?:gh|glab|hub|tea)$/;

/** What later commands will use. */
const ACCOUNT =
  /^(?:auth |sso |account )?(?:login|logout|setup-git|refresh|switch|configure|activate-service-account)\b|^config(?:urations)? (?:set|unset|use|activate|create|add)|^(?:context|workspace|stack) (?:use|select)|^project\b/;

/** Commands of a forge's client that bring something here. */
const LOCAL = /^(?:checkout|co|clone|download)$/;

const DELETES = /^(?:delete|destroy|remove|rm|rmi|rb|purge|terminate|uninstall|del|drop|prune|down)(?:-.*)?$/;

/**
 * What the call asks a service to change, or `null` when it changes none.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 * import { askedOf } from "gatehouse/gate/rules/services.ts";
 *
 * const [call] = inspect("kubectl delete pod x").calls;
 * if (call === undefined || askedOf(call)?.asked !== "delete") throw new Error("by its verb");
 * ```
 */
export function askedOf(call: Call): { readonly asked: Asked; readonly container: boolean } | null {
  if (marked(call, MARK.service) === undefined) return null;
  const engine = ENGINES.test(call.name);
  const container = engine || CLUSTERS.test(call.name);
  return { asked: kindOf(call, { engine, container }), container };
}

function kindOf(call: Call, { engine, container }: { engine: boolean; container: boolean }): Asked {
  const verbs = call.subcommand === "" ? [] : call.subcommand.split(" ");
  const operands = call.options.operands.slice(0, 3).map((word) => word.value ?? "");
  // What follows the verb of `docker run` is a command, and of `kubectl` a name.
  if (verbs.length === 0) verbs.push(...(engine ? operands.slice(0, 1) : operands));
  else if (verbs[0] === "config" && operands[0] !== undefined) verbs.push(operands[0]);
  else if (verbs.at(-1) === "compose" || !container) verbs.push(...operands.slice(0, 1));
  if (FORGES.test(call.name) && verbs[0] === "api") return "api";
  if (ACCOUNT.test(verbs.slice(0, 3).join(" "))) return "account";
  if (FORGES.test(call.name) && LOCAL.test(verbs[1] ?? "")) return "local";
  if (verbs.some((verb) => DELETES.test(verb)) || destroys(call)) return "delete";
  if (container) return /^(?:port-forward|proxy)$/.test(verbs[0] ?? "") ? "forward" : "container";
  if (INFRASTRUCTURE.test(call.name)) return "infrastructure";
  return FORGES.test(call.name) ? "forge" : "other";
}

/**
 * `terraform apply -destroy`.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 * import { destroys } from "gatehouse/gate/rules/services.ts";
 *
 * const [call] = inspect("terraform apply -destroy").calls;
 * if (call === undefined || !destroys(call)) throw new Error("an apply that takes all away");
 * ```
 */
export function destroys(call: Call): boolean {
  return INFRASTRUCTURE.test(call.name) && /(?:^|\s)apply$/.test(call.subcommand) &&
    call.args.some((word) => /^--?destroy(?:=(?:true|1|t))?$/i.test(word.value ?? ""));
}
