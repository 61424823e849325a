import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { type Client, person } from "@/test/client";
import { zipped } from "@/test/files";
import { chatNamed, filesKept, getThread, imported, over, uploadsKept } from "@/test/imports";
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
    await expect.poll(filesKept).toEqual(before);
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

describe("files of Claude", () => {
  const chat = (name: string, messages: object[]) => ({
    ...{ uuid: name, name },
    chat_messages: messages.map((message) => ({ sender: "human", text: "See", ...message })),
  });

  test("that are read ahead are removed when the import ends early", async () => {
    const { api } = await person(server.url);
    const limit = config().ACCOUNT_STORAGE_MB;
    config().ACCOUNT_STORAGE_MB = 4;
    // Two chats are more than a batch.
    const text = Array.from({ length: 10_000 }, (_, n) => `${n * 7919}`.padEnd(20)).join("");
    const texts = Array.from({ length: 7 }, () => ({ text: `${text}.` }));
    const attachments = [{ file_name: "a.txt", extracted_content: "A" }];
    const chats = ["One", "Two", "Three", "Four"].map((name) => chat(name, [...texts, { attachments }]));
    const report = await imported(api, await zipped({ "conversations.json": JSON.stringify(chats) }));
    config().ACCOUNT_STORAGE_MB = limit;
    expect(report).toMatchObject({ state: "failed", error: expect.stringContaining("4 MB") });
    await expect.poll(uploadsKept).toEqual([]);
  });

  test("that are missing count towards the limit of a chat, and one stands for the rest", async () => {
    const { api } = await person(server.url);
    const missing = (message: number) => ({
      files: Array.from({ length: 20 }, (_, n) => ({ file_name: `${message}-${n}.png` })),
    });
    const file = JSON.stringify([
      chat(
        "Many",
        Array.from({ length: 40 }, (_, n) => missing(n)),
      ),
    ]);
    const report = await imported(api, file);
    expect(report).toMatchObject({ imported: 1, files: 0, left_out: 501 });
    const last = (await api.get(`/imports/${report.id}/items?outcome=left_out&page_size=100&page=6`)).body;
    expect(last).toEqual([expect.objectContaining({ reason: "A chat can have up to 500 files." })]);
    const again = await imported(api, file);
    expect(again).toMatchObject({ skipped: 1, left_out: 0 });
    expect(await listItems(api, again.id, "skipped")).toEqual([]);
  });

  test("are only named after 20,000 files", async () => {
    const { api } = await person(server.url);
    const attachments = ["A", "B"].map((text) => ({ file_name: `${text}.txt`, extracted_content: text }));
    const content = JSON.stringify([chat("Full", [{ attachments }])]);
    const file = [new File([content], "a.json")];
    const { id } = (await api.multipart("/imports", { file, preview: "true" })).body;
    await expect.poll(async () => (await api.get(`/imports/${id}`)).body.state).toBe("ready");
    await db().execute(`update chat_imports set files_read = 20000 where id = ${id}`);
    await api.post(`/imports/${id}/start`, {});
    expect(await over(api, id)).toMatchObject({ imported: 1, files: 0, left_out: 1 });
    const [item] = await listItems(api, id);
    expect(item.reason).toBe("An import can have up to 20,000 files with 2,000 MB together.");
    expect((await getThread(api, "Full"))[0].message).toBe("See\n\n[File: A.txt]\n[File: B.txt]");
  });

  test("are found by a name only where it is one file's that is not part of the export", async () => {
    const { api } = await person(server.url);
    const attachments = [
      { file_name: "notes.txt", extracted_content: "Mine" },
      { file_name: "notes.txt", extracted_content: "Ours" },
    ];
    const files = ["twice.png", "once.png", "conversations.json"].map((name) => ({ file_name: name }));
    const zip = await zipped({
      "conversations.json": JSON.stringify([chat("Names", [{ attachments, files }])]),
      "other/notes.txt": "Theirs",
      ...{ "a/twice.png": await png(5), "b/twice.png": await png(6), "b/once.png": await png(7) },
    });
    expect(await imported(api, zip)).toMatchObject({ imported: 1, files: 3, left_out: 2 });
    const [{ message, message_attachments }] = await getThread(api, "Names");
    expect(message).toBe("See\n\n[File: twice.png]\n[File: conversations.json]");
    expect(message_attachments.map(({ file_name }: Attachment) => file_name)).toEqual([
      ...["notes.txt", "notes.txt", "once.png"],
    ]);
    const contents = message_attachments
      .slice(0, 2)
      .map(async ({ url }: Attachment) => (await api.get(url.replace("/api/v1", ""))).body);
    expect(await Promise.all(contents)).toEqual(["Mine", "Ours"]);
  });
});
