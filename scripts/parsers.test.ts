import { expect, test } from "vitest";
import { listImports, readServerModules } from "@/test/import-graph";

// Untrusted bytes are parsed by intake programs (lib/platform/intake) and by the extraction process, never by the
// server itself. Every parser, decompressor and protocol client reachable by imports from a request or a job is
// listed here with the reason why its cost is bounded.
const PARSERS =
  /^(@e965\/xlsx|@fastify\/busboy|@kenjiuno\/msgreader|@mozilla\/readability|chardet|fast-xml-parser|htmlparser2|ical\.js|imapflow|isomorphic-git|libheif-js|linkedom|mammoth|papaparse|pdfjs-dist|postal-mime|robots-parser|sharp|tesseract\.js|yauzl)(\/|$)/;
const ALLOWED_PARSERS: Record<string, string> = {
  "lib/files/media/pictures.ts": "pixels and pictures that ffmpeg's process wrote, of a size that is known",
  "lib/api/multipart.ts":
    "the front's own reader: streams parts to files, within limits of bytes, parts and headers",
  "lib/platform/storage/bucket.ts": "lists of the operator's own bucket, bounded in bytes",
};

// Decompression functions of node:zlib.
const UNPACKS =
  /\b(createGunzip|createInflate|createInflateRaw|createUnzip|createBrotliDecompress|createZstdDecompress|gunzip|inflate|inflateRaw|unzip|brotliDecompress|zstdDecompress)(Sync)?\b/;
const ALLOWED_UNPACKING: Record<string, string> = {
  "lib/platform/egress/body.ts":
    "in the pool of threads, a chunk at a time, broken off at the caller's limit of unpacked bytes",
};

const PARSES_JSON = /\bJSON\.parse\(|\.json\(\)/;
const ALLOWED_JSON: Record<string, string> = {
  "app/(auth)/login/google/return/route.ts": "a cookie of ours",
  "app/(auth)/login/oidc/[provider]/return/route.ts": "a cookie of ours",
  "app/api/inngest/route.ts": "the answer of our own functions",
  "db/embedded/lock.ts": "a file of ours",
  "db/schema/search.ts": "vectors of ours",
  "inngest/errors.ts": "the answer of our own functions",
  "inngest/runner/run.ts": "results of our own steps",
  "lib/llm/calculation/service.ts": "at most 2 MB that the sandbox's own process wrote",
  "lib/llm/models/chat-completions/events.ts": "after its values were counted (lib/platform/egress/json.ts)",
  "lib/llm/models/chat-completions/reply.ts": "after its values were counted (lib/platform/egress/json.ts)",
  "lib/llm/models/credentials/google-cloud.ts": "a key that an admin entered, at most 8,000 characters",
  "lib/llm/models/json-lines.ts": "after its values were counted (lib/llm/models/guarded-fetch.ts)",
  "lib/llm/models/redacted-explanation.ts": "an error of a provider, at most 100,000 characters",
  "lib/llm/models/prompt-messages.ts": "arguments of a tool, at most a million characters",
  "lib/llm/providers/connections.ts": "headers that an admin entered, sealed by us",
  "lib/api/client.ts": "answers of our own API, in the browser",
  "lib/api/json.ts": "bodies of requests, after their bytes and depth were counted",
  "lib/chat/events/tail.ts": "notifications of ours",
  "lib/replies/mcp-client/headers.ts": "headers that a member entered, sealed by us",
  "lib/replies/mcp-client/oauth.ts": "grants sealed by us",
  "lib/replies/mcp-client/server-offers.ts": "the schema of a tool, at most 50 KB",
  "lib/identity/auth/known-devices.ts": "a cookie of ours",
  "lib/identity/auth/forms.ts": "a cookie of ours",
  "lib/identity/oidc/service.ts": "a cookie of ours",
  "lib/knowledge/search/queries/vectors.ts": "vectors of ours",
  "lib/knowledge/uploads/service.ts": "a token sealed by us",
  "lib/platform/config/oidc-providers.ts": "the environment",
  "lib/platform/config/sections/server.ts": "the environment",
  "lib/platform/config/service-account.ts": "the environment",
  "lib/platform/egress/json.ts":
    "counts bytes and values first: everything else from other servers is parsed here",
  "lib/platform/intake/intake.ts": "lines of at most 256 KB",
  "lib/platform/mail/service.ts": "mails sealed by us",
  "lib/platform/sandbox/service.ts": "at most 8 MB that the sandbox's own process wrote",
  "lib/channels/compat/ordered-calls.ts": "arguments of a tool, at most two million characters, 20 times",
  "lib/channels/public-chats/report/service.ts": "vectors of ours",
  "scripts/serve.ts": "a file of the build",
};

// Excludes components, which parse only API responses, whose size the API's contracts limit.
const modules = readServerModules().filter(({ path }) => !path.startsWith("components/"));
const listPaths = (isOne: (module: (typeof modules)[number]) => boolean) =>
  modules
    .filter(isOne)
    .map(({ path }) => path)
    .sort();

test("listImports finds imports in every form", () => {
  const source = `import a from "a";\nimport type { B } from "b";\nexport { c } from "c";\nimport "d";\nconst e = await import("e");\nimport {\n  f,\n} from "f";`;
  expect(listImports(source)).toEqual(["a", "c", "d", "e", "f"]);
  expect(modules.length).toBeGreaterThan(500);
});

test("parsers of external input are not reachable from requests or jobs", () => {
  const found = listPaths(({ packages }) => packages.some((name) => PARSERS.test(name)));
  expect(found).toEqual(Object.keys(ALLOWED_PARSERS).sort());
});

test("the server decompresses only in listed files", () => {
  const found = listPaths(({ packages, source }) => packages.includes("node:zlib") && UNPACKS.test(source));
  expect(found).toEqual(Object.keys(ALLOWED_UNPACKING).sort());
});

test("the server parses JSON only in listed files, where it is small", () => {
  expect(listPaths(({ source }) => PARSES_JSON.test(source))).toEqual(Object.keys(ALLOWED_JSON).sort());
});

test("programs of child processes are not imported", () => {
  const isProgram = (path: string) => /\/(intake|child)\/.*\.mjs$/.test(path);
  // Program files without imports may be used by the server as well.
  expect(listPaths(({ path, source }) => isProgram(path) && listImports(source).length > 0)).toEqual([]);
});
