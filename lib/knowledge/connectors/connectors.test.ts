import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { joined, person } from "@/test/client";
import { startServer } from "@/test/server";
import { enqueueSync } from "./queries";
import * as syncing from "./syncing";

const root = realpathSync(mkdtempSync(join(tmpdir(), "parley-connector-")));
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
let folder: string;
let collection: number;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  ada = await person(server.url);
  config().CONNECTOR_FOLDERS = [root];
});
beforeEach(async () => {
  folder = join(root, `f${++count}`);
  mkdirSync(join(folder, "manuals"), { recursive: true });
  collection = (await ada.api.post("/collections", { name: `Papers ${count}` })).body.id;
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const connect = (more: object = {}) =>
  ada.api.post(`/collections/${collection}/connectors`, {
    name: "Handbook",
    source: { kind: "folder", path: folder },
    ...more,
  });
const get = async (id: number) => (await ada.api.get(`/connectors/${id}`)).body;
async function synced(id: number) {
  await expect.poll(async () => (await get(id)).status, { interval: 50, timeout: 60_000 }).toBe("idle");
  return get(id);
}
async function again(id: number) {
  expect((await ada.api.post(`/connectors/${id}/sync`)).status).toBe(200);
  return synced(id);
}
const documents = async () =>
  (await ada.api.get(`/documents?collection_id=${collection}&sort=name`)).body as {
    id: number;
    folder: string;
    file_name: string;
  }[];
const names = async () =>
  (await documents()).map(({ folder: at, file_name: name }) => `${at}/${name}`).sort();

test("files of a folder become documents, and are updated and deleted with them", async () => {
  write("one.txt", "The first");
  write("manuals/two.md", "The second");
  write("program.exe", "\0\0");
  write(".hidden", "nothing");
  const made = await connect();
  expect(made.status).toBe(201);
  const { id } = made.body;
  const first = await synced(id);
  expect(first).toMatchObject({
    files_count: 2,
    pending_count: 0,
    last_run: { added: 2, changed: 0, removed: 0, skipped: 1, error: null },
    problems: [{ path: "program.exe", problem: expect.stringMatching(/^The file program.exe .*Accepted: /) }],
  });
  expect(await names()).toEqual(["Handbook/manuals/two.md", "Handbook/one.txt"]);
  const before = await documents();

  // Files that are unchanged, or only touched, keep their documents.
  utimesSync(join(folder, "one.txt"), 1, 1);
  expect((await again(id)).last_run).toMatchObject({ added: 0, changed: 0, removed: 0, skipped: 1 });
  expect(await documents()).toMatchObject(before.map((one) => ({ id: one.id })));

  write("one.txt", "The first, but longer");
  write("three.txt", "The third");
  rmSync(join(folder, "manuals"), { recursive: true });
  expect((await again(id)).last_run).toMatchObject({ added: 1, changed: 1, removed: 1, skipped: 1 });
  expect(await names()).toEqual(["Handbook/one.txt", "Handbook/three.txt"]);
  const one = (await documents()).find(({ file_name: name }) => name === "one.txt")!;
  expect((await ada.api.get(`/documents/${one.id}/content`)).body).toBe("The first, but longer");
  const old = before.find(({ file_name: name }) => name === "two.md")!;
  expect((await ada.api.get(`/documents/${old.id}`)).status).toBe(404);

  // A missing folder removes no documents.
  rmSync(folder, { recursive: true });
  const failed = await again(id);
  expect(failed.last_run.error).toBe("This folder does not exist.");
  expect(await names()).toHaveLength(2);

  expect((await ada.api.del(`/connectors/${id}`)).status).toBe(200);
  expect(await names()).toEqual([]);
  expect((await ada.api.get(`/connectors/${id}`)).status).toBe(404);
}, 120_000);

test("files above the storage limit wait for free space, and count for the group only", async () => {
  const MB = 1024 * 1024;
  const { GROUP_CONNECTORS_MB } = config();
  const getBytes = async (whose: "group" | "account") => {
    const { body } = await ada.api.get("/usage/storage");
    return body[whose].find(({ kind }: { kind: string }) => kind === "connectors").bytes;
  };
  const stored = await getBytes("group");
  Object.assign(config(), { GROUP_CONNECTORS_MB: stored / MB + 1 });
  write("a.txt", "a".repeat(0.6 * MB));
  write("b.txt", "b".repeat(0.6 * MB));
  const { id } = (await connect({ schedule: "off" })).body;
  const first = await synced(id);
  expect(first).toMatchObject({ files_count: 1, last_run: { added: 1, skipped: 1 } });
  expect(first.problems[0].problem).toMatch(/^The documents of connectors in this group can have /);
  expect([await getBytes("group"), await getBytes("account")]).toEqual([stored + Math.floor(0.6 * MB), 0]);
  // A changed file reuses the quota of its previous version.
  const [document] = await documents();
  write(document!.file_name, "c".repeat(0.7 * MB));
  expect((await again(id)).last_run).toMatchObject({ changed: 1, skipped: 1 });
  rmSync(join(folder, document!.file_name));
  await again(id);
  expect(await again(id)).toMatchObject({ files_count: 1, problems: [] });
  expect((await documents())[0]!.file_name).not.toBe(document!.file_name);
  Object.assign(config(), { GROUP_CONNECTORS_MB });
}, 120_000);

test("an interrupted sync resumes and imports nothing twice", async () => {
  const { id } = (await connect({ schedule: "off" })).body;
  await synced(id);
  const texts = Array.from({ length: 30 }, (_, n) => `file${n}.txt`);
  for (const name of texts) write(name, `The text of ${name}`);
  const { run } = (await enqueueSync({ id }))!;
  // Two processes run every step concurrently. A failure of an earlier run changes nothing.
  for (const step of [syncing.storeListing, syncing.processFiles])
    await Promise.all([1, 2].map(() => step({ id, run })));
  await syncing.fail({ id, run: run - 1 });
  while ((await syncing.processFiles({ id, run })) === "more");
  expect(await syncing.remove({ id, run })).toBe(false);
  await syncing.finish({ id, run });
  expect((await get(id)).last_run).toMatchObject({
    added: 30,
    changed: 0,
    removed: 0,
    skipped: 0,
    error: null,
  });
  const found = (await ada.api.get(`/documents?collection_id=${collection}&page_size=100`)).body;
  expect(found.map((one: { file_name: string }) => one.file_name).sort()).toEqual(texts.sort());
}, 120_000);

test("a connector reads nothing outside of the allowed folders, also through links", async () => {
  const outside = mkdtempSync(join(tmpdir(), "parley-outside-"));
  writeFileSync(join(outside, "secret.txt"), "secret");
  symlinkSync(outside, join(folder, "away"));
  symlinkSync(join(outside, "secret.txt"), join(folder, "link.txt"));
  for (const path of [outside, "/", join(root, ".."), `${root}-other`, "relative", join(folder, "away")]) {
    const refused = await connect({ source: { kind: "folder", path } });
    expect([refused.status, refused.body.detail[0].loc], path).toEqual([422, ["body", "source"]]);
  }
  const { id } = (await connect()).body;
  const run = await synced(id);
  const problem = "It's a link that leads outside the folder.";
  expect(run.problems).toEqual([
    { path: "away", problem },
    { path: "link.txt", problem },
  ]);
  expect(await names()).toEqual([]);
  expect((await ada.api.get("/connector-folders")).body).toEqual([root]);
  rmSync(outside, { recursive: true });
}, 60_000);

test("members who cannot change a collection neither see nor change its connectors", async () => {
  const { id } = (await connect({ schedule: "off" })).body;
  const mia = await joined(server.url, ada, "Mia Member");
  const zoe = await person(server.url);
  for (const [who, status] of [
    [mia, 403],
    [zoe, 404],
  ] as const) {
    for (const answer of [
      await who.api.get(`/collections/${collection}/connectors`),
      await who.api.post(`/collections/${collection}/connectors`, {
        name: "Mine",
        source: { kind: "folder", path: folder },
      }),
      await who.api.get(`/connectors/${id}`),
      await who.api.patch(`/connectors/${id}`, { name: "Mine" }),
      await who.api.post(`/connectors/${id}/sync`),
      await who.api.del(`/connectors/${id}`),
    ])
      expect(answer.status).toBe(status);
  }
  expect(await synced(id)).toMatchObject({ next_run_at: null });
  const hourly = (await ada.api.patch(`/connectors/${id}`, { schedule: "hourly" })).body;
  const due = Date.parse(hourly.next_run_at) - Date.parse(hourly.last_run.finished_at);
  expect(due).toBe(3_600_000);
}, 60_000);
