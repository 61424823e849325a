import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { type Client, person } from "@/test/client";
import { zipped } from "@/test/files";
import { chatNamed, filesKept, getThread, imported } from "@/test/imports";
import { startServer } from "@/test/server";

process.env.RATE_LIMIT_HEAVY = "1000";
const server = await startServer();
afterAll(() => server.close());

const png = (width = 4) =>
  sharp({ create: { width, height: 4, channels: 3, background: "#c33" } })
    .png()
    .toBuffer();
const picture = await png();
const listFiles = async (api: Client, name: string) =>
  (await getThread(api, name)).map(({ message_attachments }: { message_attachments: Attachment[] | null }) =>
    message_attachments?.map(({ file_name, mime_type }) => [file_name, mime_type]),
  );
type Attachment = { file_name: string; mime_type: string; url: string };
const listItems = async (api: Client, id: number, outcome = "left_out") =>
  (await api.get(`/imports/${id}/items?outcome=${outcome}&page_size=100`)).body;

describe("files of ChatGPT", () => {
  const pointer = (id: string, scheme = "file-service") => ({
    ...{ content_type: "image_asset_pointer", asset_pointer: `${scheme}://${id}`, size_bytes: 10 },
  });
  const node = (id: string, parent: string | null, role: string, parts: unknown[], metadata = {}) => [
    id,
    {
      id,
      parent,
      message: { author: { role }, content: { content_type: "multimodal_text", parts }, metadata },
    },
  ];
  const chat = (title: string, nodes: unknown[][]) => ({
    ...{ title, conversation_id: title, create_time: 1_700_000_000, current_node: nodes.at(-1)![0] },
    mapping: Object.fromEntries(nodes),
  });
  const attachments = [
    { id: "file-aaa", name: "bowl.png", mime_type: "image/png" },
    { id: "file-bbb", name: "notes.txt", mime_type: "text/plain" },
    { id: "file-ccc", name: "missing.pdf" },
    { id: "file-ddd", name: "program.exe" },
    { id: "file-eee", name: "copy of bowl.png" },
  ];
  const kitchen = chat("Kitchen", [
    node("q", null, "user", [pointer("file-aaa"), "Look"], { attachments }),
    node("d", "q", "tool", [pointer("file_00000000abc", "sediment"), "The picture was made."]),
    node("e", "d", "assistant", ["Drawn."]),
    node("f", "e", "user", [pointer("file-datpic"), "And this?"]),
  ]);

  test("are attached to their messages, and named where they are missing or refused", async () => {
    const { api } = await person(server.url);
    const zip = await zipped({
      "conversations-000.json": JSON.stringify([kitchen]),
      "file-aaa-bowl.png": picture,
      "file-bbb-notes.txt": "Flour and water",
      "file-ddd-program.exe": Buffer.from([77, 90, 0, 1, 2, 3]),
      "file-eee-copy.png": picture,
      "user-x1/file_00000000abc-9f8a1380-40e1-457a-8d88-742adc20908b.png": await png(9),
      "file-datpic.dat": await png(8),
      "conversation_asset_file_names.json": JSON.stringify({
        ...{ "file-datpic.dat": "dalle-generations/sketch", "x.dat": 5 },
      }),
    });
    const report = await imported(api, zip, "chatgpt.zip");
    expect(report).toMatchObject({ state: "completed", imported: 1, files: 4, left_out: 2 });
    expect(await listFiles(api, "Kitchen")).toEqual([
      [
        ["bowl.png", "image/png"],
        ["notes.txt", "text/plain"],
      ],
      [["file_00000000abc-9f8a1380-40e1-457a-8d88-742adc20908b.png", "image/png"]],
      undefined,
      [["sketch.png", "image/png"]],
    ]);
    const [first, drawn] = await getThread(api, "Kitchen");
    expect(first.message).toBe("Look\n\n[File: missing.pdf]\n[File: program.exe]");
    expect(drawn).toMatchObject({ message: "", user_type: "assistant" });
    const content = await api.get(first.message_attachments[1].url.replace("/api/v1", ""));
    expect(content.body).toBe("Flour and water");
    const { uuid } = await chatNamed(api, "Kitchen");
    expect(await listItems(api, report.id)).toEqual([
      expect.objectContaining({
        ...{ kind: "file", title: "missing.pdf", reason: "It is not in the export." },
        chat: { uuid, name: "Kitchen" },
      }),
      expect.objectContaining({ title: "program.exe", reason: expect.stringContaining("program.exe") }),
    ]);

    const before = filesKept();
    expect(await imported(api, zip)).toMatchObject({ imported: 0, skipped: 1, files: 0, left_out: 0 });
    expect(filesKept()).toEqual(before);
    const chatId = (await chatNamed(api, "Kitchen")).id;
    await api.del(`/chats/${chatId}`);
    await expect.poll(filesKept).toHaveLength(before.length - 4);
  });

  test("are named without an archive, and left out when they exceed the quota", async () => {
    const { api } = await person(server.url);
    await imported(api, JSON.stringify([kitchen]));
    expect((await getThread(api, "Kitchen"))[0].message).toContain("[File: bowl.png]\n[File: notes.txt]");
    const full = await person(server.url);
    const limit = config().ACCOUNT_STORAGE_MB;
    config().ACCOUNT_STORAGE_MB = 1;
    const large = chat("Large", [
      node("q", null, "user", ["See"], { attachments: [{ id: "file-big", name: "big.txt" }] }),
    ]);
    const noise = Buffer.alloc(1_200_000, "Lorem ipsum dolor sit amet. ");
    const filler = Array.from({ length: 20_000 }, (_, n) => `${n * 7919}`).join(" ");
    const zip = await zipped({
      "conversations.json": JSON.stringify([large]),
      ...{ "file-big.txt": noise, "filler.txt": filler },
    });
    const report = await imported(full.api, zip);
    config().ACCOUNT_STORAGE_MB = limit;
    expect(report).toMatchObject({ state: "completed", imported: 1, files: 0, left_out: 1 });
    const [item] = await listItems(full.api, report.id);
    expect(item.reason).toMatch(/^Your account can store 1 MB/);
  });
});

test("texts of Claude's attachments are documents, which replies can read", async () => {
  const { api } = await person(server.url);
  const message = {
    ...{ sender: "human", text: "Read these", created_at: "2024-05-04T09:00:01Z" },
    attachments: [
      { file_name: "plan.pdf", file_type: "pdf", extracted_content: "North wall" },
      { file_name: "list.csv", file_type: "csv", extracted_content: "a,b\n1,2" },
      { file_name: "", file_type: "txt", extracted_content: "A long text that was pasted" },
    ],
    files: [{ file_name: "wall.png" }],
  };
  const report = await imported(
    api,
    JSON.stringify([{ uuid: "files", name: "Plans", chat_messages: [message] }]),
  );
  expect(report).toMatchObject({ imported: 1, files: 3, left_out: 1 });
  expect(await listFiles(api, "Plans")).toEqual([
    [
      ["plan.pdf.txt", "text/plain"],
      ["list.csv", "text/csv"],
      ["pasted.txt", "text/plain"],
    ],
  ]);
  expect((await getThread(api, "Plans"))[0].message).toBe("Read these\n\n[File: wall.png]");
});

test("pictures and texts in files of Open WebUI and LibreChat become attachments", async () => {
  const { api } = await person(server.url);
  const url = `data:image/png;base64,${picture.toString("base64")}`;
  const files = [
    { type: "image", url },
    { type: "file", name: "notes.md", file: { data: { content: "# Notes" } } },
    { type: "file", name: "away.pdf", url: "x" },
  ];
  const webui = {
    ...{ id: "w", title: "With pictures", created_at: 1_722_500_000 },
    chat: { models: [], messages: [{ role: "user", content: "See", files }] },
  };
  await imported(api, JSON.stringify([webui]));
  expect(await listFiles(api, "With pictures")).toEqual([
    [
      ["image.png", "image/png"],
      ["notes.md", "text/markdown"],
    ],
  ]);
  const id = "11111111-2222-4333-8444-555555555555";
  const libre = {
    ...{ conversationId: "l", title: "Cat" },
    messages: [
      { messageId: "1", isCreatedByUser: true, text: "A cat", files: [{ file_id: id, filename: "cat.png" }] },
    ],
  };
  const zip = await zipped({ "chat.json": JSON.stringify(libre), [`images/${id}__cat.png`]: picture });
  expect(await imported(api, zip)).toMatchObject({ imported: 1, files: 1, left_out: 0 });
  expect(await listFiles(api, "Cat")).toEqual([[["cat.png", "image/png"]]]);
});

test("files of hostile exports are refused one by one", async () => {
  const { api } = await person(server.url);
  const odd = [
    { name: "a".repeat(2_000_000), id: "file-long" },
    { name: "../../../etc/passwd", id: 5 },
    { name: { a: 1 }, id: ["file-x"] },
    { name: "nul\0and\ud800half.png", id: "file-nul" },
    { name: "__proto__", id: "__proto__" },
    ...Array.from({ length: 100 }, (_, n) => ({ name: `${n}.txt`, id: `file-${n}` })),
  ];
  const chat = {
    ...{ title: "Odd", conversation_id: "odd", create_time: 9e99, current_node: "q" },
    mapping: {
      q: {
        message: {
          author: { role: "user" },
          content: { content_type: "text", parts: ["Files"] },
          metadata: { attachments: odd },
        },
      },
    },
  };
  const zip = await zipped({
    "conversations.json": JSON.stringify([chat]),
    "file-nul.png": picture,
    // An archive may unpack to 200 times its size.
    noise: randomBytes(20_000),
  });
  const report = await imported(api, zip);
  expect(report).toMatchObject({ state: "completed", imported: 1, files: 1 });
  const [message] = await getThread(api, "Odd");
  expect(message.message_attachments).toHaveLength(1);
  expect(message.message.length).toBeLessThan(10_000);
  const items = await listItems(api, report.id);
  expect(items.at(-1)).toMatchObject({ kind: "file", reason: "A message can have up to 20 files." });
});
test("a file that many messages of a chat name is stored once, up to a limit of the chat", async () => {
  const { api } = await person(server.url);
  const side = 1_200;
  const noise = await sharp(randomBytes(side * side * 3), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png()
    .toBuffer();
  const fitting = Math.floor((200 * 1024 * 1024) / noise.length);
  const messages = Array.from({ length: fitting + 10 }, (_, n) => ({
    ...{ messageId: `${n}`, parentMessageId: n > 0 ? `${n - 1}` : null, isCreatedByUser: true },
    ...{ text: `Message ${n}`, files: [{ file_id: "noise.png", filename: "noise.png" }] },
  }));
  const chat = JSON.stringify({ conversationId: "many", title: "Many", messages });
  const before = filesKept();
  const report = await imported(api, await zipped({ "chat.json": chat, "noise.png": noise }));
  expect(report).toMatchObject({ state: "completed", imported: 1, files: 1, left_out: 10 });
  const [item] = await listItems(api, report.id);
  expect(item.reason).toBe("The files of a chat can have up to 200 MB together.");
  expect(filesKept()).toHaveLength(before.length + 1);
});
