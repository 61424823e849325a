import { createReadStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import * as clock from "@/lib/platform/clock";
import { EgressError, send } from "@/lib/platform/egress/service";
import { log } from "@/lib/platform/log";
import { unavailable } from "./faults";

/** A bucket of a service that speaks S3, and the key pair that opens it. */
export type Bucket = {
  /** Of the bucket, without a slash at its end. */
  url: string;
  /** The same bucket as browsers reach it. */
  publicUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** When it neither takes nor says anything for this long it is given up. In ms. */
  silence: number;
};

const TRIES = 3;
const FIRST_PAUSE = 200;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

type Given = {
  method: "GET" | "PUT" | "HEAD" | "DELETE";
  /** Below the bucket, with its query. */
  at: string;
  headers?: Record<string, string>;
  body?: { path: string; size: number; sha256: string };
  /** In place of the bucket's. In ms. */
  silence?: number;
};

/**
 * Calls the bucket; bodies go and come as streams. What fails in passing is
 * tried again, since each of these calls does the same when it is repeated;
 * silence is not, because whoever waits has waited long enough.
 * @throws AppError unavailable. A refusal of the kind 4xx is an answer.
 */
export async function request(bucket: Bucket, given: Given): Promise<IncomingMessage> {
  const { silence = bucket.silence } = given;
  for (let attempt = 1; ; attempt++) {
    const began = performance.now();
    try {
      const answer = await once(bucket, given);
      if (answer.statusCode! < 500 && answer.statusCode !== 429) return answer;
      throw new Error(`${answer.statusCode} ${(await textOf(answer)).slice(0, 500)}`);
    } catch (error) {
      const isBroken = !(error instanceof EgressError) || error.fault === "closed";
      const wasSilent = !isBroken && performance.now() - began >= silence;
      if (attempt === TRIES || wasSilent) {
        log.error({ err: error, method: given.method }, "the bucket does not respond");
        throw unavailable();
      }
      await wait(FIRST_PAUSE * 2 ** (attempt - 1));
    }
  }
}

/** A bucket refuses what is dated otherwise than by its own clock. */
const signedAt = () =>
  clock
    .dateIn(0)
    .toISOString()
    .replace(/[:-]|\.\d{3}/g, "");

async function once(bucket: Bucket, given: Given): Promise<IncomingMessage> {
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

/** A list of 250 keys, each with a thousand characters, has less. */
const MAX_ANSWER_CHARACTERS = 1_000_000;

/** The whole of a short answer; of a longer one the beginning. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  answer.setEncoding("utf8");
  for await (const piece of answer) {
    text += piece;
    if (text.length > MAX_ANSWER_CHARACTERS) break;
  }
  return text;
}

/** An address at which anybody may put one file of exactly this size, for a while. */
export async function presignedPut(
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
