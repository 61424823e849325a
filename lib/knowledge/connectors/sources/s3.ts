import { AwsV4Signer } from "aws4fetch";
import { uploadLimits } from "@/lib/api/upload-limits";
import * as clock from "@/lib/platform/clock";
import { fetchOutside } from "@/lib/platform/egress/service";
import type { IntakeProgram, IntakeRequest } from "@/lib/platform/intake/service";
import type { ConnectorSource } from "../contract";
import { type OpenSource, type SourceContext, SourceError } from "../source-types";
import { openProgram } from "./program";

/**
 * Reads the objects of a bucket through `intake/s3.mjs`. Signs requests here, so that the intake process has no
 * secret.
 */

type BucketSettings = Extract<ConnectorSource, { kind: "s3" }>;

const MB = 1024 * 1024;
const TIMEOUT_MS = 300_000;
const PROGRAM: IntakeProgram = {
  path: "lib/knowledge/connectors/intake/s3.mjs",
  lane: "connection",
  limits: { cpuSeconds: 15, seconds: 1200, memoryMb: 384, inputMb: 500, outputMb: 200, items: 120_000 },
};

export async function openBucket(settings: BucketSettings, opening: SourceContext): Promise<OpenSource> {
  const { bucket, prefix = "" } = settings;
  const { secret } = opening;
  if (!secret) throw new SourceError("Enter the secret access key.");
  const endpoint = settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`;
  const { href: address } = new URL(`${endpoint.replace(/\/+$/, "")}/${bucket}`);
  const sign = createSigner(address, settings, secret);
  const fetch = async ({ url, maxBytes, signal }: IntakeRequest) => {
    const signed = await sign(url);
    return fetchOutside(signed.url, {
      headers: Object.fromEntries(signed.headers as Headers),
      redirects: 0,
      timeout: TIMEOUT_MS,
      largest: maxBytes,
      signal,
    });
  };
  return openProgram(PROGRAM, opening, {
    fetch,
    settings: { address, prefix, maxFileBytes: uploadLimits.fileMb * MB },
  });
}

/**
 * Returns a function that signs requests for a bucket.
 * @throws SourceError for an address outside of the bucket
 */
export function createSigner(
  address: string,
  { region, access_key_id: accessKeyId }: Pick<BucketSettings, "region" | "access_key_id">,
  secretAccessKey: string,
) {
  return async (text: string) => {
    const url = URL.canParse(text) ? new URL(text).href : "";
    const isInside = url.startsWith(`${address}/`) || url.startsWith(`${address}?`);
    if (!isInside || hasDotSegment(url)) throw new SourceError("This address is not in the bucket.");
    const datetime = clock
      .getDateIn(0)
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, "");
    return new AwsV4Signer({
      ...{ method: "GET", url, service: "s3", datetime, region, accessKeyId, secretAccessKey },
    }).sign();
  };
}

// Such paths are not signed, because servers may decode an encoded slash, so that `..%2F` leads to another bucket.
const hasDotSegment = (url: string): boolean =>
  /(^|%2f|%5c|\/)(\.|%2e){1,2}(%2f|%5c|\/|$)/i.test(new URL(url).pathname);
