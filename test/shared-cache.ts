import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

type Stored = { asked: IncomingHttpHeaders; status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * A cache in front of the product that several people share, and a hasty one: of what HTTP (RFC 9111) lets it keep it keeps
 * everything for good, and also what was asked for with a cookie or a token. It heeds `Cache-Control`, `Vary`, `ETag` and
 * `HEAD`, and says `x-cache: hit` of what it answers itself.
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
          resolve({ asked: headers, ...answer });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url = "/", headers: asked } = incoming;
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const isRead = method === "GET" || method === "HEAD";
    const known = isRead ? stored.get(url)?.find((one) => isMeant(one, asked)) : undefined;
    if (known && isFresh(known)) return send(outgoing, known, asked, "hit");
    const etag = known?.headers.etag;
    const fresh = await fetchFresh(incoming, Buffer.concat(pieces), etag ? { "if-none-match": etag } : {});
    if (known && fresh.status === 304) return send(outgoing, known, asked, "hit");
    if (method === "GET" && mayKeep(fresh)) stored.set(url, [fresh, ...(stored.get(url) ?? [])]);
    send(outgoing, fresh, asked, "miss");
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** The addresses of which it has kept an answer. */
    kept: () => [...stored.keys()],
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

/** Ranges and what is unchanged are parts of an answer. */
const mayKeep = (answer: Stored): boolean =>
  ![206, 304].includes(answer.status) &&
  !directives(answer).some((each) => /^(no-store|private)\b/.test(each)) &&
  !varying(answer).includes("*");

const isMeant = (answer: Stored, asked: IncomingHttpHeaders): boolean =>
  varying(answer).every((name) => answer.asked[name] === asked[name]);

const isFresh = (answer: Stored): boolean =>
  !directives(answer).some((each) => /^(no-cache|max-age=0|s-maxage=0)\b/.test(each));

function send(
  outgoing: ServerResponse,
  answer: Stored,
  asked: IncomingHttpHeaders,
  by: "hit" | "miss",
): void {
  const { "transfer-encoding": _, ...headers } = answer.headers;
  const isSame = by === "hit" && headers.etag !== undefined && asked["if-none-match"] === headers.etag;
  outgoing.writeHead(isSame ? 304 : answer.status, { ...headers, "x-cache": by });
  outgoing.end(isSame ? undefined : answer.body);
}
