import type { IncomingMessage } from "node:http";
import { XMLParser } from "fast-xml-parser";
import type { Config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { buildBucketAddresses } from "./address";
import { createGoneError, createUnavailableError } from "./errors";
import { type Bucket, readText, request, signPut } from "./requests";
import type { ByteRange, Store, StoredObject } from "./store";

// `uploads` holds files that browsers uploaded directly and no request has claimed yet.
type Folder = "files" | "uploads";
const atKey = (folder: Folder, key: string) => `/${folder}/${encodeURIComponent(key)}`;

export function getBucket(settings: Config): Bucket | undefined {
  const addresses = buildBucketAddresses(settings);
  if (!addresses) return undefined;
  return {
    ...addresses,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID!,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
    silence: settings.S3_STALL_SECONDS * 1000,
  };
}

export function createBucketStore(bucket: Bucket): Store {
  return {
    async put({ key, size, sha256 }, path) {
      const body = { path, size, sha256 };
      const answer = await request(bucket, { method: "PUT", at: atKey("files", key), body });
      await accepted(answer);
    },
    open: (key, range) => openAt(bucket, "files", key, range),
    delete: (key) => deleteAt(bucket, "files", key),
    list: () => listIn(bucket, "files"),
    async check() {
      const answer = await request(bucket, { method: "GET", at: "/?list-type=2&max-keys=1" });
      await accepted(answer);
    },
  };
}

export const directUploads = {
  address: (bucket: Bucket, key: string, input: { size: number; seconds: number }) =>
    signPut(bucket, atKey("uploads", key), input),
  open: (bucket: Bucket, key: string) => openAt(bucket, "uploads", key),
  delete: (bucket: Bucket, key: string) => deleteAt(bucket, "uploads", key),
  list: (bucket: Bucket) => listIn(bucket, "uploads"),
};

async function openAt(bucket: Bucket, folder: Folder, key: string, range?: ByteRange) {
  const headers = range && { range: `bytes=${range.start}-${range.end}` };
  const answer = await request(bucket, { method: "GET", at: atKey(folder, key), headers });
  if (answer.statusCode === 404) {
    answer.resume();
    throw createGoneError();
  }
  if (answer.statusCode !== (range ? 206 : 200)) throw await refused(answer);
  return answer;
}

// Timeout of deletions in milliseconds. Short, because the sweep deletes what remains.
const REMOVAL_TIMEOUT_MS = 2000;

async function deleteAt(bucket: Bucket, folder: Folder, key: string): Promise<void> {
  const answer = await request(bucket, {
    method: "DELETE",
    at: atKey(folder, key),
    silence: REMOVAL_TIMEOUT_MS,
  });
  if (answer.statusCode === 404) answer.resume();
  else await accepted(answer);
}

// Maximum number of keys per page; small, because the XML of a page is parsed synchronously.
const MAX_KEYS = 250;
const xml = new XMLParser({ parseTagValue: false, isArray: (name) => name === "Contents" });

async function* listIn(bucket: Bucket, folder: Folder): AsyncIterable<StoredObject[]> {
  const prefix = `${folder}/`;
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ "list-type": "2", "max-keys": String(MAX_KEYS), prefix });
    if (token) query.set("continuation-token", token);
    const answer = await request(bucket, { method: "GET", at: `/?${query}` });
    if (answer.statusCode !== 200) throw await refused(answer);
    const { ListBucketResult: list } = xml.parse(await readText(answer));
    const contents: { Key: string; LastModified: string }[] = list?.Contents ?? [];
    yield contents.map(({ Key, LastModified }) => ({
      key: Key.slice(prefix.length),
      modifiedAt: new Date(LastModified),
    }));
    token = list?.NextContinuationToken;
  } while (token);
}

async function accepted(answer: IncomingMessage): Promise<void> {
  if (answer.statusCode! >= 300) throw await refused(answer);
  answer.resume();
}

// A 4xx response indicates misconfiguration, so its reason goes to the log and not to the caller.
async function refused(answer: IncomingMessage) {
  const reason = (await readText(answer)).slice(0, 500);
  log.error({ status: answer.statusCode, reason }, "the bucket refused a request");
  return createUnavailableError();
}
