import type { NextConfig } from "next";
import { previewHeaders, securityHeaders } from "./lib/api/security-headers";
import {
  FILES_OF_ALL_FUNCTIONS,
  FILES_OF_NO_FUNCTION,
  FILES_OF_READING_FUNCTIONS,
} from "./scripts/opened-by-path.mjs";

/**
 * `/api/v1` handles trailing slashes itself (skipTrailingSlashRedirect) and is excluded from proxy.ts, which would
 * truncate request bodies at 10 MB.
 */
const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Disables the unused image optimizer, which would fetch and decode any image of this server.
  images: { unoptimized: true },
  skipTrailingSlashRedirect: true,
  // Titles are in the head of the HTML, not streamed after the page.
  htmlLimitedBots: /.*/,
  skipProxyUrlNormalize: true, // proxy.ts sees queries as they were sent
  // Loads pages lazily, which halves startup time and saves 50 MB at idle. Failed page fetches wait for the
  // connection instead of replacing the app with the browser's error page.
  experimental: {
    preloadEntriesOnStart: false,
    useOffline: true,
    turbopackCjsTreeShaking: true,
    turbopackCjsScopeHoisting: true,
    turbopackCrossModuleConstants: true,
  },
  // Build ID, used to invalidate browser caches.
  env: { BUILD: process.env.BUILD ?? "none" },
  typescript: { ignoreBuildErrors: true }, // `npm test` runs tsc; the build need not do it again
  rewrites: async () => ({
    beforeFiles: [],
    // Default icon locations that browsers request before reading a page, and files that programs expect at the root.
    afterFiles: [
      { source: "/favicon.ico", destination: "/icon.svg" },
      ...["/robots.txt", "/llms.txt", "/security.txt"].map((source) => ({
        source,
        destination: `/api/well-known/root${source}`,
      })),
    ],
    // Programs request documents at well-known URLs and would mistake the sign-in page for one. Unknown URLs of this
    // kind get a 404.
    fallback: [
      { source: "/.well-known/:path*", destination: "/api/well-known/:path*" },
      { source: "/api/:path*", destination: "/api/not-here" },
      {
        source: "/:path*",
        missing: [
          { type: "header", key: "accept", value: ".*text/html.*" },
          // Client-side navigation of the workspace.
          { type: "header", key: "rsc" },
        ],
        destination: "/api/not-here",
      },
      { source: "/:path*", destination: "/not-here" },
    ],
  }),
  headers: async () => [
    // The API and public chat pages set all headers themselves; duplicates would be combined.
    {
      source: "/((?!api/v1/|public/chats/|preview$).*)",
      headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })),
    },
    { source: "/preview", headers: Object.entries(previewHeaders).map(([key, value]) => ({ key, value })) },
    // NextAuth doesn't mark session and CSRF token responses as uncacheable.
    { source: "/api/((?!v1/).*)", headers: [{ key: "cache-control", value: "private, no-store" }] },
    // File names contain a content hash.
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
    // Scripts that other sites load as well.
    ...["/embed.js", "/public-chat/:file*"].map((source) => ({
      source,
      headers: [{ key: "cross-origin-resource-policy", value: "cross-origin" }],
    })),
  ],
  // Files that Vercel packs into each function. `npm start` runs in the project directory and has all of them.
  outputFileTracingIncludes: {
    "**": FILES_OF_ALL_FUNCTIONS,
    "/api/inngest": FILES_OF_READING_FUNCTIONS,
    "/api/v1/**": FILES_OF_READING_FUNCTIONS,
  },
  outputFileTracingExcludes: { "**": FILES_OF_NO_FUNCTION },
  serverExternalPackages: ["postgres", "@electric-sql/pglite", "pino", "@node-rs/argon2", "inngest"],
};

export default config;
