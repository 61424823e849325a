import { createReadStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import * as clock from "@/lib/platform/clock";
import { EgressError, send } from "@/lib/platform/egress/service";
import { log } from "@/lib/platform/log";
import { createUnavailableError } from "./errors";

export type Bucket = {
  url: string;
  publicUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Maximum time without progress in either direction, in milliseconds. */
  silence: number;
};

const TRIES = 3;
const FIRST_PAUSE = 200;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

type BucketRequest = {
  method: "GET" | "PUT" | "HEAD" | "DELETE";
  at: string;
  headers?: Record<string, string>;
  body?: { path: string; size: number; sha256: string };
  silence?: number;
};

/**
 * Sends a signed request with streamed bodies. Transient failures are retried, because all of these calls are
 * idempotent; timeouts are not, because the caller has waited long enough. 4xx responses are returned.
 * @throws AppError unavailable
 */
export async function request(bucket: Bucket, given: BucketRequest): Promise<IncomingMessage> {
  const { silence = bucket.silence } = given;
  for (let attempt = 1; ; attempt++) {
    const began = performance.now();
    try {
      const answer = await once(bucket, given);
      if (answer.statusCode! < 500 && answer.statusCode !== 429) return answer;
      throw new Error(`${answer.statusCode} ${(await readText(answer)).slice(0, 500)}`);
    } catch (error) {
      const isBroken = !(error instanceof EgressError) || error.fault === "closed";
      const wasSilent = !isBroken && performance.now() - began >= silence;
      if (attempt === TRIES || wasSilent) {
        log.error({ err: error, method: given.method }, "the bucket does not respond");
        throw createUnavailableError();
      }
      await wait(FIRST_PAUSE * 2 ** (attempt - 1));
    }
  }
}

// S3 rejects signatures whose date differs from its own clock.
const signedAt = () =>
  clock
    .getDateIn(0)
    .toISOString()
    .replace(/[:-]|\.\d{3}/g, "");

async function once(bucket: Bucket, given: BucketRequest): Promise<IncomingMessage> {
  const { method, at, headers = {}, body, silence = bucket.silence } = given;
  const { region, accessKeyId, secretAccessKey } = bucket;
  const signer = new AwsV4Signer({
    method,
    url: `${bucket.url}${at}`,
    headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? EMPTY_SHA256 },
    service: "s3",
    datetime: signedAt(),
    region,
    accessKeyId,
    secretAccessKey,
  });
  const signed = await signer.sign();
  return send(signed.url, {
    method,
    headers: { ...Object.fromEntries(signed.headers as Headers), "content-length": String(body?.size ?? 0) },
    body: body && createReadStream(body.path),
    silence,
    allowPrivate: true,
  });
}

const MAX_ANSWER_CHARACTERS = 1_000_000;

export async function readText(answer: IncomingMessage): Promise<string> {
  let text = "";
  answer.setEncoding("utf8");
  for await (const piece of answer) {
    text += piece;
    if (text.length > MAX_ANSWER_CHARACTERS) break;
  }
  return text;
}

export async function signPut(
  { publicUrl, region, accessKeyId, secretAccessKey }: Bucket,
  at: string,
  { size, seconds }: { size: number; seconds: number },
): Promise<string> {
  const url = new URL(`${publicUrl}${at}`);
  url.searchParams.set("X-Amz-Expires", String(seconds));
  const signer = new AwsV4Signer({
    method: "PUT",
    url: url.href,
    headers: { "content-length": String(size) },
    signQuery: true,
    allHeaders: true,
    service: "s3",
    datetime: signedAt(),
    region,
    accessKeyId,
    secretAccessKey,
  });
  return (await signer.sign()).url.href;
}
