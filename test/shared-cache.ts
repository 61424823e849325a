import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

type Stored = { requested: IncomingHttpHeaders; status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Aggressive shared cache in front of the product: stores everything that HTTP (RFC 9111) permits forever, including
 * responses to requests with a cookie or a token. Respects `Cache-Control`, `Vary`, `ETag` and `HEAD`, and marks its
 * own responses with `x-cache: hit`.
 */
export async function startSharedCache(product: string) {
  const stored = new Map<string, Stored[]>();
  const { hostname, port } = new URL(product);

  const fetchFresh = (incoming: IncomingMessage, body: Buffer, more: IncomingHttpHeaders = {}) =>
    new Promise<Stored>((resolve, reject) => {
      const { method, url: path, headers } = incoming;
      const sent = request(
        { hostname, port, method, path, headers: { ...headers, ...more } },
        async (response) => {
          const pieces: Buffer[] = [];
          for await (const piece of response) pieces.push(piece as Buffer);
          const answer = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
          };
          resolve({ requested: headers, ...answer });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url = "/", headers: requested } = incoming;
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const isRead = method === "GET" || method === "HEAD";
    const cached = isRead ? stored.get(url)?.find((one) => matchesRequest(one, requested)) : undefined;
    if (cached && isFresh(cached)) return send(outgoing, cached, requested, "hit");
    const etag = cached?.headers.etag;
    const fresh = await fetchFresh(incoming, Buffer.concat(pieces), etag ? { "if-none-match": etag } : {});
    if (cached && fresh.status === 304) return send(outgoing, cached, requested, "hit");
    if (method === "GET" && isStorable(fresh)) stored.set(url, [fresh, ...(stored.get(url) ?? [])]);
    send(outgoing, fresh, requested, "miss");
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Returns the addresses of stored responses. */
    addresses: () => [...stored.keys()],
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const directives = ({ headers }: Stored) => (headers["cache-control"] ?? "").toLowerCase().split(/[\s,]+/);
const varying = ({ headers }: Stored) =>
  (headers.vary ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** Excludes partial content and 304, which are not complete responses. */
const isStorable = (answer: Stored): boolean =>
  ![206, 304].includes(answer.status) &&
  !directives(answer).some((each) => /^(no-store|private)\b/.test(each)) &&
  !varying(answer).includes("*");

const matchesRequest = (answer: Stored, requested: IncomingHttpHeaders): boolean =>
  varying(answer).every((name) => answer.requested[name] === requested[name]);

const isFresh = (answer: Stored): boolean =>
  !directives(answer).some((each) => /^(no-cache|max-age=0|s-maxage=0)\b/.test(each));

function send(
  outgoing: ServerResponse,
  answer: Stored,
  requested: IncomingHttpHeaders,
  by: "hit" | "miss",
): void {
  const { "transfer-encoding": _, ...headers } = answer.headers;
  const isSame = by === "hit" && headers.etag !== undefined && requested["if-none-match"] === headers.etag;
  outgoing.writeHead(isSame ? 304 : answer.status, { ...headers, "x-cache": by });
  outgoing.end(isSame ? undefined : answer.body);
}
