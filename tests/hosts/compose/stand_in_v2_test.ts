/**
 * Compose 2 as a stand-in: a program that gives the replies of `docker compose` 2.24 as they are documented, and passes
 * everything else on to the real docker and its engine. What a real compose 2 does is not proven here.
 */
import { join } from "node:path";
import { assertEquals, assertIncludes, assertMatch } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import { Composed, ComposeEngine, VALUES } from "../parts/composed.ts";
import { IMAGE } from "../parts/dockerd.ts";
import { StandIns } from "../parts/stand_ins.ts";

const started = await ComposeEngine.start();
const skipped = typeof started === "string" ? ` (skipped: ${started})` : "";

Deno.test.afterAll(async () => {
  if (typeof started !== "string") await started[Symbol.asyncDispose]();
});

/** What `config --format json` of the stand-in says. */
const CONFIG = {
  name: "shop",
  services: {
    web: {
      command: ["/bin/busybox", "sleep", "600"],
      entrypoint: null,
      environment: { APP_PASSWORD: VALUES[0], PLAIN: VALUES[1].replace("$", "$$$$") },
      image: IMAGE,
      labels: { own: "a,b" },
      network_mode: "none",
      restart: "unless-stopped",
      volumes: [{ type: "volume", source: "data", target: "/data", volume: {} }],
    },
  },
  volumes: { data: { name: "shop_data" } },
};

const LIVE_HASH = "1".repeat(64);
const NEW_HASH = "2".repeat(64);

/** A stand-in's text for a container of the service with that hash, as compose 2 labels it. */
function runs(hash: string, directory: string): string {
  const labels = {
    "com.docker.compose.project": "shop",
    "com.docker.compose.service": "web",
    "com.docker.compose.oneoff": "False",
    "com.docker.compose.container-number": "1",
    "com.docker.compose.version": "2.24.5",
    "com.docker.compose.config-hash": hash,
    "com.docker.compose.project.working_dir": directory,
    "com.docker.compose.project.config_files": `${directory}/compose.yaml,${directory}/extra.yaml`,
    own: "a,b",
  };
  const given = Object.entries(labels).map(([key, value]) => `--label '${key}=${value}'`).join(" ");
  return `run -d --name shop-web-1 --network none --restart unless-stopped -v shop_data:/data ` +
    `-e APP_PASSWORD='${VALUES[0]}' -e PLAIN='${VALUES[1]}' ${given} ${IMAGE} /bin/busybox sleep 600`;
}

async function addCompose(standIns: StandIns, { up }: { readonly up: string }): Promise<void> {
  const { stdout } = await mustRun(["sh", "-c", "command -v docker"]);
  const docker = stdout.trim();
  await Deno.writeTextFile(standIns.file("config.json"), JSON.stringify(CONFIG));
  await Deno.writeTextFile(standIns.file("hash"), `web ${LIVE_HASH}\n`);
  await standIns.add(
    "docker",
    `
[ "$1" = compose ] || exec ${docker} "$@"
case "$*" in
  *' version --short') echo 2.24.5 ;;
  *' config --format json') cat '${standIns.file("config.json")}' ;;
  *' config --hash web') cat '${standIns.file("hash")}' ;;
  *' up -d --no-deps --force-recreate --no-build web') ${up} ;;
  *) echo "unknown: $*" >&2; exit 64 ;;
esac`,
  );
}

function withStandIn(
  name: string,
  test: (standIns: StandIns, box: Composed, engine: ComposeEngine) => Promise<void>,
) {
  Deno.test({
    name: `${name}, with a stand-in for compose 2${skipped}`,
    ignore: typeof started === "string",
    async fn() {
      if (typeof started === "string") return;
      await using standIns = await StandIns.make();
      const docker = (await mustRun(["sh", "-c", "command -v docker"])).stdout.trim();
      await addCompose(standIns, {
        up: `${docker} rm -f shop-web-1 >&2 && ${docker} ${runs(NEW_HASH, standIns.file("shop"))} >&2`,
      });
      await Deno.mkdir(standIns.file("shop"));
      for (const name of ["compose.yaml", "extra.yaml"]) {
        await Deno.writeTextFile(join(standIns.file("shop"), name), "# The stand-in does not read it.\n");
      }
      const env = started.engine.environment;
      await mustRun(["sh", "-c", `docker ${runs(LIVE_HASH, standIns.file("shop"))}`], { env });
      try {
        await using box = await Composed.open(started, { bin: [standIns.bin] });
        await test(standIns, box, started);
      } finally {
        await started.engine.docker("rm", "-f", "shop-web-1");
      }
    },
  });
}

withStandIn(
  "the plugin is asked for JSON and hash with the project and files of the labels",
  async (standIns, box) => {
    const plan = await box.data("docker_recreate_plan", { service: "web" });
    assertEquals([plan.compose_version, plan.already_applied, plan.differing_fields], ["2.24.5", true, []]);
    const shop = standIns.file("shop");
    assertEquals(plan.compose_files, [`${shop}/compose.yaml`, `${shop}/extra.yaml`]);
    const [, config] = (await standIns.calls("docker")).filter((call) => call[1] === "compose");
    assertEquals(config?.slice(1), [
      ...["compose", "--project-directory", shop, "-p", "shop"],
      ...["-f", `${shop}/compose.yaml`, "-f", `${shop}/extra.yaml`, "config", "--format", "json"],
    ]);
  },
);

withStandIn("a new hash is applied by exactly one up", async (standIns, box) => {
  const receipt = await box.plan();
  await Deno.writeTextFile(standIns.file("hash"), `web ${NEW_HASH}\n`);
  assertMatch(await box.refused(receipt), /\(PLAN_STALE\)/);
  const done = await box.applied(await box.plan());
  assertEquals([done.status, done.post_verified], ["APPLIED", true]);
  assertEquals((await box.applied(await box.plan())).status, "ALREADY_APPLIED");
  const ups = (await standIns.calls("docker")).filter((call) => call.includes("up"));
  assertEquals(ups.length, 1);
});

withStandIn("a volume that is not declared is run-time drift", async (standIns, box) => {
  const { web: { volumes: _volumes, ...web } } = CONFIG.services;
  await Deno.writeTextFile(standIns.file("config.json"), JSON.stringify({ ...CONFIG, services: { web } }));
  const plan = await box.data("docker_recreate_plan", { service: "web" });
  assertEquals(Object.keys(plan.runtime_only_drift), ["mounts"]);
});

withStandIn("what compose complains of comes without quotes from the files", async (standIns, box) => {
  await standIns.add("docker-compose", "exit 1");
  const docker = await Deno.readTextFile(join(standIns.bin, "docker"));
  const broken = docker.replace(
    /cat '[^']*config\.json'/,
    `echo 'invalid interpolation format for services.web.environment.A: "${
      VALUES[0]
    }-not-known"' >&2; exit 15`,
  );
  await Deno.writeTextFile(join(standIns.bin, "docker"), broken);
  const error = await box.error("docker_recreate_plan", { service: "web" });
  assertMatch(error, /^UPSTREAM_FAILED .*services\.web\.environment\.A.*\(COMPOSE_CONFIG_FAILED\)/);
});

withStandIn("a machine without any compose says so", async (standIns, box) => {
  const docker = await Deno.readTextFile(join(standIns.bin, "docker"));
  await Deno.writeTextFile(join(standIns.bin, "docker"), docker.replace("echo 2.24.5", "exit 1"));
  // Compose 1 is on the machine of the tests; this one hides it.
  await standIns.add("docker-compose", "exit 127");
  const error = await box.error("docker_recreate_plan", { service: "web" });
  assertMatch(error, /^UNAVAILABLE .*\(COMPOSE_NOT_INSTALLED\)/);
  assertIncludes(
    await box.data("docker_runtime_snapshot", { service: "web" }).then(JSON.stringify),
    "shop-web-1",
  );
});

withStandIn("a compose that is killed has failed, and what is there now is told", async (standIns, box) => {
  const docker = await Deno.readTextFile(join(standIns.bin, "docker"));
  await Deno.writeTextFile(
    join(standIns.bin, "docker"),
    docker.replace(/\bup -d.*\) .* ;;/, (line) => line.replace(/\) .* ;;/, ") kill -9 $$$$ ;;")),
  );
  await Deno.writeTextFile(standIns.file("hash"), `web ${NEW_HASH}\n`);
  const error = await box.refused(await box.plan());
  assertMatch(
    error,
    /^UPSTREAM_FAILED .*Compose ended with -9.*its containers are the old ones: running \(RECREATE_FAILED\)/,
  );
});
