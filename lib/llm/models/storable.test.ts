import { expect, it } from "vitest";
import { StorableText } from "./storable-text";

it("StorableText holds back half characters, replaces lone surrogates and drops NUL", () => {
  const text = new StorableText();
  expect(text.push("a\ud83d")).toBe("a");
  expect(text.push("\ude42b")).toBe("🙂b");
  expect(text.push("\ude42\0c")).toBe("\ufffdc");
  expect(text.push("d\ud83d")).toBe("d");
  expect(text.end()).toBe("\ufffd");
  expect(text.end()).toBe("");
});
