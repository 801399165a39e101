/** Names of files and folders that are signs of a fact. */
import type { ProfileFact } from "../../contract/vocabularies.ts";
import { extensionOf } from "../kinds.ts";

/** One sign. */
export interface Sign {
  readonly fact: ProfileFact;
  readonly why: string;
}

/** Extensions of what is written by people and may carry out what its name says. */
const CODE: ReadonlySet<string> = new Set(
  ".py .js .mjs .cjs .jsx .ts .tsx .vue .svelte .html .htm .rs .php .rb .go .java .kt .cs .swift".split(" "),
);

interface NameRule extends Sign {
  /** Judges the name in lower case, its stem with dashes between words, its extension, and its folders. */
  readonly fits: (file: NameParts) => boolean;
}

interface NameParts {
  readonly name: string;
  readonly stem: string;
  readonly words: readonly string[];
  readonly extension: string;
  readonly folders: readonly string[];
}

const isCode = ({ extension }: NameParts) => CODE.has(extension);
const among = (list: string) => {
  const words = new Set(list.split(" "));
  return (word: string) => words.has(word);
};

const isSchemaFile = among(".prisma .sql .sqlite .sqlite3 .db .dbml");
const isDatabaseName = among("alembic.ini ormconfig.json ormconfig.ts knexfile.js knexfile.ts schema.rb");
const isInterfaceFile = among(".proto .graphql .graphqls .gql .raml");
const isInterfaceName = among("openapi swagger asyncapi");
const isApiFolder = among("api apis endpoints controllers");
const isSignIn = among(
  "auth authentication login signin sign-in signup sign-up oauth oauth2 oidc sso logout connexion",
);
const isUpload = among("upload uploads uploader file-upload file-uploads upload-file dropzone televersement");
const isPayment = among(
  "payment payments billing stripe paypal invoice invoices paiement",
);
const isShop = among("checkout cart carts shopping-cart basket panier product-catalog storefront");
const isPerson = among(
  "user users customer customers patient patients newsletter contact-form contact personal-data",
);
const isPersonFolder = among("models entities entity schemas model domain forms");
const isPolicy = among(
  "privacy privacy-policy confidentialite politique-de-confidentialite datenschutz datenschutzerklaerung",
);
const isEuropean = among("gdpr rgpd dsgvo cnil eprivacy");
const isEuropeanPage = among(
  "mentions-legales impressum cookie-policy cookie-consent cookie-banner politique-cookies datenschutz " +
    "datenschutzerklaerung politique-de-confidentialite data-processing-agreement",
);
const isModel = among(".gguf .safetensors .onnx .pt .pth .tflite .mlmodel .ckpt");
const isPrompt = among("llm system-prompt openai anthropic chatbot embeddings rag");

const RULES: readonly NameRule[] = [
  {
    fact: "has_database",
    why: "A database, or the description of one",
    fits: ({ extension, name }) => isSchemaFile(extension) || isDatabaseName(name),
  },
  {
    fact: "has_database",
    why: "A change to a database's structure",
    fits: (file) => isCode(file) && file.folders.includes("migrations"),
  },
  {
    fact: "has_api",
    why: "Describes an interface for programs",
    fits: ({ extension, stem }) => isInterfaceFile(extension) || isInterfaceName(stem),
  },
  {
    fact: "has_api",
    why: "Code in a folder for an interface's routes",
    fits: (file) => isCode(file) && file.folders.some(isApiFolder),
  },
  {
    fact: "has_authentication",
    why: "Named like a way to sign in",
    fits: (file) => isCode(file) && isSignIn(file.stem),
  },
  {
    fact: "has_file_upload",
    why: "Named like an upload",
    fits: (file) => isCode(file) && isUpload(file.stem),
  },
  {
    fact: "uses_payments",
    why: "Named like a payment",
    fits: (file) => isCode(file) && isPayment(file.stem),
  },
  {
    fact: "has_ecommerce",
    why: "Named like a part of a shop",
    fits: (file) => isCode(file) && isShop(file.stem),
  },
  {
    fact: "collects_personal_data",
    why: "Named like a record of a person",
    fits: (file) => isCode(file) && isPerson(file.stem) && file.folders.some(isPersonFolder),
  },
  { fact: "collects_personal_data", why: "Named like a privacy notice", fits: ({ stem }) => isPolicy(stem) },
  {
    fact: "has_eu_context",
    why: "Named after European rules on data",
    fits: ({ stem, words }) => isEuropeanPage(stem) || words.some(isEuropean),
  },
  { fact: "uses_ai", why: "The weights of a model", fits: ({ extension }) => isModel(extension) },
  {
    fact: "uses_ai",
    why: "Named like the use of a language model",
    fits: (file) => isCode(file) && isPrompt(file.stem),
  },
];

/**
 * What the path of a file is a sign of, one row for each fact, sorted by fact.
 *
 * @param path Relative to the target, with `/`.
 *
 * @example
 * ```ts
 * import { signsOfPath } from "gatehouse/skills/detector/signs/names.ts";
 *
 * if (signsOfPath("db/schema.prisma")[0]?.fact !== "has_database") throw new Error("no sign");
 * ```
 */
export function signsOfPath(path: string): Sign[] {
  const folders = path.toLowerCase().split("/");
  const name = folders.pop() ?? "";
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length).replace(/[_. ]/g, "-");
  const parts = { name, stem, words: stem.split("-"), extension, folders };
  const signs = new Map<ProfileFact, Sign>();
  for (const { fact, why, fits } of RULES) {
    if (!signs.has(fact) && fits(parts)) signs.set(fact, { fact, why });
  }
  return [...signs.values()].sort((a, b) => a.fact < b.fact ? -1 : 1);
}
