import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readValues } from "./values.mjs";

// Reads the values of a text that arrives in chunks of `size` bytes.
async function values(text: string, { size = 7, most = 1000 } = {}) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
  const found = [];
  for await (const value of readValues(Readable.from(pieces), most)) found.push(value);
  return found;
}

const tricky = [
  { a: 'quote " and \\ and \\" and \\\\', b: ["}", "]", "{", "["] },
  { "\\": { deep: [[{}], { x: "\\\\\\\\" }] }, n: 1.5e3, t: true, z: null },
  { text: "Ünïcödé 😀 \u2028 \n" },
  [{ inner: 1 }],
];

describe("the values of a JSON file", () => {
  test.each([1, 2, 3, 5, 64, 1000])("are read in pieces of %d bytes", async (size) => {
    for (const text of [
      JSON.stringify(tricky),
      JSON.stringify(tricky, null, 2),
      `\ufeff ${JSON.stringify(tricky)}`,
    ]) {
      const found = await values(text, { size });
      expect(found.map((value) => JSON.parse(value.text!))).toEqual(tricky);
    }
  });
});

test("values are single objects and objects on lines, but nothing else within arrays", async () => {
  expect(await values('{"a":[1]}')).toEqual([{ text: '{"a":[1]}' }]);
  expect(await values('{"a":1}\n{"b":2}\n')).toEqual([{ text: '{"a":1}' }, { text: '{"b":2}' }]);
  expect(await values('[1, "{}", null, {"c":3}]')).toEqual([{ text: '{"c":3}' }]);
});

test("values that are too long or cut off are reported without their text, and the others are read", async () => {
  const long = JSON.stringify({ title: "Long", text: "x".repeat(5000) });
  const found = await values(`[{"a":1},${long},{"b":2},{"title":"Cut","te`, { size: 50 });
  expect(found).toEqual([
    { text: '{"a":1}' },
    { head: expect.stringMatching(/^\{"title":"Long","text":"x+$/), fault: "long" },
    { text: '{"b":2}' },
    { head: '{"title":"Cut","te', fault: "cut" },
  ]);
});

test("a file that is not JSON has no values", async () => {
  for (const text of ["", "hello", '"a string', "]{}", "}}", '\\\\"']) expect(await values(text)).toEqual([]);
});
