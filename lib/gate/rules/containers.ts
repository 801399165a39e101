/** Rules about containers and clusters. */
import type { Call } from "../call.ts";
import { MARK, marked } from "../grammar/marks.ts";
import { isBlockDevice, lossOf } from "../paths.ts";
import { defineRule, type Rule } from "../rule.ts";
import type { Word } from "../word.ts";

const ENGINES = ["docker", "podman", "nerdctl", "docker-compose", "podman-compose", "finch"];
const CLUSTERS = ["kubectl", "oc", "helm", "kubecolor"];

function starts(call: Call): boolean {
  return /^(?:(?:container |compose )?(?:run|create|exec))$/.test(call.subcommand);
}

/** The option that hands the container rights over this machine. */
function powers(call: Call): Word | undefined {
  if (!starts(call)) return undefined;
  const { options } = call;
  const privileged = options.find(["--privileged"]);
  if (privileged !== undefined) return privileged.word;
  for (const name of ["--pid", "--userns", "--uts", "--ipc", "--cgroupns"] as const) {
    const value = options.value(name);
    if (value?.value === "host" && name !== "--userns") return value;
  }
  return options.values("--cap-add").find((word) =>
    /^(?:ALL|(?:CAP_)?SYS_(?:ADMIN|MODULE|PTRACE|RAWIO))$/i.test(word.value ?? "")
  ) ??
    options.values("--device").find((word) => isBlockDevice((word.value ?? "").split(":")[0] ?? "")) ??
    options.values("--security-opt").find((word) => /unconfined|label[=:]disable/.test(word.value ?? ""));
}

function socket(call: Call): Word | undefined {
  return [...call.options.values("-v", "--volume", "--mount")].find((word) =>
    /(?:docker|containerd|crio|podman)[\w.-]*\.sock/.test(word.value ?? word.prefix)
  );
}

const host = defineRule({
  id: "containers.host_access",
  verdict: "deny",
  reason: "Gives a container the run of this machine",
  safer: "Mount only the directory it needs, and leave its rights as they are",
  programs: ENGINES,
  when: (call) => {
    if (!starts(call)) return false;
    const mount = call.effects.find((effect) =>
      effect.kind === "write" && effect.redirect !== true && effect.path !== undefined &&
      effect.unknown !== true &&
      ["root", "system", "home"].includes(lossOf(effect.path, call.place) ?? "")
    );
    return mount?.word ?? powers(call) ?? socket(call);
  },
  match: [
    "docker run -v /:/host alpine",
    "docker run --privileged x",
    "docker run --pid=host x",
    "podman run --mount type=bind,source=/etc,target=/e x",
    "docker run -v /var/run/docker.sock:/var/run/docker.sock x",
    "docker run --cap-add SYS_ADMIN x",
    "docker run --device /dev/sda x",
  ],
  notMatch: [
    'docker run --rm -v "$PWD":/w alpine ls /w',
    "docker run -v data:/var/lib x",
    "docker run -v /etc/ssl:/etc/ssl:ro x",
    "docker ps",
  ],
});

const wipes = defineRule({
  id: "containers.delete_all",
  verdict: "ask",
  reason: "Deletes containers, volumes or cluster objects wholesale",
  when: (call) =>
    (ENGINES.includes(call.name) && (/prune|system reset/.test(call.subcommand) ||
      (/down$/.test(call.subcommand) && call.options.has("-v", "--volumes")))) ||
    (CLUSTERS.includes(call.name) && call.subcommand === "delete" &&
      (call.options.has("--all", "-A", "--all-namespaces") ||
        /^(?:ns|namespaces?|crd|pv|pvc|node)s?$/.test(call.options.operands[0]?.value ?? ""))),
  match: [
    "docker system prune -a --volumes",
    "kubectl delete ns prod",
    "kubectl delete pods --all",
    "docker volume prune",
  ],
  notMatch: ["docker ps", "kubectl delete pod x", "kubectl get ns"],
});

const service = defineRule({
  id: "containers.changes",
  verdict: "ask",
  reason: "Starts, changes or removes something that runs in a container, a cluster or a cloud",
  when: (call) => {
    const effect = marked(call, MARK.service);
    return effect !== undefined && (effect.word ?? true);
  },
  match: [
    'docker run --rm -v "$PWD":/w alpine ls /w',
    "kubectl delete pod x",
    "docker compose up -d",
    "helm upgrade a b",
    "docker build .",
    "kubectl scale deploy/x --replicas=0",
    "aws ec2 terminate-instances --instance-ids i-1",
  ],
  notMatch: ["docker ps", "kubectl get pods", "docker compose logs", "helm list", "docker run --help"],
});

const enters = defineRule({
  id: "containers.exec",
  verdict: "ask",
  reason: "Runs a command inside a container",
  programs: [...ENGINES, ...CLUSTERS],
  when: (call) => /^(?:container |compose )?(?:exec|rsh)$/.test(call.subcommand),
  match: ["docker exec x ls", "kubectl exec -it p -- sh -c ls"],
  notMatch: ["docker ps", "kubectl get pods"],
});

/** Rules about containers and clusters. */
export const containers: readonly Rule[] = [host, wipes, service, enters];
