import { expect, test } from "vitest";
import { transaction } from "@/db/transaction";
import { createCachedRead } from "./service";

const counted = (name: string) => {
  const asked: string[] = [];
  return {
    asked,
    ...createCachedRead(name, async (key: string) => {
      asked.push(key);
      if (key === "bad") throw new Error("not now");
      return `${key} ${asked.length}`;
    }),
  };
};

test("many at once read once, and after a change the next one reads anew", async () => {
  const { get, forget, asked } = counted("one");
  expect(await Promise.all([get("a"), get("a"), get("b")])).toEqual(["a 1", "a 1", "b 2"]);
  forget("a");
  expect([await get("a"), await get("b")]).toEqual(["a 3", "b 2"]);
  forget();
  expect([await get("a"), await get("b")]).toEqual(["a 4", "b 5"]);
  expect(asked).toHaveLength(5);
});

test("a transaction reads for itself, and what it changes is forgotten when it ends", async () => {
  const { get, forget } = counted("two");
  expect(await get("a")).toBe("a 1");
  await transaction(async () => {
    expect(await get("a")).toBe("a 2");
    forget("a");
  });
  expect(await get("a")).toBe("a 3");
});

test("nothing is kept of a read that failed", async () => {
  const { get, asked } = counted("three");
  await expect(get("bad")).rejects.toThrow("not now");
  await expect(get("bad")).rejects.toThrow("not now");
  expect(asked).toHaveLength(2);
});
