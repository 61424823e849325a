import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Google's model API for videos: `streamGenerateContent` reports which video it received, and the Files API processes
 * uploads for a while (https://ai.google.dev/api/files).
 */
export async function startGoogleModels() {
  const files = new Map<string, { size: number; announced: number; type: string; looks: number }>();
  const deleted: string[] = [];
  let uploads = 0;
  let looks = 0;
  let becomes: "ACTIVE" | "FAILED" | "PROCESSING" = "ACTIVE";
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", root);
    const header = (name: string) => String(request.headers[name] ?? "");
    const json = (body: object, headers = {}) =>
      response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    let size = 0;
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length;
      if (!pathname.startsWith("/upload-to/")) pieces.push(piece);
    }
    const name = `files/${pathname.split("/").at(-1)}`;
    const file = files.get(name);
    const resource = (state: string) => ({
      name,
      uri: `${root}/v1beta/${name}`,
      state,
      mimeType: file?.type,
    });
    if (pathname.startsWith("/upload-to/")) {
      if (!file || Number(header("content-length")) !== file.announced)
        return void response.writeHead(400).end();
      file.size = size;
      return void json({ file: resource("PROCESSING") });
    }
    if (header("x-goog-api-key") !== "google-key") return void response.writeHead(403).end("{}");
    if (pathname === "/upload/v1beta/files") {
      const id = `video${++uploads}`;
      const [announced, type] = ["length", "type"].map((what) =>
        header(`x-goog-upload-header-content-${what}`),
      );
      files.set(`files/${id}`, { size: 0, announced: Number(announced), type: type!, looks: 0 });
      return void json({}, { "x-goog-upload-url": `${root}/upload-to/${id}` });
    }
    if (file && request.method === "DELETE") {
      deleted.push(name);
      return void json({});
    }
    if (file) looks++;
    if (file) return void json(resource(file.looks++ < 1 ? "PROCESSING" : becomes));
    if (!pathname.endsWith(":streamGenerateContent")) return void response.writeHead(404).end("{}");
    const body = JSON.parse(Buffer.concat(pieces).toString());
    const said = JSON.stringify(body.contents.at(-1).parts.map(told));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const candidates = [{ content: { role: "model", parts: [{ text: said }] }, finishReason: "STOP" }];
    response.end(`data: ${JSON.stringify({ candidates, usageMetadata: { promptTokenCount: 9 } })}\n\n`);
  }

  type GooglePart = {
    inlineData?: { mimeType: string; data: string };
    fileData?: { mimeType: string; fileUri: string };
  };
  function told({ inlineData, fileData }: GooglePart): string {
    if (inlineData) return `inline ${inlineData.mimeType}`;
    if (!fileData) return "text";
    const file = files.get(new URL(fileData.fileUri).pathname.replace("/v1beta/", ""));
    return `file ${fileData.mimeType} of ${file?.size} bytes`;
  }

  return {
    url: `${root}/v1beta`,
    deleted,
    /** Number of polls for a file's state. */
    looks: () => looks,
    /** Sets the state of files after processing. */
    setBecomes: (state: typeof becomes) => {
      becomes = state;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
