/** Labels are whatever somebody gave a container: they lead nowhere but to the files that they name. */
import { assertIncludes, assertMatch, assertTrue } from "../../assert.ts";
import { composeTests } from "../parts/compose_tests.ts";
import { service, VALUES } from "../parts/composed.ts";

const withProject = await composeTests();

withProject(
  "labels that are options, or name no files, are refused before compose is asked",
  async ({ engine, box }) => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ project: "--help" }, /^VALIDATION_FAILED /],
      [{ project: "a b" }, /^VALIDATION_FAILED /],
      [{}, /^VALIDATION_FAILED .*\(UNSUPPORTED_CONFIGURATION\)/],
      [{ "project.config_files": "a.yml" }, /^VALIDATION_FAILED .*\(UNSUPPORTED_CONFIGURATION\)/],
      [
        { "project.config_files": "a.yml", "project.working_dir": "relative" },
        /^VALIDATION_FAILED .*\(UNSUPPORTED_CONFIGURATION\)/,
      ],
      [
        { "project.config_files": "-", "project.working_dir": "/nowhere" },
        /^UPSTREAM_FAILED .*\(COMPOSE_CONFIG_FAILED\)/,
      ],
      [
        { "project.config_files": "--help,-h", "project.working_dir": "/nowhere" },
        /^UPSTREAM_FAILED .*\(COMPOSE_CONFIG_FAILED\)/,
      ],
    ];
    for (const [index, [labels, expected]] of cases.entries()) {
      const all = { project: "shop", service: `odd${index}`, ...labels };
      const options = Object.entries(all).flatMap((
        [key, value],
      ) => ["--label", `com.docker.compose.${key}=${value}`]);
      await engine.engine.container(`odd-${index}`, "exec busybox sleep 600", options);
      assertMatch(await box.error("docker_recreate_plan", { service: `odd${index}` }), expected);
    }
  },
);

withProject(
  "another label that looks like one of compose makes no service of a container",
  async ({ engine, box }) => {
    const text = "a=b,com.docker.compose.service=quoted,com.docker.compose.project=shop";
    await engine.engine.container("quoted", "exec busybox sleep 600", ["--label", `list=${text}`]);
    assertIncludes(await box.error("docker_recreate_plan", { service: "quoted" }), "SERVICE_NOT_FOUND");
  },
);

withProject(
  "the store of plans has no values either, and a receipt cannot be used to try them out",
  async ({ project, box }) => {
    await project.declare(service());
    await project.up();
    const receipt = await box.plan();
    const kept = await Deno.readTextFile(box.plans);
    for (const value of VALUES) {
      assertTrue(
        !kept.includes(value) && !kept.includes(JSON.stringify(value).slice(1, -1)),
      );
    }
    // Another server that sees the same machine gets another receipt: it does not hang on what is there alone.
    const other = await box.other();
    try {
      assertTrue(await other.plan() !== receipt);
      assertIncludes(await other.refused(receipt), "PLAN_STALE");
    } finally {
      await other.close();
    }
  },
);
