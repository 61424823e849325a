import { afterAll, beforeAll, expect, test } from "vitest";
import { exceptionsOf } from "@/lib/platform/addresses";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { startS3Server } from "@/test/fakes/s3-server";
import { startServer } from "@/test/server";

/** Objects of a bucket as documents. */
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  bucket = await startS3Server({ bucket: "papers", pageSize: 2 });
  server = await startServer();
  ada = await person(server.url);
  config().ALLOW_PRIVATE_ADDRESSES = exceptionsOf("127.0.0.1")!;
});
afterAll(async () => {
  config().ALLOW_PRIVATE_ADDRESSES = exceptionsOf("")!;
  await Promise.all([server.close(), bucket.close()]);
});

const put = (key: string, text: string) =>
  bucket.objects.set(key, { bytes: Buffer.from(text), modifiedAt: new Date() });
async function synced(id: number) {
  const get = async () => (await ada.api.get(`/connectors/${id}`)).body;
  await expect.poll(async () => (await get()).status, { interval: 50, timeout: 60_000 }).toBe("idle");
  return get();
}

test("the objects below a prefix become documents; its secret is stored and never shown", async () => {
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

  // A secret is sent nowhere else than where it was entered for.
  const elsewhere = { ...source, bucket: "others" };
  expect((await ada.api.patch(`/connectors/${made.id}`, { source: elsewhere })).body.has_secret).toBe(false);
  expect((await synced(made.id)).last_run.error).toBe("Enter the secret access key.");
}, 120_000);
