import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

/**
 * Fake image provider: OpenAI's `/images/generations` and `/images/edits`, and Google's image models with
 * `generateContent`. `mode` selects its behavior:
 *
 * | mode | behavior |
 * |---|---|
 * | `picture` | a picture of the requested size |
 * | `url` | a URL of a picture on this server |
 * | `refused` | a refusal by each API's moderation |
 * | `rubbish` | bytes that are not a picture |
 * | `broken` | the header of a picture followed by garbage |
 * | `program` | a picture in an unsupported format |
 * | `page` | HTML |
 * | `silent` | no response; `left` counts clients that disconnect |
 * | a number | this status |
 */
type Mode = "picture" | "url" | "refused" | "rubbish" | "broken" | "program" | "page" | "silent" | number;
type AskedForPicture = { path: string; key: string | undefined; body: string };

export async function startImageServer() {
  const images = {
    /** Base address without `/v1` (OpenAI) and `/v1beta` (Google). */
    url: "",
    mode: "picture" as Mode,
    asked: [] as AskedForPicture[],
    left: 0,
    close: async () => {},
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "/";
    const json = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (path === "/made.png") {
      response.writeHead(200, { "content-type": "image/png" });
      return void response.end(await picture(64, 64));
    }
    const body = Buffer.concat(chunks).toString("latin1");
    const key = request.headers.authorization ?? String(request.headers["x-goog-api-key"]);
    images.asked.push({ path, key, body });
    const isGoogle = path.startsWith("/v1beta/");
    const { mode } = images;
    if (typeof mode === "number") return json(mode, { error: { message: "no", code: mode } });
    if (mode === "silent") return void response.once("close", () => images.left++);
    if (mode === "page")
      return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
    if (mode === "refused" && isGoogle)
      return json(200, { candidates: [{ content: { parts: [] }, finishReason: "IMAGE_SAFETY" }] });
    if (mode === "refused")
      return json(400, {
        error: {
          message: "Your request was rejected by the safety system.",
          type: "image_generation_user_error",
          code: "moderation_blocked",
        },
      });
    const data = (await bytesFor(mode, body)).toString("base64");
    if (isGoogle) {
      const parts = [{ inlineData: { mimeType: "image/png", data } }];
      const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 1290, totalTokenCount: 1302 };
      return json(200, {
        candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }],
        usageMetadata,
      });
    }
    const usage = { input_tokens: 10, output_tokens: 1000, total_tokens: 1010 };
    const made = mode === "url" ? { url: `${images.url}/made.png` } : { b64_json: data };
    return json(200, { created: 1, data: [made], usage });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  images.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  images.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return images;
}

async function bytesFor(mode: Mode, body: string): Promise<Buffer> {
  if (mode === "rubbish") return Buffer.from("this is no picture, whatever the answer says");
  if (mode === "program")
    return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  // In multipart forms, the size is on a separate line.
  const [, width = "512", height = "512"] = /(\d+)x(\d+)/.exec(body) ?? [];
  const made = await picture(Number(width), Number(height));
  return mode === "broken" ? Buffer.concat([made.subarray(0, 60), Buffer.alloc(500, 7)]) : made;
}

let shade = 0;
/** Every picture is different. */
const picture = (width: number, height: number): Promise<Buffer> => {
  shade = (shade + 1) % 255;
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 160 } } })
    .png()
    .toBuffer();
};
