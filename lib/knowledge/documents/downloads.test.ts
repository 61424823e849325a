import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { bmp, fixture } from "@/test/files";
import { startServer } from "@/test/server";
import { stripMetadata } from "./strip-metadata";

const server = await startServer();
afterAll(() => server.close());
const { api } = await person(server.url);

async function added(bytes: Buffer | string, name: string): Promise<{ id: number; sha256: string }> {
  const file = new File([bytes as BlobPart], name);
  const { status, body } = await api.multipart("/documents", { files: [file] });
  expect(status, JSON.stringify(body)).toBe(201);
  return body[0];
}
async function download(id: number, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(`${server.url}/api/v1/documents/${id}/content`, {
    method,
    headers: { authorization: api.authorization!, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe("pictures in formats that browsers don't show", () => {
  const shown = (id: number, headers: Record<string, string> = {}, page = 1) =>
    fetch(`${server.url}/api/v1/documents/${id}/picture?page=${page}`, {
      headers: { authorization: api.authorization!, ...headers },
    });

  test("are sent as JPEG, upright and without camera metadata", async () => {
    const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } });
    const tiff = await plain
      .withExif({ IFD0: { Artist: "Ada Example", Orientation: "6" } })
      .tiff()
      .toBuffer();
    const { id } = await added(tiff, "scan.tif");
    const answer = await shown(id);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const jpeg = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg" });
    expect(jpeg.includes("Ada Example")).toBe(false);
    const again = await shown(id, { "if-none-match": answer.headers.get("etag")! });
    expect(again.status).toBe(304);
    expect((await shown(id, {}, 2)).status).toBe(422);

    const phone = await added(fixture("note.heic"), "note.heic");
    const photo = await shown(phone.id);
    expect(photo.status).toBe(200);
    const { format, width = 0 } = await sharp(Buffer.from(await photo.arrayBuffer())).metadata();
    expect([format, width > 0]).toEqual(["jpeg", true]);

    const avif = await plain
      .withExif({ IFD0: { Artist: "Ada Example" } })
      .avif()
      .toBuffer();
    expect(avif.includes("Ada Example")).toBe(true);
    const others = [
      await added(avif, "a.avif"),
      await added(bmp(Buffer.alloc(12, 90), { width: 2, height: 2 }), "b.bmp"),
    ];
    for (const other of others)
      expect(await sharp(Buffer.from(await (await shown(other.id)).arrayBuffer())).metadata()).toMatchObject({
        format: "jpeg",
      });
    const original = await fetch(`${server.url}/api/v1/documents/${others[0]!.id}/content`, {
      headers: { authorization: api.authorization! },
    });
    expect(original.status).toBe(200);
    const downloaded = Buffer.from(await original.arrayBuffer());
    expect(downloaded.includes("Ada Example")).toBe(false);
    expect(await sharp(downloaded).metadata()).toMatchObject({ width: 40, height: 30 });

    // Damaged pictures, and files that need no conversion, are rejected.
    const torn = await added(tiff.subarray(0, 40), "torn.tif");
    expect((await shown(torn.id)).status).toBe(422);
    const { id: text } = await added("0123456789", "digits.txt");
    expect((await shown(text)).status).toBe(422);
    expect((await shown(999_999_999)).status).toBe(404);
  });
});

test("a file name cannot disguise its extension", async () => {
  const { id } = await added("Hello", "photo\u202egpj.txt");
  expect((await api.get(`/documents/${id}`)).body.file_name).toBe("photogpj.txt");
});

describe("a download", () => {
  test.each([
    ["bytes=0-0", 206, "0", "bytes 0-0/10"],
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=5-99", 206, "56789", "bytes 5-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=4-2", 200, "0123456789", null],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["pages=1-2", 200, "0123456789", null],
    ["bytes=-", 200, "0123456789", null],
  ])("of %s is %i", async (range, status, content, contentRange) => {
    const { id } = await added("0123456789", "digits.txt");
    const part = await download(id, { range });
    expect([part.status, part.bytes.toString(), part.headers.get("content-range")]).toEqual([
      status,
      content,
      contentRange,
    ]);
    expect(part.headers.get("content-length")).toBe(String(content.length));
  });

  test("has an ETag for its content", async () => {
    const { id, sha256 } = await added("0123456789", "digits.txt");
    const etag = `"${sha256}"`;
    const whole = await download(id);
    expect(whole.headers.get("etag")).toBe(etag);
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect(whole.headers.get("cache-control")).toBe("private, no-cache");
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
      expect(await download(id, { "if-none-match": tag })).toMatchObject({
        status: 304,
        bytes: Buffer.alloc(0),
      });
    expect((await download(id, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await download(id, { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await download(id, { range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
  });

  test("supports HEAD requests", async () => {
    const { id } = await added("0123456789", "digits.txt");
    const { status, headers, bytes } = await download(id, {}, "HEAD");
    expect([status, headers.get("content-length"), bytes.length]).toEqual([200, "10", 0]);
    expect((await download(999_999, {}, "HEAD")).status).toBe(404);
  });
});

const GPS = { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1", GPSLongitudeRef: "E" };
const exif = { IFD0: { Copyright: "Secret Camera 4711", Artist: "Ada Secret" }, IFD3: GPS };
const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#3366cc" } })
    .composite([{ input: Buffer.from('<svg width="20" height="20"><rect width="9" height="9"/></svg>') }])
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .withXmp("<x:xmpmeta>Secret place</x:xmpmeta>");
const pictures = {
  "a.jpg": await picture().jpeg().toBuffer(),
  "progressive.jpg": await picture().jpeg({ progressive: true }).toBuffer(),
  "a.png": await picture().png().toBuffer(),
  "a.webp": await picture().webp({ lossless: true }).toBuffer(),
};

describe("a picture", () => {
  test.each(Object.entries(pictures))("%s is shown without camera metadata", async (name, bytes) => {
    expect(bytes.includes("Secret")).toBe(true);
    const { id } = await added(bytes, name);
    const shown = await download(id);
    expect(shown.headers.get("content-disposition")).toMatch(/^inline;/);
    expect(shown.headers.get("accept-ranges")).toBe("none");
    expect(shown.bytes.length).toBe(bytes.length);
    expect(shown.bytes.includes("Secret")).toBe(false);
    const { exif, xmp, orientation } = await sharp(shown.bytes).metadata();
    expect(exif?.includes("Secret")).not.toBe(true);
    expect(xmp?.includes("Secret")).not.toBe(true);
    expect(orientation).toBe(6);
    const pixels = (of: Buffer) => sharp(of).raw().toBuffer();
    expect((await pixels(shown.bytes)).equals(await pixels(bytes))).toBe(true);
  });

  const types = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" };
  const cleaned = async (name: string, pieces: Buffer[]) => {
    const out: Buffer[] = [];
    const type = types[name.split(".").at(-1) as keyof typeof types];
    async function* stream() {
      yield* pieces;
    }
    for await (const piece of stripMetadata(type, stream())) out.push(piece);
    return Buffer.concat(out);
  };

  test.each(Object.entries(pictures))("%s is cleaned the same in chunks of any size", async (name, bytes) => {
    const whole = await cleaned(name, [bytes]);
    for (const size of [1, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect((await cleaned(name, pieces)).equals(whole)).toBe(true);
    }
  });

  test.each(Object.entries(pictures))(
    "%s that is truncated or has trailing data reveals no metadata",
    async (name, bytes) => {
      for (let cut = 0; cut < bytes.length; cut += 13) {
        const part = bytes.subarray(0, cut);
        const shown = await cleaned(name, [part]);
        expect(shown.length).toBe(part.length);
        expect(shown.includes("Secret")).toBe(false);
      }
      const followed = Buffer.concat([bytes, bytes]);
      const shown = await cleaned(name, [followed]);
      expect([shown.length, shown.includes("Secret")]).toEqual([followed.length, false]);
    },
  );
});
