/** Compilers, bundlers and generators of the JavaScript world: they read sources and write what they are told to. */
import { acts, publishes } from "../grammar/marks.ts";
import { tool, toolset } from "../grammar/tool.ts";
import type { Program } from "../program.ts";

const compilers: readonly Program[] = [
  tool("tsc tsgo ntsc ttsc tspc tsc-multi tsc-alias tsc-esm-fix resolve-tspaths tsconfig-replace-paths ngc", {
    loads: "-p --project -b --build --rootDir --rootDirs --typeRoots --baseUrl --plugins --tsconfig",
    optional: "-b --build",
    values:
      "-t --target -m --module --moduleResolution --lib --jsx --types --newLine --locale --resolveFullPaths",
    writes:
      "--outDir --outFile --out --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile",
    flags: "--noEmit -d --declaration -w --watch --init --clean --verbose --showConfig --listFiles --pretty",
  }),
  tool(
    "babel swc sucrase buble coffee livescript lsc traceur flow-remove-types rescript bsb ",
    {
      loads: "--config-file --plugins --presets --root-mode -C --env-name --require -r",
      values: "-x --extensions --ignore --only --source-maps -s --module-type -t --transforms",
      writes: "-d --out-dir -o --out-file --output",
      executes: "-e --eval",
      flags: "-c --compile -w --watch -p",
    },
  ),
  tool(
    "terser uglifyjs uglify-js uglify-es csso cleancss html-minifier html-minifier-terser minify google-closure-compiler svgo cssnano jsmin",
    {
      loads: "--config-file --config -p --plugins --external",
      values:
        "-b --beautify -e --enclose --name-cache --rename --toplevel --wrap --level -O --precision --format",
      optional: "-c --compress -m --mangle --source-map --comments --mangle-props -b --beautify -e --enclose",
      writes: "-o --output --js_output_file --out-file -f --folder --file-ext",
      data: true,
      flags: "--module",
    },
  ),
  tool(
    "sass node-sass lessc stylus postcss postcss-cli tailwindcss tailwind unocss windicss purgecss lightningcss dart-sass sassc",
    {
      loads:
        "-c --config -I --load-path --include-path --require -u --use -p --parser --importer --functions --base --content",
      values: "-s --syntax --style --output-style -t --targets --ext",
      writes: "-o --output --output-dir -d --dir --out --output-file --source-map",
      changes: "-r --replace",
      flags: "-m --map -w --watch --minify",
    },
  ),
  tool(
    "pug ejs mustache handlebars nunjucks marked markdown-it showdown micromark remarkable cmark haml slimrb jade ",
    {
      loads:
        "-O --obj -f --data-file -P --basedir --doctype -c --config -e --extension -n --name -N -p --partial",
      values: "-m --delimiter -s -a --amd -k -h -r --root",
      writes: "-o --output --out --output-file",
      flags: "-i",
      optional: "-i --input",
      data: true,
    },
  ),
  tool(
    "api-extractor dts-bundle-generator dts-bundle rollup-plugin-dts dtsroll typescript-json-schema ts-json-schema-generator json2ts json-schema-to-typescript quicktype ts-to-zod tsoa",
    {
      loads: "-c --config -p --project --tsconfig --path -i --input --typescript-compiler-folder",
      values: "-t --type --id --lang --external-inlines --external-imports --external-types",
      writes: "-o --out-file --out --output",
      flags: "--local --verbose",
    },
  ),
];

const packers: readonly Program[] = [
  tool("rollup rolldown  ", {
    loads: "-c --config --configPlugin -p --plugin -e",
    optional: "-c --config",
    values:
      "-f --format -n --name -g --globals --external -x --extend --footer --banner --intro --outro --environment --exports --amd.id --watch.include",
    writes: "-o --file -d --dir --sourcemapFile",
    executes: "--watch.onStart --watch.onBundleStart --watch.onEnd --watch.onBundleEnd --watch.onError",
  }),
  tool("webpack webpack-cli rspack wp", {
    acts: "serve server s watch w init i loader plugin dev preview",
    loads: "-c --config --config-name -e --entry -r --require --env-file --context --tsconfig-path -m",
    values: "--mode --env -d --devtool -t --target --node-env --stats --progress --name",
    optional: "--env --progress --stats --devtool -d",
    writes: "-o --output-path --output-filename --json -j --profile-output",
    flags: "-w --watch",
  }),
  tool("esbuild", {
    style: "getopt",
    loads: "--tsconfig --inject --preserve-symlinks --plugin",
    values: "",
    optional: "--format --target --platform --loader --define --external --sourcemap",
    writes: "--outfile --outdir --metafile",
    risky: "--serve --servedir",
  }),
  tool(
    "tsup tsdown tshy unbuild pkgroll bunchee microbundle mkdist zshy duel tsc-dual preconstruct ncc pkgbuild obuild tsdx bili father siroc estrella nollup packemon",
    {
      loads: "-c --config --tsconfig -p --project --entry -i --config-loader",
      values:
        "-f --format --target -t --name --platform --external -e --compress --jsx --globals --alias --define",
      writes: "-o --output --out-dir -d --outDir --out --metafile",
      executes: "--onSuccess --on-success",
      flags: "--dts --clean --minify --watch --sourcemap --silent",
    },
  ),
  tool("browserify watchify browser-pack tinyify factor-bundle exorcist derequire ", {
    loads:
      "-r --require -t --transform -p --plugin -g --global-transform -e --entry --extension --basedir --paths",
    values: "-s --standalone -x --external -u --exclude -i --ignore --im --igv",
    writes: "-o --outfile",
    data: true,
  }),
  tool("r.js almond steal-tools systemjs-builder   ", {
    loads: "-o",
    values: "",
  }),
  tool(
    "typedoc jsdoc jsdoc2md documentation esdoc docco apidoc yuidoc groc compodoc docma verb tsdoc redoc-cli",
    {
      loads:
        "-c --configure --config --tsconfig -p --options --entryPoints --plugin -t --template -R --readme --theme -u --tutorials",
      values:
        "-X --exclude --name --private --includeVersion --entryPointStrategy -f --format -a --access -q --query",
      writes: "-d --destination -o --out --output --json --docs --html",
      flags: "-r --recurse -v -s --serve",
      changes: "-w --watch",
    },
  ),
  tool(
    " node-gyp node-gyp-build node-pre-gyp prebuildify prebuild cmake-js neon napi wasm-pack asc wat2wasm wasm2wat wasm-opt emcc em++ ",
    {
      loads: "-p --directory --manifest-path --config --config-path -c --lib --transform --target-path",
      values:
        "-t --target --arch --cwd --dts --output-dir --package-json-path --features --js --cargo-flags --cargo-name -j --runtime -s",
      writes: "-o --outFile --textFile --binaryFile",
      executes: "--preinstall-command",
      acts:
        "publish prepublish create-npm-dir artifacts universal new rename version login remote_publish install",
      flags: "--napi --strip --release --debug --no-js",
    },
  ),
];

const frameworks: readonly Program[] = [
  toolset(
    "vite rsbuild farm snowpack parcel poi vue-cli-service react-scripts react-app-rewired craco umi max kcd-scripts dumi wmr backpack razzle aegir",
    {
      global: { values: "-m --mode --base" },
      shared: {
        loads: "-c --config -r --root --rootDir --config-loader --tsconfig --plugin",
        values:
          "-m --mode --base --target -d --env-mode --public-url --dist-name --reporter --name -l --logLevel",
        writes: "--outDir --dist-dir --out-dir --dest --outputFile",
        flags: "--watch -w",
        changes: "--fix",
      },
      commands: {
        "build|test|lint|inspect|optimize|check|typecheck|test:unit|unit|validate|docs|build:lib": {},
      },
      others: {
        "dev|serve|start|preview|watch": acts,
        "release|publish|deploy": publishes,
      },
    },
  ),
  toolset(
    "next nuxt nuxi astro gatsby remix svelte-kit solid-start docusaurus vitepress vuepress gridsome redwood rw qwik blitz waku react-router nitro nitropack storybook start-storybook slidev vinxi sanity keystone medusa strapi expo",
    {
      shared: {
        loads: "-c --config --tsconfig",
        values: "-m --mode",
        writes: "-o --output-dir --out-dir --outDir --output",
        changes: "--fix",
      },
      commands: {
        "build|generate|check|lint|typecheck|test|info|prepare|analyze|sync|export|typegen|routes|build-storybook|extract|doctor|vite:build|write-translations":
          {},
      },
      others: {
        "dev|serve|start|preview|develop": acts,
        "deploy|publish|upgrade|add|init|create|eject|swizzle|telemetry|module": publishes,
      },
    },
  ),
  toolset("ng nest ionic ember cap stencil lwc tns quasar feathers loopback adonis ace", {
    shared: {
      loads: "-c --configuration --ts-config --config -p --project",
      values: "--environment -e --filter --target",
      writes: "--output-path -o",
      changes: "--fix",
    },
    commands: {
      "build|b|test|t|lint|l|e2e|e|exam|yuidoc|docs|version|v|info|i|extract-i18n|xi18n|try:each|try:one|try:config|doctor|help|analytics info":
        {},
    },
    others: { "serve|s|start|dev": acts, "deploy|publish|update|add|new|n|generate|g": publishes },
  }),
  // Without a verb they build.
  tool("hugo eleventy metalsmith", {
    acts: "server serve new deploy mod convert import gen init watch",
    loads:
      "--config -c --configDir -s --source -t --theme --themesDir --input --contentDir -p --plugin --env",
    values:
      "-b --baseURL -e --environment --formats --pathprefix --logLevel --port -l --layoutDir --cleanDestinationDir --to",
    writes: "-d --destination -o --output --cacheDir --cpuprofile --memprofile --trace",
    changes: "-w --watch --serve",
  }),
  toolset("mkdocs jekyll zola mdbook hexo gitbook honkit antora pelican nikola", {
    global: { values: "-s --source -d --destination --config -b --baseURL -e --environment --themesDir" },
    shared: {
      loads: "--config -c -s --source --root -p --plugins",
      values: "-b --baseURL --base-url -e",
      writes: "-d --destination --dest-dir -o --output-dir --to-dir",
    },
    commands: { "build|b|check|test|generate|g|list|config|version|doctor|env|help": {} },
    others: { "serve|server|s|watch|new|init|clean|deploy|d|publish": acts },
  }),
  toolset("prisma drizzle-kit sequelize knex typeorm mikro-orm kysely zenstack", {
    shared: { loads: "--schema --config --generator", values: "", writes: "--out --output" },
    commands: {
      "generate|validate|version|check|schema:log|migrate:status|migrate:list|migrate:currentVersion|db:migrate:status|migration:show":
        {},
      "format": { changes: "--schema" },
    },
    others: {
      "migrate|db|push|pull|studio|drop|introspect|up|migrate:latest|migrate:rollback|db:migrate|db:drop|db:seed|migration:run|schema:drop|seed:run|init|deploy":
        publishes,
    },
  }),
  tool(
    "graphql-codegen gql-gen relay-compiler apollo-codegen openapi-typescript orval swagger-typescript-api openapi-generator openapi-generator-cli protoc grpc_tools_node_protoc flatc thrift capnp protoc-gen-ts pbjs pbts typechain tree-sitter peggy pegjs nearleyc jison antlr4 antlr4ts langium i18next i18next-parser formatjs lingui messageformat xgettext msgfmt msgmerge",
    {
      loads: "-c --config -r --require -I --proto_path --plugin -i --input --project -g --plugins --schema",
      values: "-t --target -f --format -l --lang -w --wrap --export-var --dependency -p --path --cache",
      writes:
        "-o --output --out --out-dir --outDir -d --output-file --python_out --js_out --cpp_out --java_out --go_out --ts_out --descriptor_set_out --ruby_out --php_out --csharp_out --kotlin_out --grpc_python_out --output-dir",
      flags: "--write --watch",
      executes: "--hooks",
    },
  ),
  toolset("hardhat truffle forge anchor brownie ape foundry cargo-contract nargo", {
    global: { values: "--network --config", flags: "--verbose" },
    shared: {
      loads: "--config --root --contracts --match-path --mp",
      values: "--network --match-test --mt --match-contract --mc -v --gas-report --fork-url --rpc-url --grep",
      writes: "-o --out --cache-path",
    },
    commands: {
      "compile|test|build|coverage|check|size|typechain|inspect|tree|snapshot|config|remappings|doc|geiger|lint|flatten|help":
        {},
    },
    others: {
      "run|node|console|migrate|deploy|script|create|install|update|remove|verify|verify-contract|fmt|clean":
        publishes,
    },
  }),
];

/** JavaScript and TypeScript compilers, bundlers, frameworks and generators. */
export const bundlers: readonly Program[] = [...compilers, ...packers, ...frameworks];
