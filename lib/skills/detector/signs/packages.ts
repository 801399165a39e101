/**
 * Packages whose use is a sign of a fact. A sign proves nothing: a package may lie unused, and what it is used for is
 * not seen.
 */
import type { ProfileFact } from "../../contract/vocabularies.ts";

/** Where a package's name comes from: the registries have names of their own. */
export type Ecosystem = "npm" | "pypi" | "crates";

/** A name that ends in `*` stands for every name that begins so. */
const PACKAGES: Readonly<Partial<Record<ProfileFact, Readonly<Partial<Record<Ecosystem, string>>>>>> = {
  collects_personal_data: {
    npm:
      "@amplitude/* @hubspot/* @mailchimp/* @segment/* analytics-node google-libphonenumber libphonenumber-js " +
      "matomo-tracker mixpanel mixpanel-browser posthog-js posthog-node react-ga4",
    pypi:
      "django-newsletter email-validator hubspot-api-client mailchimp-marketing mixpanel phonenumbers posthog",
    crates: "phonenumber posthog-rs",
  },
  has_api: {
    npm:
      "@apollo/server @hapi/hapi @nestjs/core @trpc/server apollo-server apollo-server-* elysia express fastify " +
      "graphql-yoga hono koa restify",
    pypi:
      "ariadne connexion django-ninja djangorestframework falcon fastapi flask flask-restful graphene litestar " +
      "sanic starlette strawberry-graphql",
    crates: "actix-web async-graphql axum juniper poem rocket salvo tide tonic warp",
  },
  has_authentication: {
    npm:
      "@auth/* @auth0/* @clerk/* @fastify/jwt @okta/* argon2 bcrypt bcryptjs better-auth express-session iron-session " +
      "jose jsonwebtoken keycloak-js lucia next-auth oidc-client-ts openid-client passport passport-*",
    pypi:
      "argon2-cffi authlib bcrypt django-allauth djangorestframework-simplejwt fastapi-users flask-jwt-extended " +
      "flask-login flask-security-too passlib pyjwt python-jose python-keycloak social-auth-app-django",
    crates: "actix-identity argon2 axum-login bcrypt jsonwebtoken oauth2 openidconnect webauthn-rs",
  },
  has_database: {
    npm:
      "@mikro-orm/* @planetscale/database @prisma/client @supabase/supabase-js better-sqlite3 drizzle-orm knex kysely " +
      "mariadb mongodb mongoose mssql mysql mysql2 oracledb pg postgres prisma sequelize sqlite sqlite3 typeorm",
    pypi:
      "aiosqlite alembic asyncpg django-mysql flask-sqlalchemy mariadb mongoengine motor mysql-connector-python " +
      "mysqlclient oracledb peewee psycopg psycopg2 psycopg2-binary pymongo pymysql pyodbc sqlalchemy sqlmodel " +
      "tortoise-orm",
    crates:
      "deadpool-postgres diesel mongodb mysql mysql_async postgres rusqlite sea-orm sqlx surrealdb tiberius " +
      "tokio-postgres",
  },
  has_ecommerce: {
    npm:
      "@bigcommerce/* @chec/commerce.js @commercetools/* @medusajs/* @saleor/* @shopify/* @spree/* @vendure/* " +
      "@woocommerce/* shopify-api-node shopify-buy snipcart",
    pypi: "commercetools django-oscar django-shop saleor shopifyapi woocommerce",
    crates: "shopify_function",
  },
  has_eu_context: {
    npm:
      "@axeptio/* @iubenda/* @usercentrics/* cookieconsent klaro orejime react-cookie-consent tarteaucitronjs " +
      "vanilla-cookieconsent vue-cookie-accept-decline",
    pypi: "django-cookie-consent django-gdpr-assist",
  },
  has_file_upload: {
    npm:
      "@fastify/multipart @koa/multer @tus/* @uppy/* blueimp-file-upload busboy dropzone express-fileupload filepond " +
      "formidable multer multiparty react-dropzone tus-js-client uploadthing",
    pypi: "django-filer django-storages flask-dropzone flask-uploads flask-reuploaded python-multipart tuspy",
    crates: "actix-multipart axum-typed-multipart multer multipart",
  },
  uses_ai: {
    npm:
      "@ai-sdk/* @anthropic-ai/* @google/genai @google/generative-ai @huggingface/* @langchain/* @mistralai/* " +
      "@tensorflow/* @xenova/transformers ai cohere-ai langchain llamaindex node-llama-cpp ollama onnxruntime-node " +
      "onnxruntime-web openai",
    pypi:
      "anthropic autogen-agentchat cohere crewai diffusers google-genai google-generativeai haystack-ai huggingface-hub keras " +
      "langchain langchain-* langgraph litellm llama-cpp-python llama-index llama-index-* mistralai ollama onnxruntime " +
      "openai pydantic-ai scikit-learn sentence-transformers tensorflow torch transformers vllm xgboost",
    crates: "async-openai burn candle-core linfa llama-cpp-2 ollama-rs ort rig-core rust-bert tch",
  },
  uses_payments: {
    npm:
      "@adyen/* @mollie/* @paddle/* @paypal/* @square/* @stripe/* braintree paypal-rest-sdk razorpay square stripe",
    pypi:
      "adyen braintree dj-stripe django-payments mollie-api-python paddle-python-sdk paypal-checkout-serversdk " +
      "paypalrestsdk razorpay squareup stripe",
    crates: "async-stripe paypal-rs stripe-rust",
  },
};

const BY_NAME = indexed(false);
const BY_PREFIX = indexed(true);

/**
 * The facts that the package is a sign of, sorted.
 *
 * @param name As its registry writes it.
 *
 * @example
 * ```ts
 * import { factsOfPackage } from "gatehouse/skills/detector/signs/packages.ts";
 *
 * if (factsOfPackage("npm", "@stripe/stripe-js").join() !== "uses_payments") throw new Error("no sign");
 * if (factsOfPackage("pypi", "left-pad").length !== 0) throw new Error("a sign");
 * ```
 */
export function factsOfPackage(ecosystem: Ecosystem, name: string): ProfileFact[] {
  const facts = new Set(BY_NAME.get(`${ecosystem} ${name}`));
  for (const [prefix, found] of BY_PREFIX) {
    if (`${ecosystem} ${name}`.startsWith(prefix)) { for (const fact of found) facts.add(fact); }
  }
  return [...facts].sort();
}

function indexed(prefixes: boolean): Map<string, ProfileFact[]> {
  const index = new Map<string, ProfileFact[]>();
  for (const [fact, names] of Object.entries(PACKAGES)) {
    for (const [ecosystem, list] of Object.entries(names)) {
      for (const name of list.split(" ").filter((name) => name.endsWith("*") === prefixes)) {
        const key = `${ecosystem} ${prefixes ? name.slice(0, -1) : name}`;
        // The table's own type says that its keys are facts; `entries` forgets it.
        index.set(key, [...index.get(key) ?? [], fact as ProfileFact]);
      }
    }
  }
  return index;
}
