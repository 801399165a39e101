/** Variables of a profile: the tables of options hold for programs as they are without them. */
import { environmentFault, plainFault } from "gatehouse/hosts/cron/environment.ts";
import { assertEquals, assertIncludes } from "../../assert.ts";
import { canHaveCrontabs, Crontabs, JOB } from "../parts/crontabs.ts";

const profile = (
  executable: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
) => ({
  ...JOB,
  executable,
  argv,
  environment,
});

const REFUSED = [
  // sort(1) takes -k and what follows it for files then.
  profile("sort", ["/var/log/a", "-k", "/etc/shadow"], { POSIXLY_CORRECT: "1" }),
  profile("grep", ["a", "/var/log/a", "-e", "/etc/shadow"], { POSIXLY_CORRECT: "" }),
  profile("sort", ["/var/log/a"], { _POSIX2_VERSION: "199209" }),
  // Code from a file that somebody may write.
  profile("curl", ["-q", "https://example.com/"], { OPENSSL_CONF: "/tmp/a.cnf" }),
  profile("curl", ["-q", "https://example.com/"], { OPENSSL_MODULES: "/tmp" }),
  profile("ip", ["link", "show", "type", "foo"], { IP_LIB_DIR: "/tmp" }),
  // Files of another name than what they were judged by, also written.
  profile("ss", ["-t"], { TCPDIAG_FILE: "/etc/shadow" }),
  profile("ss", ["-t"], { PROC_NET_TCP: "/etc/shadow" }),
  profile("curl", ["-q", "https://example.com/"], { KRB5_TRACE: "/tmp/a" }),
  profile("tail", ["/var/log/a"], { LC_ALL: "/tmp/locale" }),
  profile("tail", ["/var/log/a"], { LANGUAGE: "../../tmp" }),
  profile("tail", ["/var/log/a"], { TZ: ":/tmp/zone" }),
  profile("tail", ["/var/log/a"], { TZ: "../../../tmp/zone" }),
  profile("tail", ["/var/log/a"], { UNHEARD_OF: "" }),
];

Deno.test("for a program of the list only variables can be set that decide how it writes", () => {
  for (const { executable, environment } of REFUSED) {
    assertIncludes(
      plainFault(environment) ?? `${executable} ${JSON.stringify(environment)}`,
      "UNSAFE_ARGUMENT",
    );
  }
  const plain = { TZ: "Europe/Warsaw", LANG: "pl_PL.UTF-8", LC_TIME: "C", LANGUAGE: "pl:en", COLUMNS: "80" };
  assertEquals(plainFault(plain), null);
  for (const TZ of ["UTC", "", "<+03>-3", "CET-1CEST,M3.5.0,M10.5.0/3", "Etc/GMT+5"]) {
    assertEquals([TZ, plainFault({ TZ })], [TZ, null]);
  }
});

Deno.test("for a program that the settings add, what is known to lead to other code cannot be set either", () => {
  for (
    const name of [
      "OPENSSL_CONF",
      "IP_LIB_DIR",
      "POSIXLY_CORRECT",
      "_POSIX2_VERSION",
      "KRB5_TRACE",
      "JAVA_TOOL_OPTIONS",
    ]
  ) {
    assertIncludes(environmentFault({ [name]: "" }) ?? name, "UNSAFE_ARGUMENT");
  }
  assertEquals(environmentFault({ REPORT: "a", TZ: "UTC" }), null);
});

Deno.test({
  name:
    "a profile that a variable would make another program is refused, and so is one whose output had to be masked",
  ignore: !canHaveCrontabs,
  async fn() {
    await using crontabs = await Crontabs.open();
    for (const asked of REFUSED) {
      const { message } = await crontabs.served.error("cron_upsert", asked);
      assertIncludes(message, "UNSAFE_ARGUMENT");
    }
    // A line of the operator's that says HOME=/etc would make these /etc/shadow.
    for (const argv of [["-n", "5", "shadow"], ["--lines=5", "/var/log/a", "./shadow"]]) {
      const { message } = await crontabs.served.error("cron_upsert", profile("tail", argv, {}));
      assertIncludes(message, "is not absolute");
    }
    assertIncludes(
      (await crontabs.served.error("cron_upsert", profile("grep", ["-fshadow", "/var/log/a"], {}))).message,
      "is not absolute",
    );
    const inspect = await crontabs.served.error("cron_upsert", profile("docker", ["inspect", "web"], {}));
    assertIncludes(inspect.message, "PROGRAM_SUBCOMMAND_NOT_PERMITTED");
    await crontabs.changed("cron_upsert", { ...JOB, environment: { TZ: "Europe/Warsaw" } });
  },
});
