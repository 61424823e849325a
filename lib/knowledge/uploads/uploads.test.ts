import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sweepFiles } from "@/lib/chat/files/service";
import { config } from "@/lib/platform/config";
import { sweepUploads } from "@/lib/platform/storage/service";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url);
const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
const path = `/chats/${chat.id}/messages`;
const MB = 1024 * 1024;

const folder = process.env.DATA_DIR!;
const storedFiles = () =>
  ["files", "uploads"].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
const messages = async () => (await ada.api.get(`${path}?size=100`)).body.length;
const file = (size: number, name = "notes.txt") => {
  const bytes = Buffer.alloc(size, "text ");
  if (name.endsWith(".gif")) bytes.write("GIF89a");
  return new File([bytes], name);
};
const send = (...files: File[]) => ada.api.multipart(path, { message_input: "see", is_sync: "false", files });
const descriptors = () => readdirSync("/proc/self/fd").length;
await send(file(1));

describe("limits", () => {
  let before: [number, string[]];
  beforeEach(async () => {
    before = [await messages(), storedFiles()];
  });

  test("a file may have at most 50 MB", async () => {
    expect((await send(file(50 * MB, "just.gif"))).status).toBe(200);
    const kept = storedFiles().filter((path) => !before[1].includes(path));
    expect(kept.map((path) => statSync(path).size)).toEqual([50 * MB]);
    before = [await messages(), storedFiles()];
    const { status, body } = await send(file(3), file(50 * MB + 1, "long.gif"));
    expect([status, body.message]).toEqual([413, "The file long.gif is larger than 50 MB."]);
    expect([await messages(), storedFiles()]).toEqual(before);
  });

  test("a request may have at most 10 files and 200 MB in total", async () => {
    const many = await send(...Array.from({ length: 11 }, (_, at) => file(9, `${at}.txt`)));
    expect([many.status, many.body.message]).toEqual([413, "A request may carry at most 10 files."]);
    const large = await send(...Array.from({ length: 5 }, (_, at) => file(41 * MB, `${at}.gif`)));
    expect([large.status, large.body.message]).toEqual([
      413,
      "The files of one request may have at most 200 MB together.",
    ]);
    expect([await messages(), storedFiles()]).toEqual(before);
    expect((await send(...Array.from({ length: 10 }, (_, at) => file(9, `${at}.txt`)))).status).toBe(200);
  });

  test("an upload above the storage of the group is refused with the remaining space, and deleting frees it", async () => {
    const bob = await person(server.url, "Bob");
    const add = (...files: File[]) => bob.api.multipart("/documents", { files });
    vi.spyOn(config(), "GROUP_STORAGE_MB", "get").mockReturnValue(2);
    const [kept] = (await add(file(1.5 * MB, "a.gif"))).body;
    const more = await add(file(0.7 * MB, "more.gif"));
    expect([more.status, more.body.message]).toEqual([
      413,
      "This group can store 2 MB, and 0.5 MB of that are free. Delete some first.",
    ]);
    await bob.api.post(`/documents/${kept.id}/copy`, {});
    expect((await add(file(0.4 * MB, "b.gif"))).status).toBe(201);
    for (const { id } of (await bob.api.get("/documents")).body) await bob.api.del(`/documents/${id}`);
    expect((await add(file(1.9 * MB, "c.gif"))).status).toBe(201);
    vi.restoreAllMocks();
    await expect.poll(() => storedFiles().length).toBe(before[1].length + 1);
  });
});

describe("no leftovers remain", () => {
  test("of 100 uploads that are cut at 90 %", async () => {
    const before = [await messages(), storedFiles(), descriptors()] as const;
    const whole = 200_000;
    const cut = () =>
      new Promise<void>((resolve) => {
        const call = request(`${server.url}/api/v1${path}`, {
          method: "POST",
          headers: {
            authorization: ada.api.authorization!,
            "content-type": "multipart/form-data; boundary=b",
            "content-length": whole,
          },
        });
        call.on("error", () => {});
        call.on("close", resolve);
        const head =
          '--b\r\ncontent-disposition: form-data; name="message_input"\r\n\r\nx\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';
        call.write(head + "x".repeat(whole * 0.9 - head.length), () => call.destroy());
      });
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, cut));
    await expect.poll(storedFiles).toEqual(before[1]);
    expect(await messages()).toBe(before[0]);
    await expect.poll(descriptors).toBeLessThanOrEqual(before[2] + 3);
  });

  test("of a process that died between storing a file and its row", async () => {
    await expect.poll(() => readdirSync(join(folder, "uploads"))).toEqual([]);
    const held = storedFiles();
    const age = (path: string) => utimesSync(path, new Date(0), new Date(Date.now() - 2 * 3_600_000));
    for (const path of held) age(path);
    const put = (part: string) => {
      const path = join(folder, part, `${part.slice(-2)}${crypto.randomUUID().slice(2)}`);
      writeFileSync(path, "left behind");
      return path;
    };
    const shelf = relative(folder, dirname(held[0]!));
    for (const path of [put("uploads"), put(shelf)]) age(path);
    const fresh = put("uploads");
    await sweepUploads();
    await sweepFiles();
    expect(storedFiles().sort()).toEqual([...held, fresh].sort());
  });
});

test("a full disk is reported in a message, and the message is not stored", async () => {
  const before = [await messages(), storedFiles()];
  vi.spyOn(config(), "DATA_DIR", "get").mockReturnValue("/dev/full");
  const { status, body } = await send(file(1));
  vi.restoreAllMocks();
  expect([status, body.message]).toEqual([503, expect.stringMatching(/^The storage of files/)]);
  expect([await messages(), storedFiles()]).toEqual(before);
  expect((await send(file(1))).status).toBe(200);
});

test("GET /uploads reports direct uploads as unavailable without a bucket", async () => {
  expect((await ada.api.get("/uploads")).body).toEqual({
    direct: false,
    file_mb: 50,
    request_mb: 200,
    files: 10,
    types: expect.arrayContaining(["pdf", "docx", "txt", "jpeg", "zip"]),
  });
  const { status, body } = await ada.api.post("/uploads", { file_name: "a.txt", size: 5 });
  expect([status, body.message]).toEqual([409, expect.stringMatching(/with the request/)]);
  const named = await ada.api.multipart(path, { message_input: "x", upload_ids: "nonsense" });
  expect([named.status, named.body.detail[0].loc]).toEqual([422, ["body", "upload_ids"]]);
});
