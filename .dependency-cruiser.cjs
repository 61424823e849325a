/** The import rule of docs/architecture.md. Each rule says why it is there; there is no list of exceptions. */
const test = "\\.test\\.tsx?$";
const nouns = "^lib/[^/]+/";

module.exports = {
  forbidden: [
    {
      name: "no-circles",
      comment: "Two files that need each other are one file, or a third that both need.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "contracts-are-pure",
      comment:
        "Contracts run in the browser too: zod, other contracts, and the words that operations are written in.",
      severity: "error",
      from: { path: "^lib/[^/]+/(contract|settings)\\.ts$", pathNot: "^lib/(api|config)/" },
      to: {
        pathNot: [
          "^lib/[^/]+/(contract|settings)\\.ts$",
          "^lib/api/(contract|fields)\\.ts$",
          "node_modules/zod/",
        ],
      },
    },
    {
      name: "tables-are-for-queries",
      comment: "SQL stands in queries.ts, where it is scoped by the caller's membership and can be found.",
      severity: "error",
      from: { path: "^(lib|app|components|inngest)/", pathNot: ["/queries\\.ts$", test] },
      to: {
        path: ["^db/(client|rows)\\.ts$", "^db/schema/", "node_modules/(drizzle-orm|postgres)/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "queries-are-the-nouns-own",
      comment: "A noun asks another noun's service, which knows the rules; never its queries.",
      severity: "error",
      from: { path: "^lib/([^/]+)/", pathNot: test },
      to: { path: "^lib/[^/]+/queries\\.ts$", pathNot: "^lib/$1/" },
    },
    {
      name: "lib-does-not-look-up",
      comment: "What the product does knows neither its screens nor its doors nor the engine that runs it.",
      severity: "error",
      from: { path: "^lib/", pathNot: test },
      to: { path: "^(app|components|inngest|server\\.ts|start\\.ts)" },
    },
    {
      name: "components-see-contracts-only",
      comment: "A component runs in the browser: contracts, the client, and other components.",
      severity: "error",
      from: { path: "^components/", pathNot: test },
      to: {
        path: "^(lib|db|inngest|app)/",
        pathNot: ["^lib/[^/]+/(contract|settings)\\.ts$", "^lib/api/(client|query|fields)\\.ts$"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "models-behind-one-interface",
      comment: "Provider SDKs change often; only lib/models feels it.",
      severity: "error",
      from: { path: "^(lib|app|components|inngest)/", pathNot: "^lib/models/" },
      to: { path: "node_modules/(ai|@ai-sdk|@energetic-ai)/" },
    },
    {
      name: "files-behind-storage",
      comment: "Bytes of people's files are in lib/storage, on disk today and in a bucket tomorrow.",
      severity: "error",
      from: { path: `${nouns}(service|queries|present|access|routes)\\.ts$`, pathNot: "^lib/storage/" },
      to: { path: "^(node:)?fs(/promises)?$" },
    },
    {
      name: "doors-open-services",
      comment: "Pages and handlers parse nothing and decide nothing.",
      severity: "error",
      from: { path: "^app/", pathNot: test },
      to: { path: "^(db/|lib/[^/]+/queries)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|build)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
