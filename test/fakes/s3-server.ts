import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

type StoredObject = { bytes: Buffer; modifiedAt: Date };
type Refusal = { status: number; code: string };

/**
 * In-memory bucket with the part of S3 that Parley uses. Verifies every signature (AWS Signature Version 4)
 * with its own implementation, from the raw request.
 */
export async function startS3Server({ bucket = "parley-files", pageSize = 1000 } = {}) {
  const key = { id: "AKIDSTANDIN", secret: "the secret of the stand-in" };
  const region = "eu-test-1";
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const state = { isSilent: false };
  /** Statuses for the next matching calls. */
  const refusals: { fits: (method: string, path: string) => boolean; status: number }[] = [];

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => refuse(response, { status: 500, code: String(error) }));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://bucket");
    const method = request.method!;
    if (state.isSilent) return void request.pause();
    // Allows all origins, as the CORS rules of a bucket for direct uploads do.
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-methods", "PUT");
    response.setHeader("access-control-allow-headers", "*");
    if (method === "OPTIONS") return void response.writeHead(204).end();
    requests.push(`${method} ${url.pathname}`);
    const refusal = refusals.find(({ fits }) => fits(method, url.pathname));
    if (refusal) {
      refusals.splice(refusals.indexOf(refusal), 1);
      request.resume();
      return refuse(response, { status: refusal.status, code: "SlowDown" });
    }
    const body = await buffer(request);
    const fault = getFault(request, url, body);
    if (fault) return refuse(response, fault);
    if (!url.pathname.startsWith(`/${bucket}`))
      return refuse(response, { status: 404, code: "NoSuchBucket" });
    const name = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    if (name === "") return list(response, url.searchParams);
    if (method === "PUT") {
      objects.set(name, { bytes: body, modifiedAt: new Date() });
      return void response.writeHead(200, { etag: `"${md5(body)}"` }).end();
    }
    if (method === "DELETE") {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    const kept = objects.get(name);
    if (!kept) return refuse(response, { status: 404, code: "NoSuchKey" });
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const part = from ? kept.bytes.subarray(Number(from), Number(to) + 1) : kept.bytes;
    response.writeHead(from ? 206 : 200, { "content-length": part.length, etag: `"${md5(kept.bytes)}"` });
    response.end(method === "HEAD" ? undefined : part);
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const after = query.get("continuation-token") ?? "";
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(query.get("prefix") ?? "") && name > after)
      .sort();
    const size = Math.min(pageSize, Number(query.get("max-keys") ?? 1000));
    const page = names.slice(0, size);
    const contents = page.map((name) => {
      const { modifiedAt, bytes } = objects.get(name)!;
      return `<Contents><Key>${name}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>&quot;${md5(bytes)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const more = names.length > size ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more !== ""}</IsTruncated>${more}${contents.join("")}</ListBucketResult>`,
    );
  }

  function getFault(request: IncomingMessage, url: URL, body: Buffer): Refusal | undefined {
    const isPresigned = url.searchParams.has("X-Amz-Signature");
    const given = isPresigned ? fromQuery(url) : fromHeader(request);
    if (!given) return { status: 403, code: "AccessDenied" };
    const at = Date.parse(
      given.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
    );
    const age = Date.now() - at;
    if (isPresigned ? age > given.expires * 1000 : Math.abs(age) > 15 * 60_000)
      return { status: 403, code: isPresigned ? "AccessDenied" : "RequestTimeTooSkewed" };
    if (!given.signedHeaders.includes("host")) return { status: 403, code: "AccessDenied" };
    const query = [...url.searchParams]
      .filter(([name]) => name !== "X-Amz-Signature")
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort();
    const headers = given.signedHeaders.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? "")
          .trim()
          .replace(/\s+/g, " ")}\n`,
    );
    const path = url.pathname.split("/").map(decodeURIComponent).map(encoded).join("/");
    const canonical = [
      request.method,
      path,
      query.join("&"),
      headers.join(""),
      given.signedHeaders.join(";"),
      given.contentSha256,
    ].join("\n");
    const day = given.date.slice(0, 8);
    const scope = `${day}/${region}/s3/aws4_request`;
    if (given.credential !== `${key.id}/${scope}`) return { status: 403, code: "InvalidAccessKeyId" };
    const text = ["AWS4-HMAC-SHA256", given.date, scope, sha256(canonical)].join("\n");
    const signing = [day, region, "s3", "aws4_request"].reduce(
      (secret: Buffer | string, part) => hmac(secret, part),
      `AWS4${key.secret}`,
    );
    if (hmac(signing, text).toString("hex") !== given.signature)
      return { status: 403, code: "SignatureDoesNotMatch" };
    if (given.contentSha256 !== "UNSIGNED-PAYLOAD" && given.contentSha256 !== sha256(body))
      return { status: 400, code: "XAmzContentSHA256Mismatch" };
    return undefined;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    objects,
    requests,
    /** Answers the next matching calls with this status. */
    refuse: (status: number, fits: (method: string, path: string) => boolean = () => true, times = 1) => {
      for (let i = 0; i < times; i++) refusals.push({ fits, status });
    },
    /** Accepts connections without reading or answering, or stops doing so. */
    fallSilent: (isSilent = true) => {
      state.isSilent = isSilent;
    },
    /** Removes all refusals. */
    accept: () => void refusals.splice(0),
    /** Settings that make Parley store its files here. */
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: url,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: key.id,
      S3_SECRET_ACCESS_KEY: key.secret,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Signed = {
  credential: string;
  date: string;
  expires: number;
  signedHeaders: string[];
  signature: string;
  contentSha256: string;
};

function fromHeader({ headers }: IncomingMessage): Signed | undefined {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  if (!credential) return undefined;
  return {
    credential,
    date: String(headers["x-amz-date"]),
    expires: 0,
    signedHeaders: signedHeaders!.split(";"),
    signature: signature!,
    contentSha256: String(headers["x-amz-content-sha256"]),
  };
}

function fromQuery({ searchParams: query }: URL): Signed | undefined {
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  if (of("Algorithm") !== "AWS4-HMAC-SHA256") return undefined;
  return {
    credential: of("Credential"),
    date: of("Date"),
    expires: Number(of("Expires")),
    signedHeaders: of("SignedHeaders").split(";"),
    signature: of("Signature"),
    contentSha256: "UNSIGNED-PAYLOAD",
  };
}

function refuse(response: ServerResponse, { status, code }: Refusal): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

const sha256 = (of: string | Buffer) => createHash("sha256").update(of).digest("hex");
const md5 = (of: Buffer) => createHash("md5").update(of).digest("hex");
const hmac = (secret: Buffer | string, text: string) => createHmac("sha256", secret).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
