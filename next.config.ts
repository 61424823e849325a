import type { NextConfig } from "next";
import { previewHeaders, securityHeaders } from "./lib/api/security-headers";
import { OF_EVERY_FUNCTION, OF_FUNCTIONS_THAT_READ, OF_NO_FUNCTION } from "./scripts/opened-by-path.mjs";

/**
 * `/api/v1` answers both slash forms itself (skipTrailingSlashRedirect), and
 * no proxy.ts matches it: a proxy would cut request bodies at 10 MB.
 */
const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Nothing uses it, and it fetches and decodes whatever address of this server it is given: 404.
  images: { unoptimized: true },
  skipTrailingSlashRedirect: true,
  skipProxyUrlNormalize: true, // proxy.ts sees queries as they were sent
  // Pages are loaded when somebody first wants them: the start takes half as long, and 50 MB less at rest.
  // A page that cannot be fetched waits for the connection; else the browser's error page takes the app's place.
  experimental: {
    preloadEntriesOnStart: false,
    useOffline: true,
    turbopackCjsTreeShaking: true,
    turbopackCjsScopeHoisting: true,
    turbopackCrossModuleConstants: true,
  },
  // Which build this is, for what browsers keep of it.
  env: { BUILD: process.env.BUILD ?? "none" },
  typescript: { ignoreBuildErrors: true }, // `npm test` runs tsc; the build need not do it again
  // The browser validates nothing: these files say what it gets of contracts instead.
  turbopack: {
    resolveAlias: { zod: { browser: "./lib/api/zod-in-browser.ts" } },
    rules: {
      // Contracts, and what the schemas of contracts are made of.
      "**/lib/{api/contract,api/fields,*/*/contract,*/*/*/contract,chat/chats/settings}.ts": {
        condition: "browser",
        loaders: ["./scripts/browser-contract.cjs"],
      },
    },
  },
  rewrites: async () => ({
    beforeFiles: [],
    // What browsers ask for before they have read which icon a page has, and what programs look for at the root.
    afterFiles: [
      { source: "/favicon.ico", destination: "/icon.svg" },
      ...["/robots.txt", "/llms.txt", "/security.txt"].map((source) => ({
        source,
        destination: `/api/well-known/root${source}`,
      })),
    ],
    // Programs look for documents at well-known addresses, and would take a page to sign in for an answer. Then those that lead nowhere.
    fallback: [
      { source: "/.well-known/:path*", destination: "/api/well-known/:path*" },
      { source: "/api/:path*", destination: "/api/not-here" },
      {
        source: "/:path*",
        missing: [
          { type: "header", key: "accept", value: ".*text/html.*" },
          // The workspace, on its way to another of its pages.
          { type: "header", key: "rsc" },
        ],
        destination: "/api/not-here",
      },
      { source: "/:path*", destination: "/not-here" },
    ],
  }),
  headers: async () => [
    // The API and the pages of public chats set all of theirs themselves; a header that is set twice counts twice.
    {
      source: "/((?!api/v1/|public/chats/|preview$).*)",
      headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })),
    },
    { source: "/preview", headers: Object.entries(previewHeaders).map(([key, value]) => ({ key, value })) },
    // NextAuth says of neither a session nor a form's token that caches must not keep it.
    { source: "/api/((?!v1/).*)", headers: [{ key: "cache-control", value: "private, no-store" }] },
    // Their names change with them.
    {
      source: "/diagrams/:file(.*\\.js)",
      headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }],
    },
    {
      source: "/pdf/:version/:file+",
      headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }],
    },
    {
      source: "/public-chat/:file(.*-[A-Z0-9]{8}\\.js)",
      headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }],
    },
    // Scripts that pages of other sites load too.
    ...["/embed.js", "/public-chat/:file*"].map((source) => ({
      source,
      headers: [{ key: "cross-origin-resource-policy", value: "cross-origin" }],
    })),
  ],
  // What Vercel packs into each function. `npm start` runs from the project's folder and has everything.
  outputFileTracingIncludes: {
    "**": OF_EVERY_FUNCTION,
    "/api/inngest": OF_FUNCTIONS_THAT_READ,
    "/api/v1/**": OF_FUNCTIONS_THAT_READ,
  },
  outputFileTracingExcludes: { "**": OF_NO_FUNCTION },
  serverExternalPackages: ["postgres", "@electric-sql/pglite", "pino", "@node-rs/argon2", "inngest"],
};

export default config;
