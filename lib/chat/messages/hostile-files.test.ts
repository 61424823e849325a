import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

/** Uploads with false types and malicious names. */
const { server } = await startServerWithModel();
const { api } = await person(server.url);
const chat = (await api.post("/chats", { virtual_assistant_id: null })).body;
const messages = async () => (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
const send = (...files: File[]) => api.multipart(`/chats/${chat.id}/messages`, { message_input: "x", files });
const download = async (url: string) => {
  const response = await fetch(server.url + url, { headers: { authorization: api.authorization! } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const everyFile = () =>
  readdirSync(process.env.DATA_DIR!, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("database"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /\/(files|uploads)\//.test(path));

const gif = Buffer.from(
  "GIF89a\x01\x00\x01\x00\x00\xff\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x00;",
  "latin1",
);
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const zip = Buffer.from("504b0304140000000000", "hex");
const refused: [string, string | Buffer][] = [
  ["program.exe", "MZ\x90\x00"],
  ["program.txt", Buffer.from("4d5a90000300", "hex")],
  ["program.pdf", "MZ\x90\x00"],
  ["elf.json", Buffer.from("7f454c460201", "hex")],
  ["page.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ["script.vbs", "alert(1)"],
  ["picture.png", "<svg/>"],
  ["document.pdf", "<html>%PDF-1.7</html>"],
  ["document.pdf", zip],
  ["sheet.docx", "no archive"],
  ["archive.zip.exe", zip],
  ["picture.png.html", png],
  ["video.mp4", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd"],
  ["none", "text"],
  [".htaccess", "deny from all"],
  ["empty.txt", ""],
];
test.each(refused)(
  "%s, a file of an unsupported or false type, is 415 and named in the error",
  async (name, content) => {
    const before = [await messages(), everyFile()];
    const { status, body } = await send(
      new File(["good"], "good.txt"),
      new File([content as BlobPart], name),
    );
    expect([status, body.message]).toEqual([415, expect.stringContaining(name)]);
    expect([await messages(), everyFile()]).toEqual(before);
  },
);

const inert: [string, string | Buffer, string][] = [
  ["page.txt", "<script>alert(1)</script>", "text/plain"],
  [
    "page.xml",
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    "application/xml",
  ],
  ["page.html", "<!doctype html><script>alert(1)</script>", "text/html"],
  ["page.xhtml", "<html/>", "text/html"],
  ["script.js", "alert(1)", "text/x-javascript"],
  ["script.php", "<?php system($_GET[0]);", "text/x-php"],
  // Pictures get the type of their content, regardless of the name.
  ["picture.png", gif, "image/gif"],
  ["picture.jpg", "GIF89a=1;alert(1)", "image/gif"],
  ["page.md", "<img src=x onerror=alert(1)>", "text/markdown"],
  ["data.json", '{"a":'.repeat(100_000), "application/json"],
  ["data.yaml", "!!js/function 'x'", "application/yaml"],
  ["image.gif", Buffer.concat([gif, Buffer.from("<script>alert(1)</script>")]), "image/gif"],
  ["image.png", png, "image/png"],
];
test.each(inert)("%s is returned with headers that prevent its execution", async (name, content, type) => {
  const lying = new File([content as BlobPart], name, { type: "text/html" });
  const { status } = await send(lying);
  expect(status).toBe(200);
  const [attachment] = (await messages()).at(-1).message_attachments;
  expect(attachment).toMatchObject({ file_name: name, mime_type: type, size: Buffer.byteLength(content) });
  const { status: got, headers, bytes } = await download(attachment.url);
  expect(got).toBe(200);
  expect(bytes.equals(Buffer.from(content))).toBe(true);
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("private, no-cache");
  const isPicture = type.startsWith("image/");
  expect(headers.get("content-disposition")).toMatch(isPicture ? /^inline;/ : /^attachment;/);
});

const names: [string, string][] = [
  ["../../../../tmp/parley-was-here.txt", "parley-was-here.txt"],
  ["..\\..\\evil.txt", "evil.txt"],
  ["C:\\Windows\\system.txt", "system.txt"],
  ["/etc/passwd.txt", "passwd.txt"],
  ["Отчёт за год.txt", "Отчёт за год.txt"],
  ["報告書 😀.txt", "報告書 😀.txt"],
  ["a\u202etxt.exe.txt", "atxt.exe.txt"],
  // Standard clients percent-encode a quotation mark as %22 (WHATWG HTML, multipart/form-data).
  ['a"; filename=evil.html; x=".txt', "a%22; filename=evil.html; x=%22.txt"],
  ["<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"],
  ["%2e%2e%2fx.txt", "%2e%2e%2fx.txt"],
  ["é.txt", "é.txt"],
  ["e\u0301.txt", "e\u0301.txt"],
];
test.each(names)(
  "a file called %s is stored under a generated name and returned under its own",
  async (given, shown) => {
    const before = everyFile();
    expect((await send(new File(["content"], given))).status).toBe(200);
    const [attachment] = (await messages()).at(-1).message_attachments;
    expect(attachment.file_name).toBe(shown);
    const added = everyFile().filter((path) => !before.includes(path));
    expect(added).toHaveLength(1);
    expect(added[0]).toMatch(/\/files\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
    expect(readFileSync(added[0]!, "utf8")).toBe("content");
    const { status, headers } = await download(attachment.url);
    const disposition = headers.get("content-disposition")!;
    expect(status).toBe(200);
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w.~!*'()%-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(shown);
  },
);

test("a name of 1,000 characters or with a line break does no harm, and one with NUL is refused", async () => {
  const before = (await messages()).length;
  expect((await send(new File(["x"], `${"n".repeat(1000)}.txt`))).status).toBe(200);
  const withName = async (name: string) => {
    const body = Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="message_input"\r\n\r\nx\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\ncontent\r\n--b--\r\n`,
    );
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    return (await api.send("POST", `/chats/${chat.id}/messages`, { body, headers })).status;
  };
  expect(await withName("a%0d%0ax-evil: 1.txt")).toBe(200);
  expect(await withName("a\r\nx-evil: 1.txt")).toBeLessThan(500);
  expect(await withName("a\0.txt")).toBe(422);
  for (const { message_attachments: files } of (await messages()).slice(before)) {
    for (const { url } of files ?? []) {
      const { status, headers } = await download(url);
      expect([status, headers.get("x-evil")]).toEqual([200, null]);
    }
  }
});

test("a refused request stores none of its files", async () => {
  const before = everyFile();
  const files = [new File(["x"], "a.txt"), new File(["y"], "b.txt")];
  const path = `/chats/${chat.id}/messages`;
  const answers = [
    await api.multipart(path, { message_input: "x".repeat(100_001), files }),
    await api.multipart(path, { message_input: " ", files }),
    await api.multipart(path, { message_input: "x", is_sync: "maybe", files }),
    await api.multipart(path, { message_input: "x", replying_to_message_id: "999999", files }),
    await api.multipart("/chats/999999/messages", { message_input: "x", files }),
    await api.multipart(path, { message_input: "x", files }, { authorization: "Bearer x" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 400, 422, 404, 404, 401]);
  expect(everyFile()).toEqual(before);
});

test("two files of the same name are stored separately, and files of other fields are not stored", async () => {
  expect((await send(new File(["1"], "same.txt"), new File(["2"], "same.txt"))).status).toBe(200);
  const kept = (await messages()).at(-1).message_attachments;
  const contents = await Promise.all(
    kept.map(async ({ url }: { url: string }) => (await download(url)).bytes.toString()),
  );
  expect(contents).toEqual(["1", "2"]);
  const before = everyFile().length;
  const other = await api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "x",
    avatar: [new File(["x"], "a.txt")],
  });
  expect([other.status, everyFile().length]).toEqual([200, before]);
});

test("files are deleted with their message or chat", async () => {
  const own = (await api.post("/chats", { virtual_assistant_id: null })).body;
  const before = everyFile();
  const post = (text: string) =>
    api.multipart(`/chats/${own.id}/messages`, {
      message_input: "x",
      files: [new File([text], "canary.txt")],
    });
  await post("1");
  const [{ message_attachments }] = (await api.get(`/chats/${own.id}/messages`)).body;
  expect(everyFile()).toHaveLength(before.length + 1);
  expect((await api.del(`/chats/${own.id}`)).status).toBe(200);
  expect(everyFile()).toEqual(before);
  expect((await download(message_attachments[0].url)).status).toBe(404);
});
