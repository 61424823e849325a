import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { log } from "@/lib/platform/log";
import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import { renderMarkdownAsHtml, renderMarkdownAsText } from "@/lib/platform/markdown/standalone.mjs";
import { discardFiles, openUpload, storeFile } from "@/lib/platform/storage/service";
import type { Part } from "./intake/render.mjs";

export { writeWord } from "./word";
export type { Part };

type RenderOptions = { format: "html" | "text"; base: string };

const PROGRAM: IntakeProgram = {
  path: "lib/platform/rendering/intake/render.mjs",
  lane: "parsing",
  limits: { cpuSeconds: 60, seconds: 180, inputMb: 20, outputMb: 200 },
};
// Texts up to this length are rendered in-process, because starting a process takes longer.
const MAX_INLINE_CHARACTERS = 4_000;

/**
 * Renders parts in a separate process and yields the result in chunks. The process ends before the first chunk is
 * read, so a slow reader doesn't keep it running.
 * @param owner the group whose queue the process waits in
 */
export async function* renderParts(
  owner: string,
  parts: Part[],
  options: RenderOptions,
): AsyncGenerator<string | Buffer> {
  if (countMarkdown(parts) <= MAX_INLINE_CHARACTERS) {
    yield parts.map((part) => renderInline(part, options)).join("");
    return;
  }
  const file = await renderToFile(owner, parts, options);
  if (!file) {
    for (const part of parts) yield typeof part === "string" ? part : showAsWritten(part.markdown, options);
    return;
  }
  try {
    yield* openUpload(file) as AsyncIterable<Buffer>;
  } finally {
    await discardFiles([file]);
  }
}

export const renderMarkdown = (owner: string, markdown: string, options: RenderOptions): Promise<string> =>
  text(renderParts(owner, [{ markdown }], options));

const countMarkdown = (parts: Part[]) =>
  parts.reduce((sum, part) => sum + (typeof part === "string" ? 0 : part.markdown.length), 0);

function renderInline(part: Part, { format, base }: RenderOptions): string {
  if (typeof part === "string") return part;
  return format === "html"
    ? renderMarkdownAsHtml(part.markdown, base)
    : renderMarkdownAsText(part.markdown, base);
}

// Renders to a temporary file, which the caller must discard. Returns undefined when a limit was exceeded.
async function renderToFile(owner: string, parts: Part[], options: RenderOptions) {
  try {
    return await withIntake(PROGRAM, owner, {}, async (intake) => {
      await intake.put(Readable.from(parts.map((part) => Buffer.from(`${JSON.stringify(part)}\n`))));
      await intake.call("render", options);
      return storeFile(await intake.read("rendered"));
    });
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    log.warn({ err: error }, "a text was too much work to render");
    return undefined;
  }
}

const showAsWritten = (markdown: string, { format }: RenderOptions): string =>
  format === "html" ? `<p style="white-space:pre-line">${escapeText(markdown)}</p>` : markdown;
