import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createGzip, gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { isPrivateAddress, parseExceptions } from "@/lib/platform/ip-address";
import { parseUrl } from "./send";
import { fetchOutside, fetchThrough, send } from "./service";

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});
async function serving(listener: RequestListener): Promise<{ url: string; port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? "-"}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, seen };
}
const allow = (setting: string) => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions(setting)!;
};
afterEach(() => allow(""));
const refusal = /private network/;

test.each([
  ..."127.0.0.1 0.0.0.0 10.1.2.3 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1".split(" "),
  ..."224.0.0.1 255.255.255.255 198.18.0.1 ::1 :: fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1".split(" "),
  ..."::ffff:7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1::".split(
    " ",
  ),
  ..."::127.0.0.1 2001:db8::1 2001::1 nonsense".split(" "),
])("%s is private", (address) => expect(isPrivateAddress(address)).toBe(true));

test.each(
  "1.1.1.1 172.32.0.1 8.8.8.8 2606:4700::1111 ::ffff:8.8.8.8 64:ff9b::808:808 2a00:1450:4001::1".split(" "),
)("%s is public", (address) => expect(isPrivateAddress(address)).toBe(false));

test("exceptions are hosts, addresses, networks or all, and other values are refused", () => {
  expect(parseExceptions("tools.internal, 10.0.0.0/8,::1")).toBeDefined();
  expect(parseExceptions("all")?.all).toBe(true);
  for (const bad of ["10.0.0.0/40", "10.0.0.0/x", "http://a", "a b", "-"])
    expect(parseExceptions(bad), bad).toBeUndefined();
});

describe("addresses of private hosts are refused in every notation", async () => {
  const inside = await serving((_, response) => response.end("secret"));
  const { port } = inside;
  test.each([
    inside.url,
    `http://localhost:${port}`,
    `http://localhost.:${port}`,
    `http://[::1]:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://[::ffff:7f00:1]:${port}`,
    `http://0:${port}`,
    `http://2130706433:${port}`,
    `http://0x7f.1:${port}`,
    `http://0177.0.0.1:${port}`,
    `http://①②⑦.0.0.1:${port}`,
    `http://[64:ff9b::7f00:1]:${port}`,
    "http://169.254.169.254/latest/meta-data",
    "http://10.0.0.1",
    "https://[fd00::1]",
  ])("%s", async (address) => {
    // Not every resolver resolves "localhost." with a trailing dot.
    const message = address.includes("localhost.") ? /private network|has this name/ : refusal;
    await expect(fetchOutside(address)).rejects.toThrow(message);
    expect(inside.seen).toEqual([]);
  });

  test.each(["file:///etc/passwd", "gopher://a", "ftp://a", "nonsense", ""])(
    "%j is refused as an address",
    (address) => expect(fetchOutside(address)).rejects.toThrow(/must begin with/),
  );
  test("credentials in an address are refused", () =>
    expect(fetchOutside(`http://u:p@127.0.0.1:${port}`)).rejects.toThrow(/must not hold/));
});

describe("exceptions allow private addresses", () => {
  test.each(["all", "127.0.0.1", "127.0.0.0/8", "localhost,127.0.0.1"])("%s", async (setting) => {
    const inside = await serving((_, response) => response.end("hello"));
    allow(setting);
    expect(await (await fetchOutside(inside.url)).text()).toBe("hello");
  });

  test("an exception for a host applies to its name only", async () => {
    const inside = await serving((_, response) => response.end("hello"));
    allow("localhost");
    expect(await (await fetchOutside(`http://localhost:${inside.port}`)).text()).toBe("hello");
    await expect(fetchOutside(inside.url)).rejects.toThrow(refusal);
  });

  test("a redirect to a private address without an exception is refused", async () => {
    const outer = await serving((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.2:${inner.port}/x` }).end();
    });
    const inner = await serving((_, response) => response.end("secret"));
    allow("127.0.0.1");
    await expect(fetchOutside(outer.url)).rejects.toThrow(refusal);
    expect(inner.seen).toEqual([]);
  });

  test("a redirect to another origin gets no headers, and is not followed with a body", async () => {
    const other = await serving((_, response) => response.end("other"));
    const first = await serving((_, response) => {
      response.writeHead(307, { location: `${other.url}/x` }).end();
    });
    allow("all");
    const headers = { authorization: "secret" };
    expect(await (await fetchOutside(first.url, { headers })).text()).toBe("other");
    expect(other.seen).toEqual(["GET /x -"]);
    await expect(fetchOutside(first.url, { method: "POST", headers, body: "{}" })).rejects.toThrow(
      /another one/,
    );
    expect(other.seen).toHaveLength(1);
  });

  test("a redirect within an origin keeps headers, and too many are an error", async () => {
    const server = await serving((request, response) => {
      if (request.url === "/end") return response.end("end");
      response.writeHead(302, { location: request.url === "/loop" ? "/loop" : "/end" }).end();
    });
    allow("all");
    const headers = { authorization: "secret" };
    expect(await (await fetchOutside(`${server.url}/a`, { method: "POST", body: "x", headers })).text()).toBe(
      "end",
    );
    expect(server.seen).toEqual(["POST /a secret", "GET /end secret"]);
    await expect(fetchOutside(`${server.url}/loop`)).rejects.toThrow(/too often/);
  });

  test("a response that is too long, a compression bomb, too slow or not HTTP is aborted", async () => {
    const endless = await serving((_, response) => {
      const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const bomb = await serving((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(20_000_000)));
    });
    const silent = await serving(() => {});
    const trickle = await serving((_, response) => response.write("x"));
    allow("all");
    const text = async (url: string) => (await fetchOutside(url, { timeout: 500 })).text();
    const caps = { largest: 1_000_000 };
    await expect((await fetchOutside(endless.url, caps)).text()).rejects.toThrow(/too long/);
    await expect((await fetchOutside(bomb.url, caps)).text()).rejects.toThrow(/too long/);
    await expect(text(silent.url)).rejects.toThrow(/took too long/);
    await expect(text(trickle.url)).rejects.toThrow(/took too long/);
    await expect(fetchOutside("http://127.0.0.1:9")).rejects.toThrow(/does not accept connections/);
    await expect(fetchOutside("http://nobody.invalid")).rejects.toThrow(/server has this name|be resolved/);
  });

  test("a silent server times out, and a slow reader does not", async () => {
    const silent = await serving(() => {});
    const stalls = await serving((_, response) => response.write("x"));
    const long = await serving((_, response) => response.end("x".repeat(5_000_000)));
    allow("all");
    const ask = (url: string, silence = 300) => send(parseUrl(url), { silence });
    await expect(ask(silent.url)).rejects.toThrow(/took too long/);
    await expect(buffer(await ask(stalls.url))).rejects.toThrow(/took too long/);
    const answer = await ask(long.url, 2000);
    answer.pause();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await buffer(answer)).toHaveLength(5_000_000);
  });

  test("an aborted request rejects with its reason", async () => {
    const silent = await serving(() => {});
    allow("all");
    const stop = new AbortController();
    const asked = fetchOutside(silent.url, { signal: stop.signal });
    setTimeout(() => stop.abort("stopped"), 50);
    await expect(asked).rejects.toBe("stopped");
  });
});

describe("an address set by the operator", () => {
  test("may be private, and neither its redirects nor its connections serve other requests", async () => {
    const inside = await serving((_, response) => response.end("secret"));
    const url = `http://localhost:${inside.port}`;
    const own = { allowPrivate: true };
    for (let n = 0; n < 2; n++) expect(await (await fetchOutside(url, own)).text()).toBe("secret");
    await expect(fetchOutside(url)).rejects.toThrow(refusal);
    const leading = await serving((_, response) => {
      response.writeHead(302, { location: inside.url }).end();
    });
    await expect(fetchOutside(leading.url, own)).rejects.toThrow(refusal);
    expect(inside.seen).toHaveLength(2);
  });

  test("is requested over one connection, and again if the server has just closed it", async () => {
    const sockets = new Set<unknown>();
    const server = await serving((request, response) => {
      sockets.add(request.socket);
      response.end("x");
      if (request.url === "/last") response.on("close", () => request.socket.destroy());
    });
    const ask = async (path: string) => {
      const body = JSON.stringify({ n: 1 });
      return (await fetchOutside(server.url + path, { allowPrivate: true, method: "POST", body })).text();
    };
    for (const path of ["/a", "/b", "/last", "/c"]) expect(await ask(path)).toBe("x");
    expect(server.seen).toHaveLength(4);
    expect(sockets.size).toBe(2);
  });
});

describe("fetchThrough", () => {
  const ask = fetchThrough({ allowPrivate: true, redirects: 0, timeout: null });

  test("sends forms, lines and streams like fetch, and returns redirects as responses", async () => {
    const bodies: string[] = [];
    const server = await serving(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const kind = request.headers["content-type"]?.split(";")[0];
      bodies.push(`${kind} ${request.headers["content-length"]} ${Buffer.concat(parts)}`);
      response.writeHead(307, { location: "http://10.0.0.1/" }).end("moved");
    });
    const form = new FormData();
    form.set("file", new Blob(["what is said"]), "recording.mp3");
    const streamed = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("piece"));
        controller.close();
      },
    });
    for (const body of [form, new URLSearchParams({ a: "b c" }), "text", streamed]) {
      const answer = await ask(server.url, { method: "POST", body });
      expect([answer.status, await answer.text()]).toEqual([307, "moved"]);
    }
    expect(bodies).toEqual([
      expect.stringMatching(/^multipart\/form-data \d+ [\s\S]*filename="recording.mp3"[\s\S]*what is said/),
      "application/x-www-form-urlencoded 5 a=b+c",
      "undefined 4 text",
      "undefined undefined piece",
    ]);
  });

  test("delivers chunks on arrival, compressed or not, and reports a broken connection", async () => {
    let go = () => {};
    const server = await serving((request, response) => {
      const packed = createGzip();
      const out = request.url === "/packed" ? packed : response;
      response.writeHead(200, request.url === "/packed" ? { "content-encoding": "gzip" } : {});
      if (out === packed) packed.pipe(response);
      out.write("first");
      packed.flush();
      go = () => (request.url === "/cut" ? response.destroy() : out.end("last"));
    });
    for (const path of ["/plain", "/packed", "/cut"]) {
      const reader = (await ask(server.url + path)).body!.getReader();
      expect(Buffer.from((await reader.read()).value!).toString()).toBe("first");
      go();
      const next = reader.read().then(({ value }) => Buffer.from(value!).toString());
      if (path === "/cut") await expect(next).rejects.toMatchObject({ fault: "closed" });
      else expect(await next).toBe("last");
    }
  });

  test("rejects with the reason of an abort and closes the connection", async () => {
    const left = Promise.withResolvers<void>();
    const server = await serving((_, response) => {
      response.write("first");
      response.on("close", left.resolve);
    });
    const stop = new AbortController();
    const reader = (await ask(server.url, { signal: stop.signal })).body!.getReader();
    await reader.read();
    stop.abort("enough");
    await expect(reader.read()).rejects.toBe("enough");
    await left.promise;
  });

  test("refuses a line break in a header", async () => {
    const server = await serving((_, response) => response.end());
    await expect(ask(server.url, { headers: { authorization: "a\r\nx-admin: 1" } })).rejects.toThrow();
    expect(server.seen).toEqual([]);
  });
});
