/** The import rule of docs/architecture.md, checked by `npm test` (scripts/boundaries.mjs). Each rule says why. */

/** Contracts, and the tables of data that contracts are made from. Both run in the browser too. */
const CONTRACT = "^lib/(?!config/)[^/]+/(contract|settings)\\.ts$";
/** The folders of lib/ are nouns, but for these. */
const NOUN = "^lib/(?!(config|extraction|mail|markdown|media|models|openapi|storage|watch)/)[^/]+/";
const DATABASE = "^db/|^node_modules/(drizzle-orm|postgres|@electric-sql)/";
const TEST = "\\.(test|spec)\\.tsx?$";
const BROWSER_SIDE_API = "^lib/api/(contract|fields|client|query)\\.ts$";
/** The reader of Markdown: what pages show and what mails say is read alike. */
const MARKDOWN = "^lib/markdown/";

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    rule(
      "no-circles",
      "Two files that need each other are one file, or a third that both need.",
      {},
      { circular: true },
    ),
    rule(
      "contracts-are-pure",
      "A contract also runs in the browser and in the API description: it imports zod, contracts and the fields they are made of.",
      { path: CONTRACT },
      { pathNot: [CONTRACT, "^lib/api/fields\\.ts$", "^node_modules/zod/"] },
    ),
    rule(
      "only-queries-touch-the-database",
      "Who may see a row is decided in WHERE clauses; they can be reviewed because they are all in files named queries.ts.",
      {
        path: "^(app|components|inngest|lib)/|^(instrumentation|proxy)\\.ts$",
        pathNot: ["/queries(\\.ts$|/)", TEST],
      },
      { path: DATABASE, pathNot: "^db/transaction\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "rows-stay-inside",
      "Services and present.ts may name the types of rows; what others see of them is the contract's shape.",
      { path: "^(app|components)/|/(routes|contract)\\.ts$", pathNot: TEST },
      { path: DATABASE, dependencyTypes: ["type-only"] },
    ),
    rule(
      "only-models-talk-to-models",
      "Providers change their packages often; one folder follows them.",
      { pathNot: ["^lib/models/", "^node_modules/", "^bench/"] },
      { path: "^node_modules/(ai|@ai-sdk/[^/]+|@energetic-ai/[^/]+)/" },
    ),
    rule(
      "only-mail-mails",
      "One place decides what a mail may contain and whether mail is configured at all.",
      { pathNot: ["^lib/mail/", "^node_modules/", "^e2e/"] },
      { path: "^node_modules/nodemailer/" },
    ),
    rule(
      "nouns-do-not-touch-files",
      "Where files are (a folder, S3) is for lib/storage to know; a noun that opens a path works on one machine only.",
      { path: NOUN, pathNot: TEST },
      { path: "^(node:)?fs(/promises)?$" },
    ),
    rule(
      "queries-stay-in-their-noun",
      "Another noun's service checks who asks; its queries do not.",
      { path: "^lib/([^/]+)/", pathNot: TEST },
      { path: "^lib/[^/]+/queries(\\.ts$|/)", pathNot: "^lib/$1/" },
    ),
    rule(
      "doors-use-services",
      "A page or a route that queries by itself is a second place that decides who may.",
      { path: "^(app|inngest/functions)/", pathNot: TEST },
      { path: "^lib/[^/]+/queries(\\.ts$|/)" },
    ),
    rule(
      "components-know-contracts-only",
      "Components run in the browser: a service there would ship its database code to everyone, or break the build.",
      { path: "^components/", pathNot: TEST },
      { path: "^lib/", pathNot: [CONTRACT, BROWSER_SIDE_API, MARKDOWN] },
    ),
    rule(
      "the-markdown-reader-is-pure",
      "It also runs in the browser.",
      { path: MARKDOWN, pathNot: TEST },
      { path: ".", pathNot: [MARKDOWN, "^node_modules/(markdown-it|linkify-it|@types)/"] },
    ),
    rule(
      "components-do-not-know-pages",
      "Pages are made of components, never the other way round.",
      { path: "^components/" },
      { path: "^(app|db|inngest)/" },
    ),
    rule(
      "lib-knows-no-front",
      "What the product does must not depend on how it is shown or on which engine runs it.",
      { path: "^(lib|db)/", pathNot: TEST },
      { path: "^(app|components|inngest)/|^(server|start)\\.ts$" },
    ),
    rule(
      "the-api-kernel-knows-no-noun",
      "Every operation passes through it: only the table of all routes (v1.ts) names them.",
      { path: "^lib/api/", pathNot: ["^lib/api/v1\\.ts$", TEST] },
      { path: "^lib/(?!(api|auth|config|storage|watch)/)[^/]+/" },
    ),
    rule(
      "tests-are-not-imported",
      "Code that runs in production must not need what only tests have.",
      { path: "^(app|components|db|inngest|lib)/", pathNot: TEST },
      { path: `^(e2e|bench)/|${TEST}` },
    ),
    rule(
      "packages-are-named",
      "A package that package.json does not name is there by chance.",
      {},
      { dependencyTypes: ["unknown", "npm-no-pkg", "npm-unknown"], pathNot: "^[@.]/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^\\.next/|^build/|^node_modules/\\.cache/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
