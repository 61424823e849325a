import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { XMLParser } from "fast-xml-parser";
import { uploadLimits } from "@/lib/api/contract";
import * as clock from "@/lib/platform/clock";
import { fetchOutside } from "@/lib/platform/egress/service";
import type { ConnectorSource } from "../contract";
import { type Item, type Opening, type Source, SourceError } from "../source";

/** The objects of a bucket of Amazon S3, or of a service that speaks as it does. */

type Settings = Extract<ConnectorSource, { kind: "s3" }>;
type Listing = {
  ListBucketResult?: {
    Contents?: { Key: string; ETag?: string; LastModified?: string; Size?: string }[];
    IsTruncated?: string;
    NextContinuationToken?: string;
  };
};

const MB = 1024 * 1024;
const LARGEST_LISTING = 20 * MB;
const parser = new XMLParser({
  parseTagValue: false,
  isArray: (_, path) => String(path) === "ListBucketResult.Contents",
});

/** As a signature wants the parts of a path (AWS Signature Version 4). */
const encoded = (key: string) =>
  encodeURIComponent(key)
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export async function openBucket(settings: Settings, { secret, signal }: Opening): Promise<Source> {
  const { region, bucket, prefix = "", access_key_id: accessKeyId } = settings;
  const endpoint = (settings.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "");
  if (!secret) throw new SourceError("Enter the secret access key.");
  const get = async (at: string, largest: number) => {
    const datetime = clock
      .dateIn(0)
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, "");
    const signer = new AwsV4Signer({
      ...{ method: "GET", url: `${endpoint}/${bucket}${at}`, service: "s3", datetime, region },
      ...{ accessKeyId, secretAccessKey: secret },
    });
    const { url, headers } = await signer.sign();
    return fetchOutside(url, {
      headers: Object.fromEntries(headers as Headers),
      redirects: 0,
      timeout: 300_000,
      largest,
      signal,
    });
  };
  return {
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (token) query.set("continuation-token", token);
        const answer = await get(`?${query.toString().replaceAll("+", "%20")}`, LARGEST_LISTING);
        const text = await answer.text();
        if (!answer.ok) throw new SourceError(refusal(answer.status, text));
        const found = (parser.parse(text) as Listing).ListBucketResult;
        if (!found) throw new SourceError("The server does not answer as S3 does.");
        yield (found.Contents ?? []).flatMap(({ Key: path, ETag, LastModified, Size }): Item[] =>
          // A key that ends in a slash stands for a folder.
          path.endsWith("/") ? [] : [{ path, version: ETag ?? `${LastModified} ${Size}` }],
        );
        token = found.IsTruncated === "true" ? found.NextContinuationToken : undefined;
      } while (token);
    },
    async read({ path, version }) {
      const answer = await get(`/${encoded(path)}`, uploadLimits.fileMb * MB);
      if (!answer.ok || !answer.body) throw new SourceError(refusal(answer.status, await answer.text()));
      return { stream: Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), version };
    },
  };
}

/** What a bucket says of a request that it refuses. */
function refusal(status: number, text: string): string {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  if (code === "NoSuchBucket") return "There is no bucket of this name.";
  if (code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch")
    return "The bucket refused the access key or its secret.";
  return `The bucket answered ${status}${code ? ` (${code})` : ""}.`;
}
