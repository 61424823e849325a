import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { fixture } from "@/test/files";
import { stripMetadata } from "./strip-metadata";

const cleaned = (bytes: Buffer, pieces: number) => {
  async function* stream() {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.subarray(at, at + pieces);
  }
  return buffer(stripMetadata("image/heic", stream()));
};

test.each([7, 700, 10_000])(
  "a HEIC picture is sent without its location, in chunks of %i bytes",
  async (pieces) => {
    const given = fixture("place.heic");
    const told = [given.indexOf("SecretCam"), given.indexOf("SecretPlace")];
    expect(Math.min(...told)).toBeGreaterThan(0);
    const sent = await cleaned(given, pieces);
    expect(sent.length).toBe(given.length);
    expect(sent.toString("latin1")).not.toMatch(/Secret/);
    // The picture data, which comes first, is unchanged.
    const picture = 0x22c + 0x59;
    expect(sent.subarray(0, picture).equals(given.subarray(0, picture))).toBe(true);
  },
);

test("a malformed HEIC picture is sent as zeros", async () => {
  const given = fixture("place.heic");
  given.fill(0xff, 0x58, 0x70);
  expect((await cleaned(given, 100)).toString("latin1")).not.toMatch(/Secret/);
  expect((await cleaned(given.subarray(0, 0x30), 100)).length).toBe(0x30);
});
