import { AwsV4Signer } from "aws4fetch";
import { uploadLimits } from "@/lib/api/contract";
import * as clock from "@/lib/platform/clock";
import { fetchOutside } from "@/lib/platform/egress/service";
import type { IntakeProgram, IntakeRequest } from "@/lib/platform/intake/service";
import type { ConnectorSource } from "../contract";
import { type Opening, type Source, SourceError } from "../source";
import { openProgram } from "./program";

/** The objects of a bucket, read by `intake/s3.mjs`. Requests are signed here: the program has no secret. */

type Settings = Extract<ConnectorSource, { kind: "s3" }>;

const MB = 1024 * 1024;
const TIMEOUT_MS = 300_000;
const PROGRAM: IntakeProgram = {
  path: "lib/knowledge/connectors/intake/s3.mjs",
  lane: "connection",
  limits: { cpuSeconds: 15, seconds: 1200, memoryMb: 384, inputMb: 500, outputMb: 200, items: 120_000 },
};

export async function openBucket(settings: Settings, opening: Opening): Promise<Source> {
  const { region, bucket, prefix = "", access_key_id: accessKeyId } = settings;
  const { secret: secretAccessKey } = opening;
  if (!secretAccessKey) throw new SourceError("Enter the secret access key.");
  const endpoint = (settings.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "");
  const address = `${endpoint}/${bucket}`;
  const fetch = async ({ url, maxBytes, signal }: IntakeRequest) => {
    if (!url.startsWith(`${address}/`) && !url.startsWith(`${address}?`))
      throw new SourceError("The server does not answer as S3 does.");
    const datetime = clock
      .dateIn(0)
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, "");
    const signer = new AwsV4Signer({
      ...{ method: "GET", url, service: "s3", datetime, region, accessKeyId, secretAccessKey },
    });
    const signed = await signer.sign();
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
