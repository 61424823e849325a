import { existsSync, globSync, lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { listImageFiles } from "./image-files.mjs";
import { FILES_OF_ALL_FUNCTIONS, FILES_OF_READING_FUNCTIONS, FILES_OF_SERVER } from "./opened-by-path.mjs";

// Tests the contents of Vercel functions: the files in each function's own trace and in that of the instrumentation,
// which `npm run build` creates.
const SERVER = ".next/server";
const READ = ["app/api/v1/[[...path]]/route", "app/api/inngest/route"];
const MB = 1e6;

const listTraces = (entry: string): string[] => {
  const file = join(SERVER, `${entry}.js.nft.json`);
  const { files } = JSON.parse(readFileSync(file, "utf8")) as { files: string[] };
  return files.map((path) => relative(".", resolve(dirname(file), path)));
};
const entries = () =>
  globSync(`${SERVER}/app/**/{page,route}.js.nft.json`)
    .map((file) => relative(SERVER, file).slice(0, -".js.nft.json".length))
    .filter((entry) => !entry.startsWith("app/_"));
const packed = (entry: string) => new Set([...listTraces(entry), ...listTraces("instrumentation")]);
const opened = (patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern)).filter(isFile);
const isFile = (path: string) => statSync(path).isFile();

describe.skipIf(!existsSync(join(SERVER, "instrumentation.js.nft.json")))("functions of a build", () => {
  test("contain the files that they open by path", () => {
    for (const pattern of [...FILES_OF_ALL_FUNCTIONS, ...FILES_OF_READING_FUNCTIONS])
      expect(opened([pattern]), `${pattern} is of nothing`).not.toEqual([]);
    for (const entry of entries()) {
      const has = packed(entry);
      const wanted = opened([
        ...FILES_OF_ALL_FUNCTIONS,
        ...(READ.includes(entry) ? FILES_OF_READING_FUNCTIONS : []),
      ]);
      expect(
        wanted.filter((path) => !has.has(path)),
        entry,
      ).toEqual([]);
    }
  });

  test("contain neither the embedded database nor the whole project, and are below the size limit", () => {
    for (const entry of [...entries(), "middleware"]) {
      const has = [...packed(entry)];
      // Present if the build could not resolve a dynamic path, which must then be marked with turbopackIgnore.
      expect(has, entry).not.toContain("scripts/server.ts");
      // The `type` field of package.json would make Node load the functions' CommonJS files as ES modules.
      expect(has, entry).not.toContain("package.json");
      expect(
        has.filter((path) => path.includes("pglite")),
        entry,
      ).toEqual([]);
      const size = has.reduce(
        (sum, path) => sum + (existsSync(path) && isFile(path) ? statSync(path).size : 0),
        0,
      );
      // Vercel's limit is 250 MB.
      expect(size / MB, entry).toBeLessThan(200);
    }
  });
});

describe.skipIf(!existsSync(join(SERVER, "instrumentation.js.nft.json")))("the image of a build", () => {
  // Takes minutes, because it reads the code of all packages.
  test("has all programs and files that the server opens by path, and nothing for development", {
    timeout: 300_000,
  }, async () => {
    const image = new Set(await listImageFiles());
    for (const pattern of FILES_OF_SERVER)
      expect(opened([pattern]), `${pattern} is of nothing`).not.toEqual([]);
    const named = globSync("{db,lib}/**/*.ts", { exclude: ["**/*.test.ts"] }).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/"((?:db|lib)\/[\w/-]+\.mjs)"/g)].map(([, path]) => path!),
    );
    expect(named.length).toBeGreaterThan(10);
    const languages = globSync("node_modules/@tesseract.js-data/*/4.0.0_best_int/*");
    const needed = ["build/server.mjs", "build/backup.mjs", "db/embedded/worker.mjs", "package.json"];
    expect([...named, ...languages, ...needed].filter((path) => !image.has(path))).toEqual([]);
    expect(
      [...image].filter((path) => /\.tsx?$|^(test|e2e|bench)\//.test(path) && !path.includes("node_modules")),
    ).toEqual([]);
    expect(
      [...image].filter((path) =>
        /node_modules\/(@next\/swc|@ffmpeg|typescript|vitest|playwright)/.test(path),
      ),
    ).toEqual([]);
    const size = [...image].reduce((sum, path) => sum + lstatSync(path).size, 0);
    // The image also contains Node (109 MB) and the system (33 MB).
    expect(size / MB).toBeLessThan(305);
  });
});

test("the ffmpeg of the image reads all containers that the product accepts, and has its encoders", () => {
  const media = (file: string) => readFileSync(join("lib/files/media", file), "utf8");
  const listed = (pattern: RegExp, text: string) => pattern.exec(text)![1]!.split(",");
  const built = readFileSync("Dockerfile", "utf8");
  const SAME: Record<string, string> = { mp4: "mov", "3gp": "mov", webm: "matroska", mpeg: "mpegps" };
  const containers = listed(/CONTAINERS =\s+"(.+)"/, media("process.ts")).map((name) => SAME[name] ?? name);
  expect(listed(/--enable-demuxer=(\S+)/, built)).toEqual(expect.arrayContaining(containers));
  const encoders = [...media("ffmpeg.ts").matchAll(/NEEDED = \[(.+)\]/g)][0]![1]!
    .replaceAll(/[" ]/g, "")
    .split(",");
  expect(listed(/--enable-encoder=(\S+)/, built)).toEqual(expect.arrayContaining(encoders));
});
