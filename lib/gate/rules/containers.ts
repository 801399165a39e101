/** Rules about containers and clusters. */
import type { Call } from "../call.ts";
import { MARK, marked } from "../grammar/marks.ts";
import { isBlockDevice, lossOf } from "../paths.ts";
import { defineRule, type Hit, type Rule } from "../rule.ts";
import type { Word } from "../word.ts";
import { type Asked, askedOf } from "./services.ts";

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

/** All of a kind, whatever is in it. */
function takesAll(call: Call): boolean {
  if (ENGINES.includes(call.name)) {
    return /prune|system reset/.test(call.subcommand) ||
      (/down$/.test(call.subcommand) && call.options.has("-v", "--volumes"));
  }
  return CLUSTERS.includes(call.name) && call.subcommand === "delete" &&
    (call.options.has("--all", "-A", "--all-namespaces") ||
      /^(?:ns|namespaces?|crd|pv|pvc|node)s?$/.test(call.options.operands[0]?.value ?? ""));
}

const wipes = defineRule({
  id: "containers.delete_all",
  verdict: "ask",
  reason: "Deletes containers, volumes or cluster objects wholesale",
  when: takesAll,
  match: [
    "docker system prune -a --volumes",
    "kubectl delete ns prod",
    "kubectl delete pods --all",
    "docker volume prune",
  ],
  notMatch: ["docker ps", "kubectl delete pod x", "kubectl get ns"],
});

/** The call asks for such a change, of a container or in a cluster. */
const asks = (asked: Asked) => (call: Call): Hit => {
  const found = askedOf(call);
  if (found === null || !found.container || found.asked !== asked) return false;
  return marked(call, MARK.service)?.word ?? true;
};

const remove = defineRule({
  id: "containers.delete",
  verdict: "ask",
  reason: "Deletes containers, images, volumes or what runs in a cluster",
  safer: "List what would go first",
  when: (call) => !takesAll(call) && asks("delete")(call),
  match: [
    "kubectl delete pod x",
    "helm uninstall x",
    "docker rm -f x",
    "docker compose down",
    "docker-compose down",
    "docker rmi x",
    "kind delete cluster",
  ],
  notMatch: ["docker run --rm x", "docker run x rm y", "docker ps", "kubectl get pods", "gh repo delete x"],
});

const forward = defineRule({
  id: "containers.forward",
  verdict: "ask",
  reason: "Opens a port of this machine that leads into the cluster",
  when: asks("forward"),
  match: ["kubectl port-forward svc/x 8080:80", "kubectl proxy"],
  notMatch: ["kubectl get svc", "docker port x"],
});

const service = defineRule({
  id: "containers.changes",
  verdict: "ask",
  reason: "Starts, builds or changes something that runs in a container or a cluster",
  when: asks("container"),
  match: [
    'docker run --rm -v "$PWD":/w alpine ls /w',
    "docker compose up -d",
    "helm upgrade a b",
    "docker build .",
    "kubectl scale deploy/x --replicas=0",
    "helm upgrade --install a b",
  ],
  notMatch: [
    "kubectl delete pod x",
    "kubectl port-forward x 80",
    "docker ps",
    "kubectl get pods",
    "docker compose logs",
    "helm list",
    "docker run --help",
  ],
});

const pull = defineRule({
  id: "containers.fetch",
  verdict: "ask",
  reason: "Fetches an image or a chart, which later runs as it was made",
  programs: [...ENGINES, ...CLUSTERS],
  when: (call) => marked(call, MARK.install)?.word ?? marked(call, MARK.install) !== undefined,
  match: ["docker pull nginx", "docker compose pull", "helm repo add x https://e.example"],
  notMatch: ["docker images", "docker run x"],
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
export const containers: readonly Rule[] = [host, wipes, remove, forward, service, pull, enters];
