import { expect, test } from "vitest";
import { filterFittingFiles, usualLimits } from "@/components/data/fitting-files";
import { toFileShares } from "@/components/data/uploading";
import { loadTranslate } from "@/lib/platform/words/catalogue";

const t = await loadTranslate({ language: "en", locale: "en-GB" }, "composerFiles");
const MB = 1024 * 1024;
const file = (name: string, size = 5) => {
  const made = new File(["x"], name);
  Object.defineProperty(made, "size", { value: size });
  return made;
};
const limits = { ...usualLimits, types: ["txt", "pdf"] };
const names = (files: File[]) => files.map(({ name }) => name);

test("filterFittingFiles keeps files within the limits and names the others with the reason", () => {
  const waiting = [file("a.txt")];
  const tried = (...added: File[]) => {
    const { files, refusal } = filterFittingFiles(t, [...waiting, ...added], limits);
    return [names(files), refusal];
  };
  expect(tried(file("B.PDF"))).toEqual([["a.txt", "B.PDF"], undefined]);
  expect(tried(file("b.exe"), file("c.txt"))).toEqual([
    ["a.txt", "c.txt"],
    "This file type isn't supported: b.exe",
  ]);
  expect(tried(file("none"))[1]).toBe("This file type isn't supported: none");
  expect(tried(file("e.txt", 0))[1]).toBe("e.txt is empty.");
  expect(tried(file("l.pdf", 50 * MB + 1))).toEqual([["a.txt"], "l.pdf is larger than 50 MB."]);
  expect(tried(file("l.pdf", 50 * MB))[1]).toBeUndefined();
  const five = Array.from({ length: 5 }, (_, at) => file(`${at}.pdf`, 45 * MB));
  expect(tried(...five)).toEqual([
    ["a.txt", "0.pdf", "1.pdf", "2.pdf", "3.pdf"],
    "The files of one message can total up to 200 MB.",
  ]);
  const many = Array.from({ length: 12 }, (_, at) => file(`${at}.txt`));
  const { files, refusal } = filterFittingFiles(t, [...waiting, ...many], limits);
  expect([files.length, refusal]).toEqual([10, "A message can have up to 10 files."]);
  expect(filterFittingFiles(t, [file("any.thing")]).refusal).toBeUndefined();
});

test("toFileShares distributes upload progress in the order of the files", () => {
  expect(toFileShares([10, 30], 0)).toEqual([0, 0]);
  expect(toFileShares([10, 30], 0.5)).toEqual([1, 1 / 3]);
  expect(toFileShares([10, 30], 1)).toEqual([1, 1]);
  expect(toFileShares([0], 1)).toEqual([1]);
});
