import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";
import { createVisitor, publicChat } from "@/test/visitor";

const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), "parley-word-"));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
const ada = await person(server.url, "Ada Example");

type Api = { url: string; authorization?: string };
const download = ({ url, authorization }: Api, path: string) =>
  fetch(`${url}/api/v1${path}`, { headers: authorization ? { authorization } : {} });

async function newChat(canvas: string, name = "Minutes") {
  return (await ada.api.post("/chats", { name, canvas, virtual_assistant_id: null })).body as {
    id: number;
    uuid: string;
  };
}

// Unpacks the document with an independent implementation.
async function readWord(path: string) {
  const response = await download(ada.api, path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  );
  const file = join(folder, "text.docx");
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const read = (part: string) =>
    execFileSync("unzip", ["-p", file, part], { encoding: "utf8", maxBuffer: 100_000_000 });
  return { response, read, body: read("word/document.xml") };
}

const exportMarkdown = async (canvas: string) =>
  readWord(`/chats/${(await newChat(canvas)).id}/canvas/export`);

const paragraphs = (xml: string) => xml.match(/<w:p>.*?<\/w:p>|<w:p\/>/gs) ?? [];
const getText = (xml: string) =>
  xml
    .replace(/<w:br\/>/g, "\n")
    .replace(/<w:tab\/>/g, "\t")
    .replace(/<[^>]*>/g, "");
const findParagraph = (xml: string, text: string) =>
  paragraphs(xml).find((paragraph) => getText(paragraph).includes(text)) ?? "";

test("the chat's text is a Word document with the styles that Word navigates by", async () => {
  const { id } = await newChat(
    "# Plan\n\n### Detail\n\nSome **bold** *text* and ~~old~~ `code`.",
    "Sales: Q1/Q2 é",
  );
  const { response, read, body } = await readWord(`/chats/${id}/canvas/export?format=docx`);
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="canvas.docx"; filename*=UTF-8''${encodeURIComponent("Sales Q1 Q2 é.docx")}`,
  );
  expect(read("docProps/core.xml")).toContain("<dc:title>Sales: Q1/Q2 é</dc:title>");
  expect(findParagraph(body, "Plan")).toContain('<w:pStyle w:val="Heading1"/>');
  expect(findParagraph(body, "Detail")).toContain('<w:pStyle w:val="Heading3"/>');
  expect(read("word/styles.xml")).toMatch(/<w:name w:val="Heading 3"\/>.*?<w:outlineLvl w:val="2"\/>/);
  expect(body).toMatch(/<w:b\/><w:bCs\/><\/w:rPr><w:t[^>]*>bold</);
  expect(body).toMatch(/<w:i\/><w:iCs\/><\/w:rPr><w:t[^>]*>text</);
  expect(body).toMatch(/<w:strike\/><\/w:rPr><w:t[^>]*>old</);
  expect(body).toMatch(/<w:rStyle w:val="CodeText"\/>.*?>code</);
});

test("lists keep their levels, numbers and task boxes", async () => {
  const { body, read } = await exportMarkdown(
    "1. one\n2. two\n   - inner\n\n7. seven\n\nText\n\n7. again\n\n- [ ] open\n- [x] done",
  );
  const levelOf = (text: string) => /<w:ilvl w:val="(\d)"\/>/.exec(findParagraph(body, text))?.[1];
  const listOf = (text: string) => /<w:numId w:val="(\d+)"\/>/.exec(findParagraph(body, text))![1];
  expect([levelOf("one"), levelOf("inner"), levelOf("again")]).toEqual(["0", "1", "0"]);
  expect(listOf("one")).toBe(listOf("two"));
  expect(listOf("again")).not.toBe(listOf("one"));
  const lists = read("word/numbering.xml");
  expect(lists).toMatch(
    new RegExp(`<w:num w:numId="${listOf("again")}"[^>]*>.*?<w:startOverride w:val="7"/>.*?</w:num>`),
  );
  expect(findParagraph(body, "open")).toContain('<w14:checked w14:val="0"/>');
  expect(findParagraph(body, "done")).toContain('<w14:checked w14:val="1"/>');
});

test("tables have a header row, and code its tabs and lines", async () => {
  const { body } = await exportMarkdown(
    "| Name | Score |\n|---|--:|\n| Ada<br>Example | 3 |\n\n```python\ndef f():\n\treturn '<&>'\n```\n\n> Quoted",
  );
  expect(body.match(/<w:tbl>/g)).toHaveLength(1);
  expect(/<w:tr>.*?<\/w:tr>/s.exec(body)![0]).toMatch(/<w:tblHeader\/>.*Name.*Score/s);
  expect(getText(findParagraph(body, "Example"))).toBe("Ada\nExample");
  const code = findParagraph(body, "def f()");
  expect(code).toContain('<w:pStyle w:val="CodeBlock"/>');
  expect(getText(code)).toBe("def f():\n\treturn &apos;&lt;&amp;&gt;&apos;");
  expect(findParagraph(body, "Quoted")).toContain('<w:pStyle w:val="Quote"/>');
});

test("a table that is too wide for Word is written as text", async () => {
  const row = (cell: string) => `|${`${cell}|`.repeat(64)}`;
  const { body } = await exportMarkdown(`${row("a")}\n${row("-")}\n${row("b")}`);
  expect(body).not.toContain("<w:tbl>");
  expect(getText(body)).toContain("b | b");
});

test("links are web and mail addresses, and pictures their descriptions", async () => {
  const { body, read } = await exportMarkdown(
    `[web](https://example.com/a?b=1&c="d"e|f) [mail](mailto:ada@example.com) [own](/chats/1) [call](tel:+49123)
[run](javascript:alert(1)) [file](file:///etc/passwd) ![A map](https://example.com/map.png)`,
  );
  const targets = [
    ...read("word/_rels/document.xml.rels").matchAll(/Target="([^"]*)" TargetMode="External"/g),
  ];
  expect(targets.map(([, target]) => target)).toEqual([
    "https://example.com/a?b=1&amp;c=%22d%22e%7Cf",
    "mailto:ada@example.com",
    expect.stringMatching(/^https?:\/\/[^/]+\/chats\/1$/),
    "https://example.com/map.png",
  ]);
  expect(getText(body)).toContain("web mail own call\nrun file A map");
});

test("footnotes are footnotes of Word, once each", async () => {
  const { body, read } = await exportMarkdown(
    "One[^a], two[^a] and three[^b].\n\n[^a]: First *note*.\n\n    Its second paragraph.\n\n[^b]: Refers to[^a].\n\n[^c]: Unused.",
  );
  expect(body.match(/<w:footnoteReference w:id="\d+"\/>/g)).toEqual([
    '<w:footnoteReference w:id="1"/>',
    '<w:footnoteReference w:id="2"/>',
  ]);
  const notes = read("word/footnotes.xml");
  expect(getText(notes)).toContain("First note.Its second paragraph.Refers to1.");
  expect(getText(body)).toContain("c Unused.");
});

test("right-to-left text runs from the right, with words of other scripts in it", async () => {
  const { body } = await exportMarkdown(
    "שלום, Parley 2.0!\n\nHello עולם there\n\n| الاسم | العدد |\n|---|---|\n| تفاح | 5 |",
  );
  const hebrew = findParagraph(body, "שלום");
  expect(hebrew).toContain("<w:bidi/>");
  expect(hebrew).toMatch(/<w:r><w:t[^>]*>Parley 2\.0<\/w:t><\/w:r>/);
  const english = findParagraph(body, "Hello");
  expect(english).not.toContain("<w:bidi/>");
  expect(english).toMatch(/<w:r><w:rPr><w:rtl\/><\/w:rPr><w:t[^>]*>עולם<\/w:t><\/w:r>/);
  expect(body).toContain("<w:bidiVisual/>");
});

test("characters that XML forbids are left out, and braces are only text", async () => {
  const forbidden = "a\u0001b\u000bc\ufffed\u001fe &#xFFFF; {bullets-0}";
  const { id } = await newChat(`# ${forbidden}\n\n- \`${forbidden}\`\n\n\`\`\`\n${forbidden}\n\`\`\``);
  const { body, read } = await readWord(`/chats/${id}/canvas/export`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
  expect(body + read("docProps/core.xml")).not.toMatch(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/);
  expect(body.match(/\{bullets-0\}/g)).toHaveLength(3);
  expect(getText(findParagraph(body, "bc"))).toMatch(/^abcde/);
});

test("a page is exported by its kind: Markdown, plain text with its marks, or not at all", async () => {
  const { id } = await newChat("");
  const add = async (title: string, kind: string, text: string) =>
    (await ada.api.post(`/chats/${id}/canvas/pages`, { title, kind, text })).body.id as number;
  const at = (page: number, format: string) => `/chats/${id}/canvas/export?page_id=${page}&format=${format}`;
  const document = await add("notes.md", "markdown", "# Notes");
  const plain = await add("Plain", "text", "# not a heading\n\n  *stars*");
  const word = await readWord(at(document, "docx"));
  expect(word.response.headers.get("content-disposition")).toContain("''notes.docx");
  expect(findParagraph(word.body, "Notes")).toContain("Heading1");
  const { body } = await readWord(at(plain, "docx"));
  expect(paragraphs(body).map(getText)).toEqual(["# not a heading", "", "  *stars*"]);
  const markdown = await download(ada.api, at(document, "md"));
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await markdown.text()).toBe("# Notes");
  const code = await add("main.py", "code", "print(1)");
  expect((await ada.api.get(at(code, "docx"))).status).toBe(400);
  expect((await ada.api.get(at(2_147_483_647, "docx"))).status).toBe(404);
  const other = await newChat("");
  expect((await ada.api.get(`/chats/${other.id}/canvas/export?page_id=${document}`)).status).toBe(404);
  expect((await ada.api.get(`/chats/${id}/canvas/export?format=pdf`)).status).toBe(422);
});

test("an empty canvas is an empty document", async () => {
  const { id } = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
  expect(getText((await readWord(`/chats/${id}/canvas/export`)).body)).toBe("");
});

test("members export a canvas, and nobody else: no colleague, stranger or visitor", async () => {
  const bob = await colleague(server.url, ada.group, "Bob");
  const eve = await colleague(server.url, ada.group, "Eve");
  const stranger = await person(server.url, "Sam");
  const shared = (
    await ada.api.post("/chats", { name: "Shared", canvas: "# Ours", member_user_ids: [bob.user.id] })
  ).body;
  const statusFor = async (api: Api, chat: { id: number }) =>
    (await download(api, `/chats/${chat.id}/canvas/export`)).status;
  expect(await statusFor(bob.api, shared)).toBe(200);
  for (const { api } of [eve, stranger]) expect(await statusFor(api, shared)).toBe(404);
  expect(await statusFor({ url: server.url }, shared)).toBe(401);
  const chat = await publicChat(ada);
  const visitor = await createVisitor(server.url, chat);
  const response = await fetch(`${server.url}/api/v1/chats/${chat.uuid}/canvas/export`, {
    headers: visitor.headers,
  });
  expect(response.status).toBe(401);
});
