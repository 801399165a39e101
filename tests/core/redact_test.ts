import fc from "fast-check";
import { assertEquals, assertTrue } from "../assert.ts";
import { redactText, redactValue, secretSpans } from "gatehouse/core/redact.ts";

const MASK = "[redacted]";

// Assembled, so that no scanner takes this file for a leak.
const SECRETS: Record<string, string> = {
  header: `curl -H "Authorization: Bearer ${"a1b2c3d4".repeat(4)}" https://e.example`,
  basic: `curl -H 'authorization: Basic ${"dXNlcjpw".repeat(2)}'`,
  url: `git clone https://user:${"hunter" + "2x"}@host/repo`,
  assignment: `export API_KEY=${"s3cr" + "etvalue"}`,
  json: `{"password": "${"hunter" + "2"}"}`,
  option: `mysql --password=${"hunter" + "2"}`,
  items: `{"args": ["--access-token", "${"hunter" + "2"}"]}`,
  lines: `args = [\n  '--password',\n  '${"hunter" + "2"}',\n]`,
  github: `x ${"gh" + "p_"}${"A1b2".repeat(9)} y`,
  aws: `id ${"AK" + "IA"}${"ABCD".repeat(4)} end`,
  slack: `t ${"xox" + "b-"}1234567890-abcdef`,
  jwt: `t ${"ey" + "J"}hbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4`,
  npm: `//r/:_authToken ${"npm" + "_"}${"a1B2".repeat(9)}`,
  user: `curl -u me:${"hunter" + "2"} https://e.example`,
  cookie: `curl -H 'Cookie: session=${"s3cr" + "etvalue"}' https://e.example`,
  attached: `mysqldump -u root -p${"hunter" + "2"} shop`,
  short: `sshpass -p ${"hunter" + "2"} ssh box`,
  registry: `docker login -u me -p ${"hunter" + "2"} r.example`,
  redis: `redis-cli -a ${"hunter" + "2"} ping`,
  openssl: `openssl rsa -in k.pem -passin pass:${"hunter" + "2"}`,
  configure: `aws configure set aws_secret_access_key ${"s3cr" + "etvalue"}`,
  pem: `-----BEGIN RSA PRIVATE KEY-----\nMIIE${"x".repeat(50)}\n-----END RSA PRIVATE KEY-----`,
};

for (const [shape, text] of Object.entries(SECRETS)) {
  Deno.test(`a secret is masked: ${shape}`, () => {
    const { text: shown, masked } = redactText(text);
    assertTrue(masked >= 1 && shown.includes(MASK), shown);
    for (
      const part of [
        "a1b2c3d4",
        "hunter2",
        "s3cretvalue",
        "A1b2A1b2",
        "ABCDABCD",
        "1234567890-abc",
        "SflKx",
        "MIIE",
      ]
    ) {
      assertTrue(!shown.includes(part), shown);
    }
  });
}

Deno.test("ordinary commands and prose are left as they are", () => {
  for (
    const text of [
      "git log --oneline -5",
      "grep -rn token src",
      "the key to it is patience",
      "curl https://example.com/a?b=c",
      "ls keys passwords",
      "npm run build",
      "Refused to open /k/http.token: it is a link",
      "Could not write /k/http-token (ENOENT). Make its directory first",
      "Refused to open /k/db.password: others may write to a directory above it",
      "git push -u origin topic:main",
      "mysql -u root -p shop",
      "sort -u a:b.txt",
      "docker login -u me",
    ]
  ) assertEquals(redactText(text), { text, masked: 0 });
});

Deno.test("masking a masked text changes nothing", () => {
  for (const text of Object.values(SECRETS)) {
    const once = redactText(text).text;
    assertEquals(redactText(once).text, once);
  }
});

Deno.test("a sentence about a secret does not keep it from being masked", () => {
  const secret = "hunter" + "2";
  for (
    const text of [
      `password: ${secret} is`,
      `token: it ${secret}`,
      `secret: nothing`,
      `--token (E${secret})`,
      `token=others=${secret}`,
    ]
  ) {
    assertTrue(redactText(text).text.includes(MASK), text);
  }
});

Deno.test("values keep their shape and their keys", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const { value: shown } = redactValue(value);
    assertEquals(typeof shown, typeof value);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      assertEquals(Object.keys(shown as object), Object.keys(value));
    }
  }));
});

Deno.test("the time stays linear in hostile text", () => {
  // A pattern that backtracks over these would not end within the runner's patience.
  for (
    const seed of [
      "://a:",
      "password=",
      "-----BEGIN PRIVATE KEY-----",
      "bearer ",
      "eyJ",
      "a".repeat(30) + "://",
    ]
  ) {
    redactText(seed.repeat(200_000 / seed.length | 0));
  }
});

Deno.test("a private key that is cut off before the next block is masked as far as that block", () => {
  const key = `-----BEGIN ${"PRIVATE"} KEY-----`;
  const { text } = redactText(`${key}\nMIIE${"x".repeat(50)}\n-----BEGIN CERTIFICATE-----\nshown\n`);
  assertEquals(text, `${key}${MASK}-----BEGIN CERTIFICATE-----\nshown\n`);
});

Deno.test("secrets are found where they stand, with the name that gives them away", () => {
  const token = "gh" + "p_" + "A1b2".repeat(9);
  const text = `password=${"hunter" + "2"} ${token}`;
  assertEquals(secretSpans(text).map(({ start, end, name }) => [text.slice(start, end), name]), [
    ["hunter" + "2", "password="],
    [token, ""],
  ]);
  assertEquals(secretSpans("ordinary words"), []);
});

for (
  const [provider, secret] of Object.entries({
    google: `${"AI" + "za"}${"aB3_-".repeat(7)}`,
    vault: `${"hv" + "s."}${"aB3-".repeat(8)}`,
    digitalOcean: `${"dop" + "_v1_"}${"0a1b".repeat(16)}`,
    shopify: `${"shp" + "at_"}${"0A1b".repeat(8)}`,
    webhook: `${"wh" + "sec_"}${"aB3+".repeat(8)}`,
    sendgrid: `${"S" + "G."}${"aB3-".repeat(5)}.${"aB3_".repeat(10)}`,
    pypi: `${"pypi-" + "AgE"}${"aB3-".repeat(12)}`,
    age: `${"AGE-SECRET" + "-KEY-1"}${"AB3D".repeat(14)}`,
    gitlab: `${"gl" + "rt-"}${"aB3-".repeat(5)}`,
    openai: `${"s" + "k-"}${"aB3d".repeat(12)}`,
    slackHook: `https://hooks.slack.com/services/${"T0A1B2C3"}/${"B0A1B2C3"}/${"aB3d".repeat(6)}`,
  })
) {
  Deno.test(`a provider's secret is masked by its own form: ${provider}`, () => {
    const { text, masked } = redactText(`before ${secret} after`);
    assertEquals(masked, 1);
    assertTrue(
      /^before \S*\[redacted\] after$/.test(text) && !text.includes("aB3") && !text.includes("AB3D"),
      text,
    );
  });
}
