import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { parseExceptions } from "@/lib/platform/ip-address";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

// Syncs files of a Git repository that Git's own HTTP backend serves. Skipped where Git is not installed.
const hasGit = spawnSync("git", ["http-backend", "--help"]).error === undefined;
const home = mkdtempSync(join(tmpdir(), "parley-git-"));
const work = join(home, "handbook");
const TOKEN = `Basic ${Buffer.from("ada:the token").toString("base64")}`;
const asked: string[] = [];
const host = createServer(async (request, response) => {
  const url = new URL(request.url!, "http://host");
  if (request.headers.authorization !== TOKEN)
    return void response.writeHead(401, { "www-authenticate": "Basic" }).end();
  asked.push(`${request.method} ${url.pathname}`);
  const backend = spawn("git", ["http-backend"], {
    env: {
      ...process.env,
      ...{ GIT_PROJECT_ROOT: home, GIT_HTTP_EXPORT_ALL: "1", PATH_INFO: url.pathname },
      ...{ QUERY_STRING: url.search.slice(1), REQUEST_METHOD: request.method },
      ...{ CONTENT_TYPE: request.headers["content-type"] ?? "", REMOTE_USER: "ada" },
      GIT_PROTOCOL: request.headers["git-protocol"] as string | undefined,
    },
  });
  request.pipe(backend.stdin);
  const answer = await buffer(backend.stdout);
  const end = answer.indexOf("\r\n\r\n");
  const headers = answer.toString("latin1", 0, end).split("\r\n");
  for (const line of headers) response.appendHeader(line.split(": ")[0]!, line.split(": ")[1]!);
  const status = Number(/^\d+/.exec(String(response.getHeader("status") ?? "200"))?.[0]);
  response.writeHead(status).end(answer.subarray(end + 4));
});
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  server = await startServer();
  ada = await person(server.url);
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1")!;
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
  host.closeAllConnections();
  await Promise.all([server.close(), new Promise((resolve) => host.close(resolve))]);
  rmSync(home, { recursive: true });
});

const run = (...args: string[]) =>
  execFileSync("git", ["-C", work, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args]);
function commit(files: Record<string, string | null>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(work, path, ".."), { recursive: true });
    if (text === null) rmSync(join(work, path));
    else writeFileSync(join(work, path), text);
  }
  run("add", "-A");
  run("commit", "-qm", "Change");
}
async function synced(id: number) {
  const get = async () => (await ada.api.get(`/connectors/${id}`)).body;
  await expect.poll(async () => (await get()).status, { interval: 50, timeout: 60_000 }).toBe("idle");
  return get();
}

test.skipIf(!hasGit)(
  "files of a branch become documents, and an unchanged branch is not fetched",
  async () => {
    mkdirSync(work);
    run("init", "-q", "-b", "main");
    commit({ "README.md": "# Handbook", "docs/hours.md": "Open from nine to five.", "logo.bin": "\0" });
    const { id: collection } = (await ada.api.post("/collections", { name: "Repository" })).body;
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/handbook/.git`;
    const source = { kind: "git", address, user: "ada" };
    const given = { name: "Repository", source, secret: "wrong" };
    const { id } = (await ada.api.post(`/collections/${collection}/connectors`, given)).body;
    expect((await synced(id)).last_run.error).toBe("The server refused the access token, or requires one.");
    await ada.api.patch(`/connectors/${id}`, { secret: "the token" });
    expect(await synced(id)).toMatchObject({
      last_run: { added: 2, error: null },
      problems: [{ path: "logo.bin" }],
    });

    commit({ "README.md": "# The handbook", "docs/hours.md": null, "docs/prices.md": "Three euros." });
    await ada.api.post(`/connectors/${id}/sync`);
    expect((await synced(id)).last_run).toMatchObject({ added: 1, changed: 1, removed: 1, skipped: 1 });
    const documents = (await ada.api.get(`/documents?collection_id=${collection}&sort=name`)).body;
    expect(documents).toMatchObject([
      { folder: "Repository/docs", file_name: "prices.md" },
      { folder: "Repository", file_name: "README.md" },
    ]);

    asked.length = 0;
    await ada.api.post(`/connectors/${id}/sync`);
    expect((await synced(id)).last_run).toMatchObject({ added: 0, changed: 0, removed: 0, error: null });
    // The sync only lists the refs; no pack is fetched.
    expect(asked).toEqual(["GET /handbook/.git/info/refs", "POST /handbook/.git/git-upload-pack"]);

    await ada.api.patch(`/connectors/${id}`, { source: { ...source, branch: "next" }, secret: "the token" });
    expect((await synced(id)).last_run.error).toBe("There is no branch next.");
  },
  120_000,
);
