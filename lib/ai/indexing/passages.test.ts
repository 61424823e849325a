import { describe, expect, it } from "vitest";
import { processorTime } from "@/test/processor-time";
import { languageOf } from "./language";
import { piecesOf } from "./passages";
import { paired } from "./words";

const sentences = (count: number) =>
  Array.from({ length: count }, (_, n) => `Sentence number ${n} has exactly seven words.`).join(" ");
const cut = (text: string, how?: Parameters<typeof piecesOf>[1]) => [...piecesOf(text, how)];
const words = (text: string) => text.split(/\s+/).length;

describe("passages", () => {
  it("have 120 to 200 words, end with sentences, stand where they say and lose nothing", () => {
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

  it("are one for what is short, and none for what has no words", () => {
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

  it("of scripts without spaces are as long as a passage of words is", () => {
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

  it("of one endless word or sentence are cut, between characters, and joined are the whole", () => {
    for (const text of ["x".repeat(50_000), "😀a".repeat(9_000), "word ".repeat(9_000).trim()]) {
      const pieces = cut(text);
      expect(pieces.every(({ length }) => length <= 2_100)).toBe(true);
      expect(pieces.every(({ text: own }) => own.isWellFormed() && !own.includes("\ufffd"))).toBe(true);
      expect(pieces.map(({ text: own }) => own).join(text.includes(" ") ? " " : "")).toBe(text);
    }
  });

  it("of tables are whole rows below the first line", () => {
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

  it("of a large text are cut in good time", async () => {
    const text = `${sentences(50)}\n\n`.repeat(500);
    const taken = await processorTime(() => expect(cut(text).length).toBeGreaterThan(1000));
    expect(taken).toBeLessThan(5000);
  });
});

describe("words", () => {
  it("of scripts without spaces are pairs of characters", () => {
    expect(paired("預算批准 by Mira").trim()).toBe("預算 算批 批准  by Mira");
    expect(paired("東 京都 a").split(/\s+/)).toEqual(["", "東", "京都", "a"]);
    expect(paired("a\0b")).toBe("a b");
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
  ])("%s: %s", (text, language) => expect(languageOf(text)).toBe(language));
});
