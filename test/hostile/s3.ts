import type { RequestListener, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { fill, flood, type HostileSite } from "./serve";

const KB = 1024;
const MB = 1024 * 1024;
/** Slightly below the size limit of a page of a listing. */
const PAGE_BYTES = 19 * MB;

type Answer = (response: ServerResponse, query: URLSearchParams) => void;

const listing = (content: string) => `<?xml version="1.0"?><ListBucketResult>${content}</ListBucketResult>`;
const object = (key: string) =>
  `<Contents><Key>${key}</Key><ETag>&quot;1&quot;</ETag><Size>1</Size></Contents>`;
const next = (token: string) =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;
const send =
  (body: () => string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { "content-type": "application/xml", ...headers }).end(body());

const lists: Record<string, Answer> = {
  "one object, 19 MB of times": send(() => listing(fill(object("a"), PAGE_BYTES))),
  "other objects": send(() => listing(Array.from({ length: 250_000 }, (_, n) => object(`${n}`)).join(""))),
  "the same page for ever": send(() => listing(object("a") + next("again"))),
  "empty pages for ever": (response, query) =>
    void response.end(listing(next(String(Number(query.get("continuation-token") ?? 0) + 1)))),
  "a token of 1 MB": send(() => listing(next(fill("a", MB)))),
  "pages of the same objects": (response, query) => {
    const page = Number(query.get("continuation-token") ?? 0);
    response.end(listing(fill(object("a"), MB) + (page < 50 ? next(String(page + 1)) : "")));
  },
  "keys of 1 MB": send(() => listing(fill(object(fill("k", MB)), PAGE_BYTES))),
  "keys that can't be stored": send(() => listing(fill(object("a&#0;b&#xd800;c"), PAGE_BYTES))),
  "nested elements": send(() => listing(fill("<Contents>", PAGE_BYTES))),
  "ends of elements that are not open": send(() => listing(fill("</Contents>", PAGE_BYTES))),
  "fields by the thousand": send(() =>
    listing(`<Contents>${Array.from({ length: 800_000 }, (_, n) => `<f${n}>1</f${n}>`).join("")}</Contents>`),
  ),
  attributes: send(() => listing(`<Contents ${fill('a="b" ', PAGE_BYTES)}/>`)),
  "entities of entities": send(
    () =>
      `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${fill("&a;", 100 * KB)}">]>${listing(object("&b;"))}`,
  ),
  "a comment without end": send(() => listing(`<!--${fill("-", PAGE_BYTES)}`)),
  "unescaped text without end": send(() => listing(`<![CDATA[${fill("]]", PAGE_BYTES)}`)),
  JSON: send(() => fill("[", PAGE_BYTES)),
  "nothing but spaces": send(() => fill(" ", PAGE_BYTES)),
  "no end": (response) => {
    response.write("<ListBucketResult>");
    flood(response, fill(object("a"), 64 * KB));
  },
  "a response that is packed": send(() => gzipSync(listing(fill(object("a"), 500 * MB))), {
    "content-encoding": "gzip",
  }),
  "an error of 19 MB": (response) =>
    void response.writeHead(400).end(`<Error>${fill("<Code>", PAGE_BYTES)}</Error>`),
};

const bucket =
  (list: Answer, read?: Answer): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://bucket");
    if (pathname.split("/").length < 3) list(response, searchParams);
    else if (read) read(response, searchParams);
    else response.writeHead(404).end();
  };

const objects: Record<string, Answer> = {
  "no end": (response) => flood(response, Buffer.alloc(64 * KB, "a")),
  "packed zeros": (response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(300 * MB))),
  "an error without end": (response) => {
    response.writeHead(403);
    flood(response, fill("<Code>Denied", 64 * KB));
  },
};

export const hostileBuckets: HostileSite[] = [
  ...Object.entries(lists).map(
    ([name, list]): HostileSite => ({ name: `list: ${name}`, make: () => bucket(list) }),
  ),
  ...Object.entries(objects).map(
    ([name, read]): HostileSite => ({
      name: `object: ${name}`,
      make: () =>
        bucket(
          send(() => listing(object("a.txt"))),
          read,
        ),
    }),
  ),
];
