import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type FileRequest = { path: string; range: string | undefined };

/**
 * File server like a model hub: redirects to another host, supports ranges, and stalls on request.
 * @param files contents by path
 */
export async function startModelFiles(files: Map<string, Buffer>) {
  const asked: FileRequest[] = [];
  /** Number of bytes after which responses stall, or a status for all responses. */
  const trouble: { stopsAfter?: number; status?: number } = {};
  const store = createServer((request, response) => {
    const { range } = request.headers;
    asked.push({ path: request.url!, range });
    const whole = files.get(request.url!);
    if (trouble.status || !whole) return void response.writeHead(trouble.status ?? 404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const body = whole.subarray(from);
    response.writeHead(range ? 206 : 200, { "content-length": body.length });
    if (trouble.stopsAfter === undefined) return void response.end(body);
    response.write(body.subarray(0, trouble.stopsAfter));
  });
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  const { port } = store.address() as AddressInfo;
  const hub = createServer((request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  });
  await new Promise<void>((resolve) => hub.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
    asked,
    trouble,
    close: async () => {
      for (const server of [hub, store]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
