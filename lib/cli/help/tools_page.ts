/** `docs/tools.md`, from the published declarations. */
import type { CatalogueData, CatalogueTool, JsonSchema } from "../../core/catalogue.ts";

/**
 * The page's text, before formatting.
 *
 * @param data Every tool with both schemas whole.
 *
 * @example
 * ```ts
 * import { toolsPage } from "gatehouse/cli/help/tools_page.ts";
 * import { loaders } from "gatehouse/catalogue.ts";
 * import { publish } from "gatehouse/core/publish.ts";
 *
 * const page = toolsPage(publish(await Promise.all(Object.values(loaders).map((load) => load())), { whole: true }));
 * if (!page.includes("### `classify`")) throw new Error("another page");
 * ```
 */
export function toolsPage(data: CatalogueData): string {
  return [
    "# Tools",
    "Every tool, by family, with its arguments and its answer; `gatehouse help tools NAME` prints one of them.\nGenerated from the declarations by `deno task generate`; do not edit.",
    "## Index",
    table(
      ["family", "tools"],
      data.families.map(({ name }) => [
        `[${name}](#family-${name})`,
        data.tools.filter((tool) => tool.family === name)
          .map((tool) => `[${code(tool.name)}](#${tool.name})`).join(" "),
      ]),
    ),
    ...data.families.flatMap(({ name, instructions }) => [
      `## Family ${name}`,
      instructions,
      ...data.tools.filter((tool) => tool.family === name).map(toolSection),
    ]),
    ...(data.resources.length === 0 ? [] : [
      "## Resources",
      table(
        ["uri", "what", "type"],
        data.resources.map(({ uri, description, mimeType }) => [code(uri), description, code(mimeType)]),
      ),
    ]),
    ...(data.prompts === undefined || data.prompts.length === 0 ? [] : [
      "## Prompts",
      table(["name", "what"], data.prompts.map(({ name, description }) => [code(name), description])),
    ]),
  ].join("\n\n");
}

function toolSection(tool: CatalogueTool): string {
  return [
    `### \`${tool.name}\``,
    `${tool.title} · ${tool.access}`,
    tool.description,
    "Arguments:",
    fields(tool.inputSchema),
    "Answer:",
    fields(opened(tool.outputSchema)),
  ].join("\n\n");
}

/** An answer that stands in an envelope, with what is inside it. */
function opened(schema: JsonSchema): JsonSchema {
  const { data, ...around } = record(schema["properties"]);
  const inner = record(record(data)["properties"]);
  if (!("_meta" in around) || Object.keys(inner).length === 0) return schema;
  const named = (name: string) => `data.${name}`;
  return {
    properties: {
      ...Object.fromEntries(Object.entries(inner).map(([name, value]) => [named(name), value])),
      ...around,
    },
    required: [...strings(record(data)["required"]).map(named), ...strings(schema["required"])],
  };
}

function fields(schema: JsonSchema): string {
  const required = new Set(strings(schema["required"]));
  return table(
    ["field", "type", "required", "what"],
    Object.entries(record(schema["properties"])).map(([name, value]) => {
      const property = record(value);
      return [
        code(name),
        typeOf(property),
        required.has(name) ? "yes" : "no",
        [property["description"] ?? "", limits(property)].filter((text) => text !== "").join("; "),
      ];
    }),
  );
}

function typeOf(property: Readonly<Record<string, unknown>>): string {
  const choices = Array.isArray(property["enum"]) ? property["enum"] : null;
  if (choices !== null) return choices.map((choice) => code(JSON.stringify(choice))).join(", ");
  if ("const" in property) return code(JSON.stringify(property["const"]));
  const parts = [property["anyOf"], property["oneOf"]].find(Array.isArray);
  if (parts !== undefined) return [...new Set(parts.map((part) => typeOf(record(part))))].join(" or ");
  const type = property["type"];
  if (type === "array") return `list of ${typeOf(record(property["items"]))}`;
  return Array.isArray(type) ? type.join(" or ") : typeof type === "string" ? type : "any";
}

const LIMITS: Readonly<Record<string, string>> = {
  minLength: "at least N characters",
  maxLength: "at most N characters",
  minItems: "at least N items",
  maxItems: "at most N items",
  minimum: "from N",
  maximum: "to N",
};

const NOT_EMPTY = new Set(["minLength 1", "minItems 1"]);

/** The range of a whole number that JSON can carry is no limit that somebody chose. */
function limits(property: Readonly<Record<string, unknown>>): string {
  return Object.entries(LIMITS)
    .filter(([key]) => typeof property[key] === "number" && Math.abs(property[key]) < Number.MAX_SAFE_INTEGER)
    .map(([key, text]) =>
      NOT_EMPTY.has(`${key} ${property[key]}`) ? "not empty" : text.replace("N", `${property[key]}`)
    )
    .join(", ");
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (rows.length === 0) return "None.";
  const line = (cells: readonly unknown[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
