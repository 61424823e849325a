// @ts-check
// Reads the objects of a bucket of Amazon S3 or of a compatible service. The application signs the requests.
import { copyFileSync, createReadStream, readFileSync, rmSync } from "node:fs";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { ItemList } from "./items.mjs";
import { readXml } from "./xml.mjs";

/** @typedef {import("../../../platform/intake/child/main.mjs").Host} Host */
/** @typedef {{ path: string, version: string }} StoredObject */

const MB = 1024 * 1024;
// A listing has at most 1,000 objects, each with little XML.
const MAX_LISTING_MB = 20;
const MAX_LISTINGS = 2_000;
const MAX_TOKEN_CHARACTERS = 4_096;
const OBJECT_FIELDS = ["Key", "ETag", "LastModified", "Size"];
// An error response contains its code within this many bytes.
const MAX_ERROR_BYTES = 64 * 1024;

/** @type {{ address: string, prefix: string, maxFileBytes: number }} */
let bucket;

/** @param {{ address: string, prefix: string, maxFileBytes: number }} input */
export async function open(input) {
  bucket = input;
}

/**
 * @param {unknown} _
 * @param {Host} host
 */
export async function list(_, host) {
  const items = new ItemList(host);
  /** @type {Set<string>} */
  const tokens = new Set();
  /** @type {string | undefined} */
  let token;
  do {
    const query = new URLSearchParams({ "list-type": "2", prefix: bucket.prefix });
    if (token) query.set("continuation-token", token);
    const url = `${bucket.address}?${query.toString().replaceAll("+", "%20")}`;
    const response = await host.fetch({ url, maxBytes: MAX_LISTING_MB * MB });
    assertOk(response);
    const listing = await readListing(response.path);
    for (const object of listing.objects) await items.add(object);
    token = listing.nextToken;
    if (token && (tokens.has(token) || tokens.size >= MAX_LISTINGS))
      throw new Problem("The bucket's list of objects never ends.");
    if (token) tokens.add(token);
  } while (token);
  await items.end();
}

/** @param {string} path @returns {Promise<{ objects: StoredObject[], nextToken?: string }>} */
async function readListing(path) {
  /** @type {StoredObject[]} */
  const objects = [];
  /** @type {Record<string, string>} */
  let fields = {};
  let isListing = false;
  let isTruncated = false;
  /** @type {string | undefined} */
  let nextToken;
  await readXml(createReadStream(path), {
    open(name, depth) {
      if (depth === 1) isListing = name === "ListBucketResult";
      if (name === "Contents") fields = {};
      return !isListing;
    },
    close(name, text) {
      if (name === "IsTruncated") isTruncated = text === "true";
      else if (name === "NextContinuationToken") nextToken = text;
      else if (name === "Contents") addObject(fields, objects);
      else if (OBJECT_FIELDS.includes(name)) fields[name] = text;
    },
  });
  if (!isListing || (nextToken && nextToken.length > MAX_TOKEN_CHARACTERS))
    throw new Problem("The server does not answer as S3 does.");
  return isTruncated && nextToken ? { objects, nextToken } : { objects };
}

/** @param {Record<string, string>} fields @param {StoredObject[]} objects */
function addObject({ Key = "", ETag, LastModified, Size }, objects) {
  // A key that ends in a slash represents a folder.
  if (!Key.endsWith("/")) objects.push({ path: Key, version: ETag ?? `${LastModified} ${Size}` });
}

/**
 * @param {{ path: string }} input
 * @param {Host} host
 */
export async function read({ path }, host) {
  const response = await host.fetch({
    url: `${bucket.address}/${encode(path)}`,
    maxBytes: bucket.maxFileBytes,
  });
  assertOk(response);
  const output = host.outputPath("file");
  rmSync(output, { force: true });
  copyFileSync(response.path, output);
  return { version: null };
}

/**
 * Encodes a key in the same way as AWS Signature Version 4 encodes paths.
 * @param {string} key
 */
const encode = (key) =>
  encodeURIComponent(key)
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {import("../../../platform/intake/child/main.mjs").FetchResponse} response @throws {Problem} */
function assertOk({ status, path }) {
  if (status >= 200 && status < 300) return;
  const code = /<Code>(\w{1,60})<\/Code>/.exec(readFileSync(path).toString("utf8", 0, MAX_ERROR_BYTES))?.[1];
  if (code === "NoSuchBucket") throw new Problem("There is no bucket of this name.");
  if (code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch")
    throw new Problem("The bucket refused the access key or its secret.");
  throw new Problem(`The bucket answered ${status}${code ? ` (${code})` : ""}.`);
}
