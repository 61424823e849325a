import { randomBytes } from "node:crypto";
import { type RawEntry, rawZip, zipped } from "../files";

/** Chat exports within the size limits that cost the server as much as possible. */
export type HostileImport = { name: string; fileName: string; make: () => Buffer | Promise<Buffer> };

const MB = 1024 * 1024;
/** Uploads are limited to 50 MB. */
const UPLOAD = 49 * MB;
/** Chats are limited to 32 MB. */
const CHAT = 31 * MB;

/** Repeats a piece up to a number of bytes. */
function fill(bytes: number, piece: string, before = "", after = "", separator = ""): Buffer {
  const count = Math.floor((bytes - before.length - after.length) / Buffer.byteLength(piece + separator));
  return Buffer.from(before + `${piece}${separator}`.repeat(count - 1) + piece + after);
}

const array = (bytes: number, item: string) => fill(bytes, item, "[", "]", ",");
const claude = (bytes: number, message: string) =>
  fill(bytes, message, '[{"uuid":"u","name":"Large","chat_messages":[', "]}]", ",");
const ask = (text: string) => `{"sender":"human","text":"${text}"}`;

/** Builds a ChatGPT export of one chat whose messages form a chain. */
function chain(count: number, isCircle = false): Buffer {
  const nodes = Array.from({ length: count }, (_, n) => {
    const parent = n > 0 ? `"${n - 1}"` : isCircle ? `"${count - 1}"` : "null";
    return `"${n}":{"parent":${parent},"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["a"]}}}`;
  });
  return Buffer.from(
    `[{"title":"Chain","create_time":1700000000,"mapping":{${nodes.join()}},"current_node":"${count - 1}"}]`,
  );
}

const nested = (count: number) =>
  Buffer.from(
    `{"conversationId":"c","messages":[${'{"messageId":"m","text":"a","children":['.repeat(count)}${"]}".repeat(count)}]}`,
  );

const files = (count: number, content: (n: number) => string, name = (n: number) => `${n}.json`) =>
  rawZip(Array.from({ length: count }, (_, n): RawEntry => ({ name: name(n), content: content(n) })));

const json = (name: string, make: HostileImport["make"]) => ({ name, fileName: "export.json", make });
const zip = (name: string, make: HostileImport["make"]) => ({ name, fileName: "export.zip", make });

export const hostileImports: HostileImport[] = [
  json("an object of 31 MB with an array of small objects", () =>
    fill(CHAT, '{"a":1}', '{"items":[', "]}", ","),
  ),
  json("31 MB of empty arrays", () => fill(CHAT, "[]", '{"items":[', "]}", ",")),
  json("31 MB of arrays within each other", () => Buffer.from("[".repeat(CHAT / 2) + "]".repeat(CHAT / 2))),
  json("31 MB of objects within each other", () =>
    Buffer.from(`${'{"a":'.repeat(CHAT / 6)}1${"}".repeat(CHAT / 6)}`),
  ),
  json("31 MB of names", () =>
    Buffer.from(`{${Array.from({ length: CHAT / 14 }, (_, n) => `"${n.toString(36)}":1`).join()}}`),
  ),
  json("49 MB of spaces", () => Buffer.alloc(UPLOAD, " ")),
  json("49 MB of empty objects", () => array(UPLOAD, "{}")),
  json("49 MB of chats without messages", () => array(UPLOAD, '{"chat_messages":[]}')),
  json("49 MB of chats with a message", () => array(UPLOAD, `{"chat_messages":[${ask("a")}]}`)),
  json("a chat of 20,000 messages", () =>
    Buffer.from(`[{"uuid":"u","chat_messages":[${Array(20_000).fill(ask("a")).join()}]}]`),
  ),
  json("a chat of 31 MB in short messages", () => claude(CHAT, ask("a"))),
  json("a chat of 31 MB in one message", () => claude(CHAT, ask("a".repeat(CHAT - 200)))),
  json("a chat of 11 million characters in long messages", () =>
    claude(11 * MB, ask("word ".repeat(39_000))),
  ),
  json("a chat of control characters", () => claude(CHAT, ask("\\u0001".repeat(190_000)))),
  json("a chat of halves of characters", () => claude(CHAT, ask("\\ud83d".repeat(190_000)))),
  json("a chat of three-byte characters", () => claude(CHAT, ask("字".repeat(190_000)))),
  json("a chat that names 500,000 files", () =>
    fill(
      CHAT,
      '{"file_name":"a"}',
      '[{"chat_messages":[{"sender":"human","text":"a","files":[',
      "]}]}]",
      ",",
    ),
  ),
  json("a title of 31 MB", () => fill(CHAT, "title ", '[{"name":"', `","chat_messages":[${ask("a")}]}]`)),
  json("folds that are never closed", () =>
    fill(
      CHAT,
      '<details type=\\"reasoning\\">',
      '[{"models":[],"messages":[{"role":"user","content":"',
      '"}]}]',
    ),
  ),
  json("folds whose beginning is never closed", () =>
    fill(
      CHAT,
      '<details type=\\"reasoning\\" ',
      '[{"models":[],"messages":[{"role":"user","content":"',
      '"}]}]',
    ),
  ),
  json("a chain of 200,000 messages", () => chain(200_000)),
  json("a circle of 200,000 messages", () => chain(200_000, true)),
  json("messages within messages 500,000 deep", () => nested(500_000)),
  json("a file that ends within a string of 49 MB", () => fill(UPLOAD, "a", '[{"name":"Cut","text":"')),
  json("a file that ends in 49 MB of backslashes", () => fill(UPLOAD, "\\", '[{"name":"Cut","text":"')),
  json("who sent it is an object that cannot be text", () =>
    array(50_000, '{"chat_messages":[{"sender":{"toString":1,"valueOf":1},"text":"a"}]}'),
  ),
  zip("an archive of 0.8 MB with five files of 31 MB", () => {
    const large = fill(CHAT, '{"a":1}', '{"items":[', "]}", ",");
    const noise = randomBytes(600_000);
    return zipped({
      ...Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${n}.json`, large])),
      noise,
    });
  }),
  zip("an archive of files with twenty values of 6 MB each", () => {
    const large = Buffer.from(
      `[${Array(20)
        .fill(`{"items":[${"{},".repeat(2_000_000)}{}]}`)
        .join()}]`,
    );
    return zipped({ "0.json": large, "1.json": large, noise: randomBytes(MB) });
  }),
  zip("an archive of 49,000 files", () => files(49_000, () => '{"a":1}')),
  zip("an archive of 65,000 folders", () =>
    files(
      65_000,
      () => "",
      (n) => `${n}/`,
    ),
  ),
  zip("an archive of long names", () =>
    files(
      400,
      () => "{}",
      (n) => `${"name/".repeat(12_000)}${n}.json`,
    ),
  ),
  zip("an archive whose files overlap", () =>
    rawZip(Array.from({ length: 20_000 }, (_, n): RawEntry => ({ name: `${n}.json`, content: "{}", at: 0 }))),
  ),
  zip("an archive that says nothing of its size", () =>
    rawZip([{ name: "a.json", content: Buffer.alloc(30 * MB, "["), size: 10 }]),
  ),
  zip("an archive of 300 MB of spaces", async () => {
    const spaces = Buffer.alloc(60 * MB, " ");
    const noise = randomBytes(2 * MB);
    return zipped({
      ...Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${n}.json`, spaces])),
      noise,
    });
  }),
];
