import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Received = {
  headers: Record<string, string | undefined>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
  json: any;
};

/** Webhook receiver that stores requests and responds as the test sets. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = { status: 200, received, url: "", close: async () => {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    received.push({ headers: request.headers as Received["headers"], body, json: JSON.parse(body) });
    response.writeHead(receiver.status).end("thank you");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}
