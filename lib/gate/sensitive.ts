/** Files whose contents are secrets, and files that make something run later. */
import type { Target } from "./effect.ts";

type Places = readonly (readonly [name: string, pattern: RegExp])[];

const HOME = String.raw`^\/(?:root|(?:home|Users)\/[^/]+)\/`;

const SECRETS: Places = [
  [
    "SSH private key",
    new RegExp(
      HOME +
        String
          .raw`\.ssh\/(?!(?:known_hosts|config|authorized_keys|environment|rc)(?:$|\.old$))(?!.*\.pub$).+`,
    ),
  ],
  ["host key", /^\/etc\/ssh\/ssh_host_[^/]*_key$/],
  ["password hashes", /^\/(?:private\/)?etc\/(?:shadow-?|gshadow-?|master\.passwd|security\/opasswd)$/],
  ["sudo rules", /^\/etc\/sudoers(?:$|\.d\/)/],
  ["AWS credentials", /\/\.aws\/(?:credentials|sso\/.*|cli\/cache\/.*)$/],
  [
    "cloud credentials",
    /\/\.(?:config\/gcloud\/(?:.*credential.*|access_tokens\.db|legacy_credentials\/.*)|azure\/(?:accessTokens\.json|msal_token_cache.*|azureProfile\.json)|oci\/.*|config\/doctl\/.*|terraform\.d\/credentials.*|terraformrc)$/,
  ],
  [
    "Kubernetes credentials",
    /\/\.kube\/(?:config|cache\/.*)$|^\/etc\/kubernetes\/(?:admin\.conf|pki\/.*)$|^\/var\/run\/secrets\/|^\/run\/secrets\//,
  ],
  [
    "registry credentials",
    /\/\.docker\/config\.json$|\/\.(?:npmrc|pypirc|yarnrc\.yml|gem\/credentials|cargo\/credentials(?:\.toml)?|m2\/settings\.xml|composer\/auth\.json)$/,
  ],
  [
    "stored passwords",
    /\/\.(?:netrc|git-credentials|pgpass|my\.cnf|mylogin\.cnf|vault-token|htpasswd|password-store\/.*|config\/(?:gh\/hosts\.yml|hub|git\/credentials|rclone\/rclone\.conf|op\/.*))$/,
  ],
  ["GnuPG keys", /\/\.gnupg(?:\/|$)/],
  ["keychain", /\/Library\/Keychains\/|\/\.local\/share\/keyrings\/|\/\.local\/share\/kwalletd\//],
  [
    "browser profile",
    /\/(?:\.mozilla\/firefox|\.config\/(?:google-chrome|chromium|BraveSoftware)|Library\/Application Support\/(?:Google\/Chrome|Firefox|BraveSoftware))\/.*(?:Cookies|Login Data|logins\.json|key4\.db|cookies\.sqlite|Web Data)/,
  ],
  [
    "environment file",
    /\/\.env(?:rc|[~_-](?!example|sample|template|dist|test|defaults)[^/]*|\.(?!example$|sample$|template$|dist$|test$|defaults$)[^/]+)?$|\/[^/]+\.env$/,
  ],
  ["private key", /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/],
  [
    "shell history",
    /\/\.(?:bash_history|zsh_history|python_history|psql_history|mysql_history|node_repl_history)$/,
  ],
  // What a key or a token is usually called, wherever it lies.
  ["private key", /\/id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?$/],
  [
    "credentials",
    /\/(?:credentials|client_secrets?[^/]*|service[-_]?account[^/]*)\.json$|\.tfstate(?:\.backup)?$|\/secrets?\.(?:ya?ml|json|toml|enc)$/i,
  ],
  [
    "stored passwords",
    /\/\.(?:wgetrc|curlrc|s3cfg|boto|databrickscfg|snowsql\/config|dbt\/profiles\.yml|huggingface\/token|cache\/huggingface\/token|kaggle\/kaggle\.json|openai|pulumi\/credentials\.json|supabase\/access-token|fly\/config\.yml|netlify\/config\.json|wrangler\/config\/.*|claude\/\.credentials\.json|codex\/auth\.json|jupyter\/jupyter\w*_config\.json|config\/(?:sops\/age\/keys\.txt|github-copilot\/.*|heroku\/.*|anthropic|solana\/id\.json|gh\/hosts\.yml|netlify\/config\.json)|local\/share\/fish\/fish_history)$/,
  ],
  [
    "wallet",
    /\/(?:wallet\.dat|\.(?:bitcoin|litecoin|dogecoin)\/.*wallet.*|\.ethereum\/keystore\/.*|\.electrum\/wallets\/.*)$/,
  ],
  [
    "network keys",
    /^\/etc\/(?:wireguard\/.*\.conf|NetworkManager\/system-connections\/.*|krb5\.keytab|ipsec\.secrets|ppp\/(?:chap|pap)-secrets|openvpn\/.*\.(?:conf|ovpn))$|^\/var\/backups\/g?shadow/,
  ],
  ["memory", /^\/dev\/(?:mem|kmem|port)$|^\/proc\/kcore$/],
  ["process environment", /^\/proc\/(?:[^/]+)\/(?:environ|mem)$/],
];

const PERSISTENCE: Places = [
  [
    "shell start-up file",
    /\/\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|mkshrc|cshrc|tcshrc|login|inputrc|xprofile|xinitrc|xsession|xsessionrc|pam_environment|envrc)$|\/\.config\/fish\/|\/\.oh-my-zsh\/custom\/|\/\.bashrc\.d\//,
  ],
  [
    "shell start-up file",
    /^\/etc\/(?:profile|profile\.d\/.*|bash\.bashrc|bashrc|zsh\/.*|zshenv|zshrc|environment|ld\.so\.preload|ld\.so\.conf(?:\.d\/.*)?|rc\.local|rc[\dS]\.d\/.*|init\.d\/.*|inittab|update-motd\.d\/.*)$/,
  ],
  ["SSH access", /\/\.ssh(?:\/(?:authorized_keys2?|rc|environment|config))?$|^\/etc\/ssh\/sshd?_config/],
  ["scheduled job", /^\/(?:etc\/(?:cron[^/]*|anacrontab)|var\/spool\/(?:cron|at))(?:\/|$)/],
  [
    "service unit",
    /^\/(?:etc|lib|usr\/lib|run|usr\/local\/lib)\/systemd\/|\/\.config\/systemd\/|\/\.local\/share\/systemd\//,
  ],
  ["launch agent", /\/Library\/(?:LaunchAgents|LaunchDaemons|StartupItems)\//],
  ["autostart entry", /\/\.config\/autostart\/|^\/etc\/xdg\/autostart\//],
  ["sudo rules", /^\/etc\/(?:sudoers(?:$|\.d(?:\/|$))|doas\.conf$|polkit-1\/|pam\.d\/)/],
  [
    "git hook",
    /\/\.git\/(?:hooks(?:\/|$)|config$|modules\/)|\/\.(?:husky|githooks)(?:\/|$)|\/\.gitconfig$|\/\.config\/git\/(?:config|hooks)/,
  ],
  [
    "editor task",
    /\/\.vscode\/(?:tasks|settings|launch|extensions)\.json$|\/\.idea\/(?:runConfigurations|workspace)|\/\.(?:vimrc|nvimrc|exrc|emacs)$|\/\.config\/nvim\/|\/\.emacs\.d\//,
  ],
  ["agent configuration", /\/\.(?:claude|codex|cursor|gemini)\/|\/\.mcp\.json$/],
  [
    "interpreter start-up file",
    /\/(?:sitecustomize|usercustomize)\.py$|\/site-packages\/[^/]+\.pth$|\/\.(?:pythonrc|irbrc|pryrc|gdbinit|lldbinit|Rprofile|npmrc|yarnrc|yarnrc\.yml|condarc)$|\/\.pip\/pip\.conf$|\/\.config\/pip\/|\/\.cargo\/config(?:\.toml)?$|\/\.gradle\/init/,
  ],
];

/** Real names in well-known places, to compare a pattern with. */
const SAMPLES = [
  "/etc/shadow",
  "/etc/gshadow",
  "/etc/sudoers",
  "/etc/ssh/ssh_host_rsa_key",
  "/proc/self/environ",
  ...["/root", "/home/~"].flatMap((home) =>
    ("ssh/id_rsa ssh/id_ed25519 ssh/id_ecdsa ssh/id_dsa aws/credentials netrc git-credentials npmrc pypirc pgpass " +
      "gnupg/secring.gpg docker/config.json kube/config env bash_history azure/accessTokens.json cargo/credentials " +
      "config/hub config/gh/hosts.yml config/rclone/rclone.conf config/gcloud/access_tokens.db config/doctl/config.yaml " +
      "huggingface/token password-store/x.gpg").split(" ").map((name) => `${home}/.${name}`)
  ),
] as const;

/** Names that secrets have in any directory, for a pattern whose last part asks for some name. */
const NAMES =
  (".env .envrc .env.local .env.production .env.development .env.staging .env.prod .env.dev .npmrc .netrc .pypirc " +
    ".pgpass .git-credentials .htpasswd .my.cnf .bash_history .yarnrc.yml id_rsa id_dsa id_ecdsa id_ed25519 credentials.json " +
    "client_secret.json secrets.json secrets.yml secrets.yaml secret.yml secret.yaml terraform.tfstate")
    .split(" ");

/** Of those, the ones that only lie in a home directory: elsewhere a pattern that fits them means something else. */
const AT_HOME = new Set([".git-credentials", ".bash_history", ".my.cnf", ".pgpass"]);

const PERSISTENT_SAMPLES = [
  "/etc/profile",
  "/etc/crontab",
  "/etc/sudoers",
  "/etc/cron.d/x",
  ...["/root", "/home/~"].flatMap((home) =>
    "bashrc profile bash_profile zshrc zshenv zprofile ssh/authorized_keys gitconfig".split(" ").map((name) =>
      `${home}/.${name}`
    )
  ),
] as const;

function nameOf(path: string, places: Places): string | null {
  return places.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

function nameOfTarget(target: Target, places: Places, samples: readonly string[]): string | null {
  if (target.path !== undefined && target.unknown === undefined && target.below === undefined) {
    return nameOf(target.path, places);
  }
  const pattern = target.pattern;
  if (pattern === undefined) return null;
  const cut = pattern.lastIndexOf("**");
  const end = cut < 0 ? "" : pattern.slice(cut + 2);
  if (target.unknown === true) {
    // What follows the unknown part still tells: "$DIR/.aws/credentials".
    return end.length > 1 ? nameOf(`/home/~/x${end}`, places) : null;
  }
  const direct = nameOf(pattern, places);
  if (direct !== null) return direct;
  const sample = samples.find((path) => matches(pattern, path));
  if (sample !== undefined) return nameOf(sample, places);
  return places === SECRETS && fitsName(pattern) ? "secret by its name" : null;
}

/**
 * The last part of a pattern fits the name of a secret. As in bash, a dot in front is only matched by a dot; and a name
 * without one only counts when the pattern spells out some of it: `*` and `*.json` ask for no secret, `id_*` does.
 */
function fitsName(pattern: string): boolean {
  const cut = pattern.lastIndexOf("/");
  const last = pattern.slice(cut + 1);
  if (!/[*?[(]/.test(last) || last.length > MAX_NAME) return false;
  if (/[(|]/.test(last)) return /^\.|env|id_|secret|credential/.test(last);
  const dotted = last.startsWith(".");
  const home = /^\/(?:root|(?:home|Users)\/[^/]+)$/.test(pattern.slice(0, cut));
  if (!dotted && !/[\w-]{3}/.test(last.replace(/\.\w+$/, "").replaceAll(/\[[^\]]*\]/g, "?"))) return false;
  return NAMES.some((name) =>
    name.startsWith(".") === dotted && (home || !AT_HOME.has(name)) && matchesSegment(last, name)
  );
}

/** File names are not longer than this (NAME_MAX). */
const MAX_NAME = 255;

/**
 * The kind of secret that reading the target shows, or `null`.
 *
 * ```ts
 * import { secretOf } from "gatehouse/gate/sensitive.ts";
 *
 * if (secretOf({ path: "/home/ann/.ssh/id_rsa" }) === null) throw new Error("a private key");
 * if (secretOf({ path: "/home/ann/.ssh/id_rsa.pub" }) !== null) throw new Error("public");
 * ```
 */
export function secretOf(target: Target): string | null {
  return nameOfTarget(target, SECRETS, SAMPLES);
}

/**
 * The kind of start-up file, job, hook or key list that writing the target changes, or `null`.
 *
 * ```ts
 * import { persistenceOf } from "gatehouse/gate/sensitive.ts";
 *
 * if (persistenceOf({ path: "/home/ann/.bashrc" }) === null) throw new Error("runs at every login");
 * ```
 */
export function persistenceOf(target: Target): string | null {
  return nameOfTarget(target, PERSISTENCE, PERSISTENT_SAMPLES);
}

/** Compares a pattern with a path, segment by segment; in both, every home is the same home. */
function matches(pattern: string, path: string): boolean {
  const wanted = sameHome(pattern).split("/");
  const given = sameHome(path).split("/");
  if (wanted.length !== given.length) return false;
  return wanted.every((segment, index) => matchesSegment(segment, given[index] ?? ""));
}

function sameHome(path: string): string {
  return path.replace(/^\/(?:home|Users)\/[^/]+/, "/home/~").replace(/^\/proc\/\d+\//, "/proc/self/");
}

/** `*`, `?` and `[…]` only; brackets match any one character, which is the stricter reading. Linear backtracking. */
function matchesSegment(pattern: string, name: string): boolean {
  const simple = pattern.replaceAll(/\[[^\]]*\]/g, "?");
  if (/[(|]/.test(simple)) return true;
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < name.length) {
    if (at < simple.length && simple[at] === "*") {
      star = at++;
      resume = index;
    } else if (at < simple.length && (simple[at] === "?" || simple[at] === name[index])) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  while (simple[at] === "*") at++;
  return at === simple.length;
}
