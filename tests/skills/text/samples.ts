/** Texts for the readers of secrets: ordinary ones, which are none, and made-up secrets of every shape. */

/** What documentation and code are full of; a heuristic that takes one of these for a secret is broken. */
export const ORDINARY: Readonly<Record<string, string>> = {
  tableRule: "| Name | Meaning |\n|------------------|------------------------------|\n| a | b |",
  longRule: "----------------------------------------\n========================\n********************",
  className: "Use ThreadPoolExecutor, getServerSideProps or raise NotImplementedError.",
  javaName:
    "AbstractSingletonProxyFactoryBean and HTMLInputElementEventMap2 and convertUtf8ToBase64Url2Sha256",
  predicate: "if user.is_authenticated and not user.has_usable_password_set_recently:",
  path: "See references/API_SECURITY_GUIDE.md and src/components/UserProfileCard.test.tsx",
  severities: "P0_CRITICAL P1_HIGH P2_MEDIUM P3_LOW P4_CONTEXTUAL",
  severityLines: "P0_CRITICAL\nP1_HIGH\nP2_MEDIUM\nP3_LOW",
  owasp: "OWASP A01:2021 A02:2021 A03:2021, CWE-79, CWE-1321, CVE-2021-44228",
  norms: "SOC2 ISO27001 PCI-DSS HIPAA NIST-800-53 FIPS140-2 TLS1.3 X509v3 RFC8259",
  bullets: "- A1\n- B2\n- C3\n- D4\n- E5\n- F6\n- G7\n- H8",
  routes: "GET /api/v1/users/{id} returns 200; POST /api/v2/orders/2026/08/27/items",
  url: "https://example.com/v1/a1/b2/c3/d4/e5/f6/g7/h8?x=1&y=2#part-3",
  releaseUrl: "https://github.com/denoland/deno/releases/download/v2.9.6/deno-x86_64-unknown-linux-gnu.zip",
  addresses: "https://docs.google.com/document/d/1rda3yKGHimKIhg5YeoAmCOtyURgsbTHqaYR79FELlk/edit and " +
    "https://ci.appveyor.com/api/projects/status/8kkmvmefelsxp5u2 and " +
    "https://github.com/ljharb/call-bound/commit/e6a5ffe849368fe4f74dfd6cdeca1b9baa39e8d5#diff-124380949022817b90b622871837d56cR31",
  mangled: "_ZN2v88internal12_GLOBAL__N_16InvokeEPNS0_7IsolateERKNS1_12InvokeParamsE",
  commit: "uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2",
  sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  uuid: "id 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
  integrity: 'integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"',
  fingerprint: "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDHvjFbXnAzVBDYNtw",
  publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx7Z2Q9vBqVw5P4n8Kt1s6YcR3mE0uLhD2fGaXoTbNi me@host",
  program: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  env:
    "export API_KEY=${API_KEY}\nconst token = process.env.GITHUB_TOKEN_2;\npassword = os.environ['DB_PASSWORD_1']",
  call: "secret = hashlib.sha256(data).hexdigest(); token: generateToken32(user1)",
  prose:
    "Token: a bearer token. Password: required. Secret: never print it. Basic authentication, bearer tokens.",
  named: "api_key: string, token: sha256, password: argon2id, access_key: AES256GCM, secret: kubernetes-v1",
  placeholder:
    "Authorization: Bearer <token>\nAPI_KEY=your-api-key-here\nghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx sk-...",
  connection: "postgres://user:password@localhost:5432/app and redis://:secret@cache:6379",
  pemName: "Search for -----BEGIN RSA PRIVATE KEY----- and report each file\n".repeat(3),
  french: "Le prérequis d'authentification_multifacteur est anticonstitutionnellement_insuffisant",
  date: "token 2026-08-27T12:34:56.789Z, key 20260827-123456, 4111 1111 1111 1111, +33 1 23 45 67 89",
  pins: "npm:@modelcontextprotocol/server@2.4.0 zod@4.6.7 fast-check@4.10.2 es2022 utf-8 base64url",
  image: "![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)",
  rust: "use solana_program::{account_info::AccountInfo, entrypoint::ProgramResult}; let x1: [u8; 32];",
  sql: "CREATE INDEX idx_users_email_2026_v2 ON users(email); SELECT pg_stat_statements_reset_v2();",
};

const BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A made-up secret: always the same for the same seed. No scanner takes the source for a leak. */
export function madeUp(length: number, seed: number, alphabet: string = BASE62): string {
  let state = seed * 2654435761 >>> 0 || 1;
  return Array.from({ length }, () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return alphabet[state % alphabet.length];
  }).join("");
}

const HEX = "0123456789abcdef";

/** Secrets of every shape that must be found, made for a seed; each text holds exactly one. */
export function secretTexts(seed: number): Record<string, string> {
  return {
    github: `token ${"gh" + "p_"}${madeUp(36, seed)}`,
    gitlab: `${"gl" + "pat-"}${madeUp(20, seed)}`,
    aws: `id ${"AK" + "IA"}${madeUp(16, seed, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")}`,
    awsSecret: `aws_secret_access_key = ${madeUp(40, seed, BASE62 + "+/")}`,
    stripe: `${"sk" + "_live_"}${madeUp(24, seed)}`,
    openai: `${"sk" + "-"}${madeUp(48, seed)}`,
    slack: `${"xox" + "b-"}${madeUp(12, seed, "0123456789")}-${madeUp(24, seed)}`,
    google: `${"AI" + "za"}${madeUp(35, seed)}`,
    npm: `${"npm" + "_"}${madeUp(36, seed)}`,
    huggingFace: `${"hf" + "_"}${madeUp(34, seed)}`,
    jwt: `${"ey" + "J"}${madeUp(33, seed)}.${"ey" + "J"}${madeUp(40, seed)}.${madeUp(43, seed)}`,
    bearer: `Authorization: Bearer ${madeUp(32, seed)}`,
    url: `postgres://app:${madeUp(16, seed)}@db.internal/app`,
    hexNamed: `api_key: ${madeUp(32, seed, HEX)}`,
    json: `{"password": "${madeUp(12, seed)}9"}`,
    bare: `the value is ${madeUp(40, seed)} and nothing else`,
    bareLower: `the value is ${madeUp(40, seed, BASE62.slice(26))} and nothing else`,
    webhook: `https://hooks.slack.com/services/T${madeUp(8, seed)}/B${madeUp(8, seed)}/${madeUp(24, seed)}`,
    queryNamed: `https://api.example.com/v1/items?api_key=${madeUp(32, seed)}`,
    pem: `-----BEGIN ${"PRIVATE"} KEY-----\n${madeUp(64, seed)}\n${
      madeUp(40, seed)
    }\n-----END ${"PRIVATE"} KEY-----`,
    pemOpen: `-----BEGIN ${"PRIVATE"} KEY-----\n${madeUp(64, seed)}\n${madeUp(40, seed)}\n`,
  };
}
