import { assertEquals, assertTrue } from "../../assert.ts";
import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
import { PROFILE_FACTS } from "gatehouse/skills/contract/vocabularies.ts";
import { profileWith, Project, rowsOf } from "./parts/tree.ts";

/** A sign of each fact that nothing proves: a package in each kind of manifest, and a name. */
const signs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  collects_personal_data: {
    "package.json": '{"dependencies":{"libphonenumber-js":"1"}}',
    "requirements.txt": "phonenumbers==8",
    "Cargo.toml": '[dependencies]\nphonenumber = "1"',
    "docs/privacy-policy.md": "",
    "app/models/user.py": "",
  },
  has_api: {
    "package.json": '{"dependencies":{"express":"5"}}',
    "pyproject.toml": '[project]\ndependencies = ["fastapi[standard]>=0.1"]',
    "Cargo.toml": '[dependencies]\naxum = "1"',
    "openapi.yaml": "",
    "app/api/users/route.ts": "",
    "service.proto": "",
  },
  has_authentication: {
    "package.json": '{"dependencies":{"passport-google-oauth20":"1"}}',
    "requirements-dev.txt": "PyJWT\n",
    "Cargo.toml": '[dependencies]\noauth2 = "1"',
    "src/login.tsx": "",
    "src/sign_in.py": "",
  },
  has_database: {
    "package.json": '{"devDependencies":{"@prisma/client":"1"}}',
    "Pipfile": '[packages]\nSQLAlchemy = "*"',
    "Cargo.toml": '[dependencies]\nsqlx = "1"',
    "prisma/schema.prisma": "",
    "db/migrations/0001_initial.py": "",
    "data.sqlite3": "",
  },
  has_ecommerce: {
    "package.json": '{"dependencies":{"@shopify/polaris":"1"}}',
    "requirements.txt": "django_oscar",
    "src/checkout.ts": "",
    "pages/shopping-cart.vue": "",
  },
  has_eu_context: {
    "package.json": '{"dependencies":{"vanilla-cookieconsent":"3"}}',
    "requirements.txt": "django-cookie-consent",
    "docs/RGPD.md": "",
    "src/gdpr_export.py": "",
    "mentions-legales.html": "",
  },
  has_file_upload: {
    "package.json": '{"dependencies":{"multer":"1"}}',
    "pyproject.toml": '[tool.poetry.dependencies]\npython-multipart = "^1"',
    "Cargo.toml": '[dependencies]\nactix-multipart = "1"',
    "src/upload.js": "",
  },
  uses_ai: {
    "package.json": '{"dependencies":{"@anthropic-ai/sdk":"1"}}',
    "pyproject.toml": '[dependency-groups]\nml = ["torch"]',
    "Cargo.toml": '[dependencies]\nasync-openai = "1"',
    "weights.safetensors": "",
    "src/chatbot.py": "",
  },
  uses_payments: {
    "package.json": '{"peerDependencies":{"@stripe/stripe-js":"1"}}',
    "pyproject.toml": "[project.optional-dependencies]\npay = [\"stripe ; python_version > '3'\"]",
    "Cargo.toml": '[dependencies]\npay = { package = "async-stripe", version = "1" }',
    "src/billing.ts": "",
  },
};

for (const [fact, files] of Object.entries(signs)) {
  for (const [path, content] of Object.entries(files)) {
    Deno.test(`${path} may be a sign of ${fact}, and proves nothing`, () => {
      const profile = profileWith({ [path]: content });
      assertTrue(profile.likely.includes(fact), profile.likely.join());
      assertTrue(!profile.facts.includes(fact));
      const row = rowsOf(profile, fact)[0] ?? "";
      assertTrue(row.startsWith(`LIKELY ${path}`), row);
      assertEquals(/:\d+ Asks for the package /.test(row), content !== "");
    });
  }
}

Deno.test("the nine facts that nothing proves have signs, and no other has", () => {
  const derived = profileWith({
    "a.apk": "",
    "a.js": "",
    "a.ts": "",
    "a.py": "",
    "a.rs": "use spl_token::a;",
    "SKILL.md": "",
  });
  assertEquals([...derived.facts, ...Object.keys(signs)].sort(), [...PROFILE_FACTS]);
});

const silent: Readonly<Record<string, string>> = {
  "package.json":
    '{"name":"stripe","description":"express openai","scripts":{"pg":"pg"},"keywords":["multer"]}',
  "sub/package.json": '{"dependencies":["stripe"]}',
  "broken/package.json": '{"dependencies":{"stripe":"1"}',
  "list/package.json": "[]",
  "deep/package.json": "[".repeat(50_000),
  "requirements.txt": "# stripe\n-r stripe.txt\n--index-url https://stripe\n\n; openai\n",
  "pyproject.toml":
    '[project]\nname = "stripe"\ndependencies = "stripe"\n[project.optional-dependencies]\na = 1',
  "broken/pyproject.toml": "[project\nstripe",
  "Cargo.toml": '[package]\nname = "sqlx"\n[features]\nsqlx = []',
  "average.py": "",
  "loginator.py": "",
  "login.md": "",
  "cartography.ts": "",
  "user.py": "",
  "session.ts": "",
  "orders.ts": "",
  "prompts.ts": "",
  "src/author.ts": "",
  "src/uploading_notes.txt": "",
  "node_modules/stripe/package.json": '{"dependencies":{"stripe":"1"}}',
};

Deno.test("what only mentions a package, or only sounds like it, is no sign", () => {
  const { likely, evidence, blocked } = profileWith(silent);
  assertEquals({ likely, blocked }, { likely: [], blocked: false });
  assertEquals(evidence.filter(({ state }) => state === "LIKELY"), []);
});

Deno.test("the line of a sign is the one that asks for the package", () => {
  const profile = profileWith({
    "package.json":
      '{\n  "name": "pg-tools",\n  "dependencies": {\n    "pg-pool": "1",\n    "pg": "8"\n  }\n}',
    "requirements.txt": "# sqlalchemy first\nflask\nSQLAlchemy>=2\n",
  });
  assertEquals(rowsOf(profile, "has_database"), [
    "LIKELY package.json:5 Asks for the package pg",
    "LIKELY requirements.txt:3 Asks for the package sqlalchemy",
  ]);
});

Deno.test("manifests are read for signs up to a size and a number", () => {
  const asks = '{"dependencies":{"stripe":"1"}}';
  const { fileBytes, signManifests } = lowerLimits({});
  assertEquals(profileWith({ "package.json": asks.padEnd(fileBytes) }).likely, ["uses_payments"]);
  assertEquals(profileWith({ "package.json": asks.padEnd(fileBytes + 1) }).likely, []);
  using project = new Project();
  for (let at = 0; at < signManifests; at++) project.write(`a${at}/package.json`, "{}");
  project.write("b/package.json", asks);
  assertEquals(project.profile().likely, []);
  Deno.removeSync(`${project.path}/a0/package.json`);
  assertEquals(project.profile().likely, ["uses_payments"]);
  assertEquals(project.profile({ limits: { signManifests: 1 } }).likely, []);
});

Deno.test("a package's name is shown in one bounded line", () => {
  const name = `@stripe/\u001b[2K\n${"a".repeat(5_000)}`;
  const profile = profileWith({ "package.json": JSON.stringify({ dependencies: { [name]: "1" } }) });
  assertEquals(profile.likely, ["uses_payments"]);
  const [why = ""] = profile.evidence.flatMap(({ finding, why }) => finding === "uses_payments" ? [why] : []);
  assertTrue(why.startsWith("Asks for the package @stripe/") && why.length < 200, why);
  // deno-lint-ignore no-control-regex
  assertTrue(!/[\u0000-\u001f]/.test(why), why);
});
