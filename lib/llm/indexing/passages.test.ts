import { describe, expect, it } from "vitest";
import { processorTime } from "@/test/processor-time";
import { findMainHeading } from "./headings";
import { toIndexedText } from "./indexed-text";
import { detectLanguage } from "./language";
import { splitIntoChunks } from "./passages";

const sentences = (count: number) =>
  Array.from({ length: count }, (_, n) => `Sentence number ${n} has exactly seven words.`).join(" ");
const cut = (text: string, how?: Parameters<typeof splitIntoChunks>[1]) => [...splitIntoChunks(text, how)];
const words = (text: string) => text.split(/\s+/).length;

describe("passages", () => {
  it("have 120 to 200 words, end with sentences, cover the text and record their positions", () => {
    const text = `\n  ${sentences(200)} \n`;
    const pieces = cut(text);
    expect(pieces.map((piece) => piece.text).join(" ")).toBe(text.trim());
    for (const { start, length, text: own } of pieces) {
      expect(text.slice(start, start + length)).toBe(own);
      expect(own).toMatch(/words\.$/);
    }
    for (const piece of pieces.slice(0, -1)) {
      expect(words(piece.text)).toBeGreaterThanOrEqual(120);
      expect(words(piece.text)).toBeLessThanOrEqual(200);
    }
  });

  it("are one for a short text, and none for a text without words", () => {
    expect(cut("Hello there")).toEqual([{ start: 0, length: 11, page: null, text: "Hello there" }]);
    for (const blank of ["", " \n\t", "— … —", "🙂", "\u200b"]) expect(cut(blank)).toEqual([]);
  });

  it("keep wrapped lines together and do not cross pages", () => {
    const text = "The budget was\napproved by Mira. It\nis large.\fSecond page. More of it.";
    const parts = [
      { page: 1, start: 0 },
      { page: 2, start: text.indexOf("Second") },
    ];
    expect(cut(text, { parts }).map(({ page, text: own }) => [page, own])).toEqual([
      [1, "The budget was\napproved by Mira. It\nis large."],
      [2, "Second page. More of it."],
    ]);
  });

  it("of scripts without spaces are as long as others", () => {
    const text = "今天天气很好，我们去公园散步吧。".repeat(60);
    const pieces = cut(text);
    expect(pieces.length).toBeGreaterThan(2);
    for (const { start, length, text: own } of pieces) {
      expect(text.slice(start, start + length)).toBe(own);
      expect(own.length).toBeLessThanOrEqual(400);
      expect(own.endsWith("。")).toBe(true);
    }
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  });

  it("of one endless word or sentence break between characters and join to the whole text", () => {
    for (const text of ["x".repeat(50_000), "😀a".repeat(9_000), "word ".repeat(9_000).trim()]) {
      const pieces = cut(text);
      expect(pieces.every(({ length }) => length <= 2_100)).toBe(true);
      expect(pieces.every(({ text: own }) => own.isWellFormed() && !own.includes("\ufffd"))).toBe(true);
      expect(pieces.map(({ text: own }) => own).join(text.includes(" ") ? " " : "")).toBe(text);
    }
  });

  it("of tables are whole rows with the first line above", () => {
    const rows = Array.from({ length: 300 }, (_, n) => `Item ${n},${n * 2},a fine thing`);
    const text = ["name,price,note", ...rows].join("\n");
    const pieces = cut(text, { isTable: true });
    expect(pieces.length).toBeGreaterThan(3);
    for (const { start, length, text: own } of pieces) {
      expect(own).toBe(`name,price,note\n${text.slice(start, start + length)}`);
      expect(own).toMatch(/\nItem \d+,/);
      expect(own).toMatch(/a fine thing$/);
    }
    expect(cut("name,price", { isTable: true }).map(({ text: own }) => own)).toEqual(["name,price"]);
  });

  it("of a sheet repeat its titles and the header row below them", () => {
    const rows = Array.from({ length: 400 }, (_, n) => `Region ${n} | ${n} | ${n + 1}`);
    const titles = "Sales of 2026\n\nin tons |  | draft\nRegion | Q1 | Q2";
    const pieces = cut([titles, ...rows].join("\n"), { isTable: true });
    expect(pieces.length).toBeGreaterThan(2);
    for (const { text: own } of pieces) expect(own.startsWith(`${titles}\nRegion `)).toBe(true);
    // A header row that names only some of the columns still counts as the header.
    const people = "Name\nAda | 1815 | London\nMax | 1990 | Bern";
    expect(cut(people, { isTable: true }).map(({ text: own }) => own)).toEqual([people]);
  });

  it("of a large text are cut in limited time", async () => {
    const text = `${sentences(50)}\n\n`.repeat(500);
    const taken = await processorTime(() => expect(cut(text).length).toBeGreaterThan(1000));
    expect(taken).toBeLessThan(5000);
  });
});

describe("words", () => {
  it("of scripts without spaces are pairs of characters", () => {
    expect(toIndexedText("預算批准 by Mira").trim()).toBe("預算 算批 批准  by Mira");
    expect(toIndexedText("東 京都 a").split(/\s+/)).toEqual(["", "東", "京都", "a"]);
    expect(toIndexedText("a\0b")).toBe("a b");
  });

  it.each([
    ["The invoices of the year are in the folder", "english"],
    ["Die Rechnungen des Jahres sind nicht im Ordner", "german"],
    ["Les factures de l'année sont dans le dossier", "french"],
    ["Las facturas del año están en la carpeta y no en otra", "spanish"],
    ["Счета за год лежат в папке", "russian"],
    ["Τα τιμολόγια του έτους", "greek"],
    ["預算由誰批准", null],
    ["Parley 42", null],
  ])("%s: %s", (text, language) => expect(detectLanguage(text)).toBe(language));
});

describe("passages of Markdown", () => {
  const markdown = (text: string, title?: string) =>
    cut(text, { isMarkdown: true, ...(title && { parts: [{ page: 1, start: 0, title }] }) }).map(
      ({ text: own }) => own,
    );

  it("name the headings above them", () => {
    const section = (name: string) => `## ${name}\n\n${sentences(12)}\n\n`;
    const pieces = markdown(`# Manual\n\n${section("Setup")}${section("Repair")}# Index\n\n${sentences(12)}`);
    expect(pieces.map((piece) => piece.split("\n", 1)[0])).toEqual(["# Manual", "Manual", "# Index"]);
    expect(pieces[1]).toMatch(/^Manual\n\n## Repair\n\nSentence/);
    const long = markdown(`# Manual\n\n## Setup\n\n${sentences(60)}`);
    expect(long.slice(1).every((piece) => piece.startsWith("Manual › Setup\n\nSentence"))).toBe(true);
    expect(long.length).toBeGreaterThan(2);
  });

  it("repeat the first row and the caption of their table", () => {
    const rows = Array.from({ length: 60 }, (_, n) => `| Field ${n} | ${n} | a fine thing |`);
    const head = "| Name | Tons | Note |";
    const pieces = markdown(
      `# Harvest\n\nTable 2: yields\n\n${head}\n| --- | --- | --- |\n${rows.join("\n")}\n\nThe end.`,
    );
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces.slice(1))
      expect(piece).toMatch(`Harvest\n\nTable 2: yields\n${head}\n| Field`);
    expect(pieces.join("\n").match(/\| Field 59 \|/g)).toHaveLength(1);
  });

  it("have whole rows of their table, also rows with several sentences", () => {
    const row = (n: number) => `| Rule ${n}. Applies. | ${sentences(7)} | Why? Safety. |`;
    const rows = Array.from({ length: 30 }, (_, n) => row(n));
    const pieces = markdown(["| Rule | Text | Reason |", "| --- | --- | --- |", ...rows].join("\n"));
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces)
      for (const line of piece.split("\n"))
        expect(line).toMatch(/^\| (Rule|---|Rule \d+\. .* Why\? Safety\.) .*\|$/);
  });

  it("belong to the heading of their largest part", () => {
    const headings = (text: string) =>
      cut(text, { isMarkdown: true, parts: [{ page: 1, start: 0, title: "a.md" }] }).map((piece) =>
        findMainHeading(piece.text, piece.length),
      );
    expect(headings(`# Manual\n\n## Setup\n\n${sentences(60)}`)).toEqual(Array(4).fill("Setup"));
    expect(headings(`# Manual\n\nShort.\n\n## Repair\n\n${sentences(3)}`)).toEqual(["Repair"]);
    expect(headings("# Manual\n\nIt begins here and goes on.\n\n## End\n\nBye.")).toEqual(["Manual"]);
    const table = `# Rates\n\nTable 1\n\n| a | b |\n| --- | --- |\n${"| one more row | of words |\n".repeat(60)}`;
    expect(new Set(headings(table))).toEqual(new Set(["Rates"]));
    expect(headings("```sh\n# install\nmake\n```\n\nDone.")).toEqual(["a.md"]);
    expect(findMainHeading("No heading.\n\nAnywhere.", 24)).toBeUndefined();
  });

  it("repeat the introduction of their list", () => {
    const items = Array.from({ length: 60 }, (_, n) => `- thing number ${n} of them`);
    const pieces = markdown(`Bring these:\n\n${items.join("\n")}\n\n${sentences(40)}`);
    expect(pieces[1]).toMatch(/^Bring these:\n- thing/);
    expect(pieces.at(-1)).toMatch(/^Sentence/);
  });

  it("treat comments in code as no headings, and name a part once", () => {
    expect(markdown("```python\n# no heading\nx = 1\n```\n\nBelow.", "a.md")).toEqual([
      "a.md\n\n```python\n# no heading\nx = 1\n```\n\nBelow.",
    ]);
    expect(markdown("# One\n\nIt begins.", "One")).toEqual(["# One\n\nIt begins."]);
  });

  it("record their positions", () => {
    const text = `# A\n\n${sentences(60)}\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n`;
    for (const { start, length, text: own } of cut(text, { isMarkdown: true }))
      expect(own.endsWith(text.slice(start, start + length))).toBe(true);
  });

  it("of sheets name their sheet", () => {
    const text = "name | price\nMilk | 2\n";
    const parts = [{ page: 1, start: 0, title: "Prices" }];
    expect(cut(text, { parts, isTable: true }).map(({ text: own }) => own)).toEqual([
      "Prices\n\nname | price\nMilk | 2",
    ]);
  });

  it("of a hostile text are cut in limited time", async () => {
    const text = `${"#".repeat(6)} a\n| |\n- \n`.repeat(50_000) + "#".repeat(500_000) + " ".repeat(500_000);
    const taken = await processorTime(() => void cut(text, { isMarkdown: true }));
    expect(taken).toBeLessThan(5000);
  });
});
