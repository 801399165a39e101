/** Container tools: what they show, and what they start, change or delete. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { helpOnly, installs, MARK, marks } from "../grammar/marks.ts";
import type { Parsed } from "../options.ts";
import { type Behaviour, defineProgram, type Inner, type Program } from "../program.ts";
import { execIn } from "./remote.ts";

const shows: Behaviour = {
  options: {
    values:
      "-f --filter --format -n --last --tail --since --until -c --sort -t --type --tty-lines --columns -l",
    flags: "-a --all --no-trunc -q --quiet -s --size --no-stream",
  },
};
const acts: Behaviour = {
  options: { style: "posix" },
  effects: (_, call) => helpOnly(call) ? [] : [{ kind: "execute", program: MARK.service }],
};
/** What a subcommand shows by the word after it; with any other word it changes something. */
const nested = (verbs: string): Behaviour => ({
  ...shows,
  effects: (parsed, call) =>
    helpOnly(call) || verbs.split(" ").includes(parsed.operands[0]?.value ?? "")
      ? []
      : [{ kind: "execute", program: MARK.service }],
});
/** A unit file is printed, unless it is to be put into files. */
const unitFile: Behaviour = {
  options: {
    values:
      "--restart-policy --start-timeout --stop-timeout --time -t --after --requires --wants -e --env --format --separator --container-prefix --pod-prefix --template",
    flags: "-f --files -n --name --new --no-header",
  },
  effects: (parsed, call) =>
    parsed.has("-f", "--files")
      ? [{ kind: "write", ...(call.cwd === null ? { unknown: true } : { path: call.cwd }) }]
      : [],
};

/** Options of `run` and `create` that take a value. */
const RUN_VALUES =
  "-a --attach --add-host --annotation --blkio-weight --cap-add --cap-drop --cgroup-parent --cidfile --cpus --cpu-shares --cpuset-cpus -c -d --device --dns -e --env --env-file --entrypoint --expose --gpus --group-add -h --hostname --health-cmd --ip --ipc -l --label --link --log-driver --log-opt -m --memory --mount --name --network --net --network-alias --pid --pids-limit --platform -p --publish --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs -u --user --ulimit --userns --uts -v --volume --volume-driver --volumes-from -w --workdir --pod --authfile --creds --secret --arch --os --variant --cgroupns --index --from";

const run: Behaviour = {
  options: {
    style: "posix",
    values: RUN_VALUES.replace(" -d ", " ").replace(" -c ", " "),
    flags: "-i -t --rm -d --detach --privileged --init -P -q --read-only --interactive --tty",
  },
  effects: mounts,
  runs: (parsed): Inner[] => {
    const words = parsed.operands.slice(1);
    const entry = parsed.value("--entrypoint");
    const inner = entry === null ? words : [entry, ...words];
    return inner.length === 0 ? [] : [{ kind: "argv", words: inner, remote: true, external: true }];
  },
};

/** What of this machine the container gets to see: every bound directory counts as written, but for `:ro`. */
function mounts(parsed: Parsed, call: Call): Effect[] {
  if (parsed.operands.length === 0 && parsed.has("--help")) return [];
  const effects: Effect[] = [{ kind: "execute", program: MARK.service, word: call.program }];
  const sources = [
    ...parsed.values("-v", "--volume"),
    ...parsed.values("--mount"),
  ];
  for (const word of sources) {
    const text = word.value ?? word.prefix;
    const source = /^(?:.*,)?(?:source|src)=([^,]*)/.exec(text)?.[1] ?? text.split(":")[0] ?? "";
    const named = /^[\w.-]+$/.test(source) || source === "" || /(?:^|,)type=(?:volume|tmpfs)/.test(text);
    if (named) continue;
    const readOnly = /:(?:[\w,]*,)?ro(?:,|$)|,(?:readonly|ro)(?:=true|=1)?(?:,|$)/.test(text);
    const at = text.indexOf(source);
    const from = {
      ...word,
      value: word.value === null ? null : source,
      prefix: at === 0 ? source : word.prefix,
    };
    effects.push(...call.touch(readOnly ? "read" : "write", [from], { recursive: true }));
  }
  return effects;
}

const build: Behaviour = {
  options: {
    values:
      `${RUN_VALUES} -f --file -t --tag --build-arg --target --cache-from -o --output --progress --secret --ssh`,
  },
  effects: (_, call) =>
    helpOnly(call) ? [] : [{ kind: "execute", program: MARK.service, word: call.program }],
};

const SHOWS =
  "ps|images|inspect|logs|version|info|top|stats|port|diff|history|events|wait|search|container ls|container list|container ps|container inspect|container logs|container top|container stats|container port|container diff|image ls|image list|image inspect|image history|image tree|image exists|container exists|pod exists|network exists|volume exists|manifest exists|secret exists|network ls|network list|network inspect|volume ls|volume list|volume inspect|system df|system info|system events|context ls|context list|context inspect|context show|context show|pod ps|pod ls|pod list|pod inspect|pod logs|pod top|pod stats|machine list|machine ls|machine inspect|machine info|manifest inspect|secret ls|secret inspect|config ls|config inspect|service ls|service ps|service inspect|service logs|stack ls|stack ps|stack services|node ls|node ps|node inspect|plugin ls|plugin inspect|buildx ls|buildx inspect|buildx du|buildx version|builder du|healthcheck|mount|auto-update --dry-run|help|list|state|compose ps|compose ls|compose logs|compose top|compose images|compose port|compose version|compose events|compose stats|compose volumes|namespace ls|namespace inspect|trust inspect|checkpoint ls|scout|swarm ca|container stats|unshare --help|containers|image diff|completion|farm list|farm ls|container healthcheck|image search";

const ACTS =
  "create|start|stop|restart|kill|pause|unpause|rm|rmi|cp|commit|export|import|save|load|push|login|logout|tag|rename|update|attach|prune|container prune|container rm|container stop|container start|container restart|container kill|container create|container cp|container commit|container export|container rename|container update|container pause|container unpause|container attach|image rm|image prune|image push|image tag|image save|image load|image import|image build|network create|network rm|network prune|network connect|network disconnect|network remove|volume create|volume rm|volume prune|volume remove|system prune|system reset|system migrate|system renumber|system service|context use|context create|context rm|context update|compose up|compose down|compose start|compose stop|compose restart|compose rm|compose kill|compose pause|compose create|compose push|compose watch|compose cp|compose attach|swarm init|swarm join|swarm leave|swarm update|service create|service rm|service update|service scale|service rollback|stack deploy|stack rm|stack up|node rm|node update|node promote|node demote|secret create|secret rm|config create|config rm|plugin install|plugin rm|plugin enable|plugin disable|pod create|pod rm|pod stop|pod start|pod kill|pod prune|pod restart|machine init|machine start|machine stop|machine rm|machine set|play kube|kube play|kube down|container checkpoint|container restore|container cleanup|container init|image sign|image untag|image trust set|manifest create|manifest add|manifest push|manifest rm|manifest annotate|buildx create|buildx rm|buildx prune|buildx use|buildx bake|builder prune|builder build|unmount|unshare|untag|init|sign|trust|scp|copy|sync|delete|layers|from|config|add|umount|bud|rund|runp|stopp|rmp|debug|checkpoint|restore|resume|spec|namespace create|namespace rm|namespace remove";

const BOOTS =
  "-H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey --url --connection --identity --root --runroot --storage-driver --runtime --cgroup-manager -n --namespace -a --address --data-root --hooks-dir";

const COMPOSE =
  "-f --file -p --project-name --env-file --profile --project-directory --ansi --progress --parallel";

const engines = defineProgram({
  names: "docker podman nerdctl ctr crictl buildah runc crun lima nerdctl.lima finch",
  options: { values: BOOTS, flags: "--version -v --help -D --debug --tls --tlsverify -r --remote" },
  commands: {
    [SHOWS]: shows,
    [ACTS]: acts,
    "run|container run|compose run|create|container create": run,
    "exec|container exec|compose exec": execIn({
      values: "-e --env --env-file -u --user -w --workdir --detach-keys --index -f --file",
      flags: "-i -t -d -T --privileged",
    }),
    "build|buildx build|image build|compose build|builder build|bud": build,
    "generate systemd": unitFile,
    "generate kube|kube generate": {
      options: { values: "-t --type -r --replicas", writes: "-f --filename" },
    },
    "image trust": nested("show"),
    "system connection": nested("ls list"),
    "buildx imagetools": nested("inspect"),
    "pull|image pull|compose pull|fetch": installs,
    "compose config|compose convert": {
      options: shows.options ?? {},
      effects: (_, call) => interpolated(call),
    },
    "compose": {
      options: { style: "posix", values: COMPOSE },
      effects: composes,
      runs: composed,
    },
  },
  examples: { "docker ps": "", "docker run --rm -v /:/host alpine": "execute write:/" },
});

const COMPOSE_SHOWS = /^(?:ps|ls|logs|top|images|port|version|events|stats|volumes|help)$/;

/** The configuration is printed with the values of `.env` filled in, unless only names are asked for. */
function interpolated(call: Call): Effect[] {
  const names =
    /^(?:-q|--(?:quiet|services|images|volumes|networks|profiles|models|hash(?:=.*)?|no-interpolate|no-env-resolution|help))$/;
  if (call.args.some((word) => names.test(word.value ?? ""))) return [];
  return [{ kind: "read", program: MARK.secret, word: call.program }];
}

/** Compose with options before its own subcommand. */
function composes(parsed: Parsed, call: Call): Effect[] {
  const verb = parsed.operands[0]?.value ?? "";
  if (/^(?:config|convert)$/.test(verb)) return interpolated(call);
  if (COMPOSE_SHOWS.test(verb) || helpOnly(call) || parsed.has("--version", "-v")) return [];
  return [{ kind: "execute", program: MARK.service, word: parsed.operands[0] ?? call.program }];
}

function composed(parsed: Parsed): Inner[] {
  const [verb, ...rest] = parsed.operands;
  if (!/^(?:exec|run)$/.test(verb?.value ?? "")) return [];
  const first = rest.findIndex((word) => !(word.value ?? "").startsWith("-"));
  const words = first < 0 ? [] : rest.slice(first + 1);
  return words.length === 0 ? [] : [{ kind: "argv", words, remote: true, external: true }];
}

const compose = defineProgram({
  names: "docker-compose podman-compose",
  options: { style: "posix", values: COMPOSE, flags: "-v --version" },
  effects: composes,
  runs: composed,
  examples: { "docker-compose ps": "", "docker-compose up -d": "execute" },
});

const images: readonly Program[] = [
  defineProgram({
    names: "skopeo crane regctl oras cosign dive syft grype trivy dockle",
    options: {
      values:
        "--authfile --creds --config -o --output -f --format --severity --policy --registries.d -q --scope",
    },
    commands: {
      "inspect|list-tags|manifest|digest|ls|catalog|config|version|tag ls|repo ls|image|fs|filesystem|repository|rootfs|discover|triangulate|tree|verify|dir|scan|help|k8s|sbom|convert|db status":
        marks({ kind: "network", program: MARK.query }, {
          options: { writes: "-o --output", values: "-f --format --severity", flags: "--config --raw" },
        }),
      "copy|sync|delete|login|logout|push|pull|append|mutate|rebase|tag|export|flatten|attach|sign|attest|generate-key-pair|upload|download|plugin|server|clean|db|standalone-sign":
        marks({ kind: "network", program: MARK.publish }),
    },
  }),
];

/** Container tools. */
export const containers: readonly Program[] = [engines, compose, ...images];
