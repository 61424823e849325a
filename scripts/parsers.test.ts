import { expect, test } from "vitest";
import { listImports, readServerModules } from "@/test/import-graph";

/**
 * Bytes from outside are parsed by intake programs (lib/platform/intake) and by the process that reads files, never by the
 * server itself. What parses, unpacks or speaks a protocol and is reachable by imports from a request or a job stands here
 * with the reason why it is bounded.
 */
const PARSERS =
  /^(@e965\/xlsx|@fastify\/busboy|@kenjiuno\/msgreader|@mozilla\/readability|chardet|fast-xml-parser|htmlparser2|ical\.js|imapflow|isomorphic-git|libheif-js|linkedom|mammoth|papaparse|pdfjs-dist|postal-mime|robots-parser|sharp|tesseract\.js|word-extractor|yauzl)(\/|$)/;
const ALLOWED_PARSERS: Record<string, string> = {};

/** Functions of node:zlib that unpack. */
const UNPACKS =
  /\b(createGunzip|createInflate|createInflateRaw|createUnzip|createBrotliDecompress|createZstdDecompress|gunzip|inflate|inflateRaw|unzip|brotliDecompress|zstdDecompress)(Sync)?\b/;
const ALLOWED_UNPACKING: Record<string, string> = {};

const PARSES_JSON = /\bJSON\.parse\(|\.json\(\)/;
const ALLOWED_JSON: Record<string, string> = {};

/** Pages and components parse what the API answered; they are bounded by its contract. */
const modules = readServerModules().filter(({ path }) => !path.startsWith("components/"));
const listPaths = (isOne: (module: (typeof modules)[number]) => boolean) =>
  modules
    .filter(isOne)
    .map(({ path }) => path)
    .sort();

test("imports are found in every form", () => {
  const source = `import a from "a";\nimport type { B } from "b";\nexport { c } from "c";\nimport "d";\nconst e = await import("e");\nimport {\n  f,\n} from "f";`;
  expect(listImports(source)).toEqual(["a", "c", "d", "e", "f"]);
  expect(modules.length).toBeGreaterThan(500);
});

test("no parser of input from outside is reachable from a request or a job", () => {
  const found = listPaths(({ packages }) => packages.some((name) => PARSERS.test(name)));
  expect(found).toEqual(Object.keys(ALLOWED_PARSERS).sort());
});

test("nothing is unpacked in the server", () => {
  const found = listPaths(({ packages, source }) => packages.includes("node:zlib") && UNPACKS.test(source));
  expect(found).toEqual(Object.keys(ALLOWED_UNPACKING).sort());
});

test("JSON is parsed in the server only where it is small", () => {
  expect(listPaths(({ source }) => PARSES_JSON.test(source))).toEqual(Object.keys(ALLOWED_JSON).sort());
});

test("programs of processes are not imported", () => {
  expect(listPaths(({ path }) => /\/(intake|child)\/.*\.mjs$/.test(path))).toEqual([]);
});
