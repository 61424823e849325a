import { describe, expect, test } from "vitest";
import { limitJson, limitStream, readJson } from "./json";

const read = (text: string, limits = {}) => readJson(new Response(text), limits);
// Feeds the text to the check in chunks of `size` bytes and returns its result.
function check(text: string, size: number, limits: Parameters<typeof limitStream>[0]) {
  const look = limitStream(limits)();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const fault = look(bytes.subarray(at, at + size));
    if (fault) return fault.message;
  }
  return undefined;
}

describe("a JSON response", () => {
  test("is parsed in every notation", async () => {
    const value = { a: ["1,2", '[{\\"', "\\", ",,,"], b: { c: null }, d: "字" };
    for (const text of [
      JSON.stringify(value),
      JSON.stringify(value, null, 2),
      `\ufeff${JSON.stringify(value)}`,
    ])
      expect(await read(text, { values: 12 })).toEqual(value);
    await expect(read("{")).rejects.toThrow(SyntaxError);
  });

  test("is refused with too many bytes, values or levels", async () => {
    await expect(read(JSON.stringify("a".repeat(300_000)))).rejects.toThrow("is too long");
    await expect(read(`[${"1,".repeat(30_000)}1]`)).rejects.toThrow("more than 20,000 values");
    await expect(read(`{"a":[${"[],".repeat(15_000)}1]}`)).rejects.toThrow("more than 20,000 values");
    await expect(read("[".repeat(3_000) + "]".repeat(3_000))).rejects.toThrow("values within each other");
    await expect(read(`[\n${"1,\n".repeat(30_000)}1]`)).rejects.toThrow("more than 20,000 values");
    expect(await read(JSON.stringify(",[{".repeat(50_000)))).toHaveLength(150_000);
  });

  test("may have commas and quotation marks in its strings", () => {
    const look = limitJson({ bytes: 1_000, values: 3 })();
    for (const piece of ['{"a":"1,2,3', '\\",\\\\",', '"b":"[,[,[,"}'])
      expect(look(Buffer.from(piece))).toBeUndefined();
  });
});

describe("a stream of messages", () => {
  const limits = { bytes: 100_000, lineBytes: 1_000, lines: 100, values: 10 };
  const events = (count: number, data: string) => `event: message\ndata: ${data}\n\n`.repeat(count);

  test.each([1, 7, 10_000])("has limits for each message, in chunks of %d bytes", (size) => {
    expect(check(events(30, '{"a":[1,2,3],"b":"]}]}"}'), size, limits)).toBeUndefined();
    expect(check(`: "an odd comment\n\n${events(20, "[1]")}`, size, limits)).toBeUndefined();
    expect(check('{"a":1}\r\n'.repeat(90), size, limits)).toBeUndefined();
    expect(check(events(1, `[${"1,".repeat(20)}1]`), size, limits)).toMatch(/more than 10 values/);
    expect(check(`[\n\n${"1,\n\n".repeat(20)}1]`, size, limits)).toMatch(/more than 10 values/);
    expect(check(`data: [\n${"data: 1,\n".repeat(20)}data: 1]\n\n`, size, limits)).toMatch(
      /more than 10 values/,
    );
    expect(check(events(40, "{}"), size, limits)).toMatch(/more than 100 lines/);
    expect(check(`data: "${"a".repeat(2_000)}`, size, limits)).toMatch(/a line of more than/);
    expect(check(`${"a".repeat(900)}\n`.repeat(200), size, { ...limits, lines: 1_000 })).toMatch(/too long/);
  });
});
