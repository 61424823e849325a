/** The import rule of docs/architecture.md, checked by `npm test` (scripts/boundaries.mjs). Each rule says why. */

/** Layers of lib/, lowest first: a folder imports from its own layer and from those below it. */
const LAYERS = [
  "platform",
  "api",
  "identity",
  "files",
  "llm",
  "chat",
  "knowledge",
  "replies",
  "automation",
  "channels",
  "admin",
];
/** Floors of components/, lowest first: a folder imports from itself and from those before it. */
const FLOORS = [
  "browser",
  "i18n",
  "ui",
  "markdown",
  "data",
  "shell",
  "people",
  "live",
  "automation/run-prompt",
  "automation/inbound-mail",
  "automation/jobs",
  "documents/viewer",
  "documents/connectors",
  "documents/library",
  "share",
  "public-chat/page",
  "public-chat/widget",
  "public-chat/inbox",
  "chat/chooser",
  "chat/canvas",
  "chat/reply",
  "chat/streaming",
  "chat/voice",
  "chat/composer",
  "chat/message",
  "chat/compare",
  "chat/thread",
  "chat/panel",
  "account",
  "admin",
  "assistants",
  "settings",
  "automation/webhooks",
  "automation/task-actions",
  "automation/tasks",
  "projects",
  "public-chat/publish",
  "public-chat/report",
  "chat/menu",
  "chat/first-run",
  "chat/page",
  "reference",
  "search",
  "video",
  "palette",
  "sidebar",
  "workspace",
];
/** Folders of these layers are nouns. */
const NOUNS = LAYERS.slice(2).join("|");
/** Endpoints and limits of nouns and of their parts, and the tables that forms are made of: what browsers load of them. */
const BROWSER_SIDE = `^lib/(api/upload-limits|(api|(${NOUNS})/[^.]+)/(operations|settings))\\.ts$`;
/** Contracts of nouns and of their parts: schemas, which run on servers only. */
const CONTRACT = `^lib/(api|(${NOUNS})/[^.]+)/(contract|setting-schemas)\\.ts$`;
const DOORS = "(service|contract|operations|settings)";
/** Folders that are not about files or models themselves. */
const NOUN = `^lib/(api|(${NOUNS})/(?!(extraction|media|models|openapi-document)/)[^/]+)/`;
const DATABASE = "^db/|^node_modules/(drizzle-orm|postgres|@electric-sql)/";
const TEST = "\\.(test|spec)\\.tsx?$";
const API_CLIENT = "^lib/api/client\\.ts$";
/** Files of the kernel that do not depend on HTTP. */
const NO_HTTP =
  "^lib/api/(actor|caller-address|contract|fields|limits|operations|upload-errors|upload-limits)\\.ts$";
/** Markdown, thread order and translations, which pages, mails and exports share. */
const READING = "^lib/platform/(markdown|thread|words)/";
/** What a process has once. */
const IN_INSTANCE = ["^app/instance\\.ts$", "^app/api/v1/[^[]", "^app/api/inngest/handlers\\.ts$"];
/** Settings and pure functions, of which each bundle may have a copy. */
const STATELESS =
  "^lib/(api/(fields|security-headers)|platform/(config/.+|crypto/secrets|storage/address))\\.(ts|mjs)$";

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    rule(
      "no-circles",
      "Two files that need each other are one file, or a third that both need. Only operations.ts has types of the contract that imports it.",
      {},
      { circular: true, viaOnly: { pathNot: "/operations\\.ts$" } },
    ),
    rule(
      "contracts-are-pure",
      "A contract is also the API description: it imports zod, contracts and what they are made of.",
      { path: CONTRACT },
      { pathNot: [CONTRACT, BROWSER_SIDE, "^lib/api/fields\\.ts$", "^node_modules/zod/"] },
    ),
    rule(
      "browsers-load-no-schemas",
      "Servers validate, and zod with all schemas would make every page 30 kB heavier: browsers have operations.ts and settings.ts, and of contracts the types.",
      { path: [BROWSER_SIDE, API_CLIENT, "^components/", "^app/.*error\\.tsx$"], pathNot: TEST },
      { path: [CONTRACT, "^lib/api/fields\\.ts$", "^node_modules/zod/"], dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "what-browsers-load-is-pure",
      "It runs on servers and in browsers alike.",
      { path: BROWSER_SIDE },
      { pathNot: [BROWSER_SIDE, CONTRACT] },
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
      { path: "^(app|components)/|/contract\\.ts$", pathNot: TEST },
      { path: DATABASE, dependencyTypes: ["type-only"] },
    ),
    rule(
      "only-models-talk-to-models",
      "Providers change their packages often; one folder follows them.",
      { pathNot: ["^lib/llm/models/", "^node_modules/", "^bench/"] },
      { path: "^node_modules/(ai|@ai-sdk/[^/]+|@energetic-ai/[^/]+)/" },
    ),
    rule(
      "only-adapters-import-inngest",
      "Background functions implement an interface of their own, so that the embedded runner does not depend on the SDK.",
      {
        pathNot: [
          "^inngest/(client|dispatcher|inngest-functions)\\.ts$",
          "^app/api/inngest/",
          "^node_modules/",
          TEST,
        ],
      },
      { path: "^node_modules/inngest/" },
    ),
    rule(
      "only-mail-mails",
      "One place decides what a mail may contain and whether mail is configured at all.",
      { pathNot: ["^lib/platform/mail/", "^node_modules/", "^test/"] },
      { path: "^node_modules/nodemailer/" },
    ),
    rule(
      "nouns-do-not-touch-files",
      "Where files are (a folder, S3) is for lib/platform/storage to know; a noun that opens a path works on one machine only. Programs of the intake read copies.",
      { path: NOUN, pathNot: [TEST, "/intake/"] },
      { path: "^(node:)?fs(/promises)?$" },
    ),
    ...LAYERS.slice(0, -1).map((layer, at) =>
      rule(
        `layer-${layer}`,
        "A lower layer never imports a higher one: what is below can be understood without what is above.",
        { path: `^lib/${layer}/`, pathNot: TEST },
        { path: `^lib/(${LAYERS.slice(at + 1).join("|")})/` },
      ),
    ),
    rule(
      "nouns-have-doors",
      "A noun is entered through service.ts, contract.ts, operations.ts or settings.ts: all else in its folder may change unseen.",
      { path: "^lib/([^/]+/[^/]+)/", pathNot: TEST },
      {
        path: `^lib/(${NOUNS})/`,
        pathNot: [`^lib/(${NOUNS})/[^/]+/${DOORS}\\.ts$`, "^lib/$1/"],
      },
    ),
    rule(
      "nouns-have-doors-for-others-too",
      "A page, a route or a function of Inngest that queries by itself is a second place that decides who may.",
      { path: "^(app|components|db|inngest|scripts)/|^lib/(platform/[^/]+\\.ts|api/)", pathNot: TEST },
      { path: `^lib/(${NOUNS})/`, pathNot: `^lib/(${NOUNS})/[^/]+/${DOORS}\\.ts$` },
    ),
    rule(
      "pages-share-one-instance",
      "What Next.js imports by itself is a second copy, with connections, limits and reply runs that the API does not see: pages and route handlers take it from services().",
      { path: "^app/|^proxy\\.ts$", pathNot: [...IN_INSTANCE, TEST] },
      {
        path: ["^(db|inngest|lib)/", ...IN_INSTANCE],
        pathNot: [CONTRACT, BROWSER_SIDE, API_CLIENT, READING, STATELESS],
        dependencyTypesNot: ["type-only"],
      },
    ),
    rule(
      "nouns-know-no-http",
      "A service is called by requests, jobs, mails and assistants alike: it takes an actor, never a request.",
      { path: `^lib/(${NOUNS})/`, pathNot: [TEST, "^lib/channels/"] },
      { path: "^lib/api/", pathNot: NO_HTTP },
    ),
    rule(
      "components-know-contracts-only",
      "Components run in the browser: a service there would ship its database code to everyone, or break the build.",
      { path: "^components/", pathNot: TEST },
      { path: "^lib/", pathNot: [CONTRACT, BROWSER_SIDE, API_CLIENT, READING] },
    ),
    rule(
      "components-have-a-floor",
      "A folder that FLOORS does not name could import everything.",
      { path: `^components/(?!(${FLOORS.join("|")})/)` },
      { path: "." },
    ),
    ...FLOORS.slice(0, -1).map((floor, at) =>
      rule(
        `floor-${floor}`,
        "A screen is made of smaller parts, which are understood without it. A part that two screens need is below both.",
        { path: `^components/${floor}/`, pathNot: TEST },
        { path: `^components/(${FLOORS.slice(at + 1).join("|")})/` },
      ),
    ),
    rule(
      "query-keys-are-in-one-folder",
      "What is cached is found and changed by its key; a key that is written twice is missed when one of them changes.",
      { path: "^components/(?!data/)|^app/" },
      { path: "^components/data/query\\.ts$" },
    ),
    rule(
      "what-reads-is-pure",
      "It also runs in the browser.",
      { path: READING, pathNot: TEST },
      { path: ".", pathNot: [READING, "^node_modules/(markdown-it|linkify-it|icu-minify|react|@types)/"] },
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
      { path: "^(app|components|inngest)/|^scripts/" },
    ),
    rule(
      "tests-are-not-imported",
      "Code that runs in production must not need what only tests have.",
      { path: "^(app|components|db|inngest|lib)/", pathNot: TEST },
      { path: `^(e2e|bench|test)/|${TEST}` },
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
