import { afterAll, beforeAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { parseExceptions } from "@/lib/platform/ip-address";
import { person } from "@/test/client";
import { startS3Server } from "@/test/fakes/s3-server";
import { startServer } from "@/test/server";
import { createSigner } from "./sources/s3";

let bucket: Awaited<ReturnType<typeof startS3Server>>;
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  bucket = await startS3Server({ bucket: "papers", pageSize: 2 });
  server = await startServer();
  ada = await person(server.url);
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1")!;
});
afterAll(async () => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
  await Promise.all([server.close(), bucket.close()]);
});

const put = (key: string, text: string) =>
  bucket.objects.set(key, { bytes: Buffer.from(text), modifiedAt: new Date() });
async function synced(id: number) {
  const get = async () => (await ada.api.get(`/connectors/${id}`)).body;
  await expect.poll(async () => (await get()).status, { interval: 50, timeout: 60_000 }).toBe("idle");
  return get();
}

test("objects below a prefix become documents; the secret is stored and never returned", async () => {
  for (const key of ["docs/a (1).txt", "docs/b/ü+c.txt", "docs/d.txt", "other/e.txt"])
    put(key, `This is ${key}`);
  const { settings } = bucket;
  const { id: collection } = (await ada.api.post("/collections", { name: "Bucket" })).body;
  const source = {
    ...{ kind: "s3", endpoint: bucket.url, region: settings.S3_REGION, bucket: "papers", prefix: "docs/" },
    access_key_id: settings.S3_ACCESS_KEY_ID,
  };
  const given = { name: "Bucket", source, secret: "wrong", schedule: "off" };
  const made = (await ada.api.post(`/collections/${collection}/connectors`, given)).body;
  expect((await synced(made.id)).last_run.error).toBe("The bucket refused the access key or its secret.");

  const changed = await ada.api.patch(`/connectors/${made.id}`, { secret: settings.S3_SECRET_ACCESS_KEY });
  expect(changed.body).toMatchObject({ has_secret: true, status: expect.stringMatching(/queued|running/) });
  expect(JSON.stringify(changed.body)).not.toContain(settings.S3_SECRET_ACCESS_KEY);
  expect((await synced(made.id)).last_run).toMatchObject({ added: 3, skipped: 0, error: null });
  const documents = async () =>
    (await ada.api.get(`/documents?collection_id=${collection}&sort=name`)).body as {
      id: number;
      file_name: string;
    }[];
  expect((await documents()).map(({ file_name: name }) => name)).toEqual(["a (1).txt", "d.txt", "ü+c.txt"]);

  bucket.requests.length = 0;
  bucket.objects.delete("docs/d.txt");
  put("docs/a (1).txt", "Other words");
  await ada.api.post(`/connectors/${made.id}/sync`);
  expect((await synced(made.id)).last_run).toMatchObject({ added: 0, changed: 1, removed: 1 });
  expect(bucket.requests.filter((line) => !/papers$/.test(line))).toEqual([
    "GET /papers/docs/a%20%281%29.txt",
  ]);

  // A secret is sent only to the address that it was entered for.
  const elsewhere = { ...source, bucket: "others" };
  expect((await ada.api.patch(`/connectors/${made.id}`, { source: elsewhere })).body.has_secret).toBe(false);
  expect((await synced(made.id)).last_run.error).toBe("Enter the secret access key.");
}, 120_000);

test("a key that leads out of the bucket is skipped, and the others are read", async () => {
  const { settings } = bucket;
  for (const key of ["../others/a.txt", "more/../../others/b.txt", "..\\others\\c.txt", "inside/d.txt"])
    put(key, key);
  const { id: collection } = (await ada.api.post("/collections", { name: "Ways out" })).body;
  const source = {
    ...{ kind: "s3", endpoint: bucket.url, region: settings.S3_REGION, bucket: "papers" },
    access_key_id: settings.S3_ACCESS_KEY_ID,
  };
  bucket.requests.length = 0;
  const { body } = await ada.api.post(`/collections/${collection}/connectors`, {
    ...{ name: "Ways out", source, secret: settings.S3_SECRET_ACCESS_KEY, schedule: "off" },
  });
  await synced(body.id);
  expect(bucket.requests).toContain("GET /papers/inside/d.txt");
  expect(bucket.requests.filter((line) => line.includes("others"))).toEqual([]);
});

const BUCKET = "https://s3.example.test/papers";
test.each([
  "https://s3.example.test/others/a.txt",
  "https://s3.example.test/",
  "https://s3.example.test/papers",
  "https://s3.example.test/papersother/a.txt",
  "https://s3.example.test/papers/../others/a.txt",
  "https://s3.example.test/papers/%2e%2E/others/a.txt",
  "https://s3.example.test/papers/..%2Fothers/a.txt",
  "https://s3.example.test/papers/a%2f..%2F..%2fothers/a.txt",
  "https://s3.example.test/papers\\..\\others/a.txt",
  "https://s3.example.test/papers/.\t./others/a.txt",
  "https://s3.example.test:8443/papers/a.txt",
  "http://s3.example.test/papers/a.txt",
  "https://s3.example.test@other.example.test/papers/a.txt",
  "https://s3.example.test.other.example.test/papers/a.txt",
  "https://papers.s3.example.test/papers/a.txt",
  "file:///papers/a.txt",
  "no address",
])("a compromised program gets no signature for %s", async (address) => {
  const sign = createSigner(BUCKET, { region: "eu-test-1", access_key_id: "key" }, "secret");
  await expect(sign(address)).rejects.toThrow("This address is not in the bucket.");
  expect((await sign(`${BUCKET}/a..b/c.txt`)).headers.get("authorization")).toContain("Signature=");
});
