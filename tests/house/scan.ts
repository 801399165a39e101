/** What a module imports and exports, read with the linter's own parser. */
import { dirname, join, normalize } from "node:path";

/** One import of one module. */
export interface Import {
  /** As written; null when the argument of `import()` is not a literal. */
  readonly specifier: string | null;
  /** Names taken; null when all of them are (a namespace, a lazily loaded module handed on). */
  readonly names: readonly string[] | null;
  readonly kind: "static" | "type" | "dynamic" | "re-export";
}

/** One exported name. */
export interface Export {
  readonly name: string;
  readonly isType: boolean;
  /** The name occurs elsewhere in the module, outside its own declaration. */
  readonly usedInside: boolean;
}

/** A module's face. */
export interface ModuleFacts {
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly workers: number;
}

/** Reads a module; its file name decides nothing but the language. */
export function scan(filename: string, source: string): ModuleFacts {
  const imports: Import[] = [];
  const exports: Omit<Export, "usedInside">[] = [];
  const seen = new Map<string, number>();
  let workers = 0;
  const add = (kind: Import["kind"], specifier: string | null, names: readonly string[] | null) => {
    imports.push({ kind, specifier, names });
  };
  const rule: Deno.lint.Rule = {
    create: () => ({
      ImportDeclaration(node) {
        const isType = node.importKind === "type" ||
          node.specifiers.length > 0 &&
            node.specifiers.every((s) => s.type === "ImportSpecifier" && s.importKind === "type");
        const all = node.specifiers.some((s) => s.type === "ImportNamespaceSpecifier");
        const names = node.specifiers.flatMap((s) =>
          s.type === "ImportSpecifier" ? [nameOf(s.imported)] : ["default"]
        );
        add(isType ? "type" : "static", node.source.value, all ? null : names);
      },
      ExportNamedDeclaration(node) {
        const names = node.specifiers.map((s) => nameOf(s.local));
        if (node.source !== null) add("re-export", node.source.value, names);
        for (const specifier of node.specifiers) {
          const isType = node.exportKind === "type" || specifier.exportKind === "type";
          exports.push({ name: nameOf(specifier.exported), isType });
        }
        exports.push(...declared(node.declaration));
      },
      ExportAllDeclaration: (node) => add("re-export", node.source.value, null),
      ExportDefaultDeclaration: () => void exports.push({ name: "default", isType: false }),
      ImportExpression(node) {
        const { source } = node;
        add("dynamic", literalOf(source) ?? ownFileOf(source), namesTaken(node));
      },
      TSImportType(node) {
        const argument = node.argument as { literal?: { value?: unknown }; value?: unknown };
        const value = argument.literal?.value ?? argument.value;
        add("type", typeof value === "string" ? value : null, null);
      },
      NewExpression(node) {
        if (node.callee.type === "Identifier" && node.callee.name === "Worker") workers++;
      },
      Identifier: (node) => void seen.set(node.name, (seen.get(node.name) ?? 0) + 1),
    }),
  };
  Deno.lint.runPlugin({ name: "scan", rules: { scan: rule } }, filename, source);
  return {
    imports,
    exports: exports.map((entry) => ({ ...entry, usedInside: (seen.get(entry.name) ?? 0) > 1 })),
    workers,
  };
}

/** The path of a local module that the specifier names, relative to the top; null for a package. */
export function localTarget(from: string, specifier: string): string | null {
  if (specifier.startsWith("gatehouse/")) return `lib/${specifier.slice("gatehouse/".length)}`;
  return /^\.\.?\//.test(specifier) ? normalize(join(dirname(from), specifier)) : null;
}

function literalOf(node: Deno.lint.Node): string | null {
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

/** The file in `new URL("./file.ts", import.meta.url).href`. */
function ownFileOf(node: Deno.lint.Node): string | null {
  if (node.type !== "MemberExpression" || node.object.type !== "NewExpression") return null;
  const [file, base, ...more] = node.object.arguments;
  const isUrl = node.object.callee.type === "Identifier" && node.object.callee.name === "URL" &&
    node.property.type === "Identifier" && node.property.name === "href";
  const isHere = base?.type === "MemberExpression" && base.object.type === "MetaProperty" &&
    more.length === 0;
  return isUrl && isHere && file !== undefined ? literalOf(file) : null;
}

function nameOf(node: Deno.lint.Identifier | Deno.lint.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

function declared(node: Deno.lint.ExportNamedDeclaration["declaration"]): Omit<Export, "usedInside">[] {
  if (node === null) return [];
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id }) =>
      id.type === "Identifier" ? [{ name: id.name, isType: false }] : []
    );
  }
  const isType = node.type === "TSInterfaceDeclaration" || node.type === "TSTypeAliasDeclaration";
  const id = "id" in node ? node.id : null;
  return id?.type === "Identifier" ? [{ name: id.name, isType }] : [];
}

/** Of `const { a } = await import(x)` and `(await import(x)).a`: `a`. Of anything else: everything. */
function namesTaken(node: Deno.lint.ImportExpression): string[] | null {
  const awaited = node.parent;
  if (awaited.type !== "AwaitExpression") return null;
  const user = awaited.parent;
  if (user.type === "MemberExpression" && user.object === awaited && user.property.type === "Identifier") {
    return [user.property.name];
  }
  if (user.type !== "VariableDeclarator" || user.id.type !== "ObjectPattern") return null;
  const names = user.id.properties.map((property) =>
    property.type === "Property" && property.key.type === "Identifier" ? property.key.name : null
  );
  return names.every((name) => name !== null) ? names : null;
}
