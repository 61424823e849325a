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

test("concurrent reads share one query, and a change causes the next one to query again", async () => {
  const { get, forget, asked } = counted("one");
  expect(await Promise.all([get("a"), get("a"), get("b")])).toEqual(["a 1", "a 1", "b 2"]);
  forget("a");
  expect([await get("a"), await get("b")]).toEqual(["a 3", "b 2"]);
  forget();
  expect([await get("a"), await get("b")]).toEqual(["a 4", "b 5"]);
  expect(asked).toHaveLength(5);
});

test("a transaction bypasses the cache, and its changes are invalidated when it ends", async () => {
  const { get, forget } = counted("two");
  expect(await get("a")).toBe("a 1");
  await transaction(async () => {
    expect(await get("a")).toBe("a 2");
    forget("a");
  });
  expect(await get("a")).toBe("a 3");
});

test("a failed read is not cached", async () => {
  const { get, asked } = counted("three");
  await expect(get("bad")).rejects.toThrow("not now");
  await expect(get("bad")).rejects.toThrow("not now");
  expect(asked).toHaveLength(2);
});
