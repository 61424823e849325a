import { ExtractionError, extractFetched, isReadable } from "@/lib/files/extraction/service";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { AppError } from "@/lib/platform/errors";
import { assertAllowed, HEADERS } from "./robots";

export type WebPage = { url: string; title: string; text: string; keeps: boolean };

const MB = 1024 * 1024;
const MAX_FILE_BYTES = 20 * MB;
const MAX_PAGE_BYTES = 5 * MB;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5";
// UTF-16 units, the length of a book.
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_TITLE_LENGTH = 300;
const MAX_ADDRESS_CHARACTERS = 2000;

/**
 * Fetches a page and follows redirects. Each URL must be public, and its site's robots.txt must allow it.
 * @throws AppError with a sentence for models and users; the reason of the signal
 */
export async function readFrom(url: URL, groupId: string, signal?: AbortSignal): Promise<WebPage> {
  try {
    const answer = await followRedirects(url, groupId, signal);
    return await readAnswer(answer.url, answer.response, groupId, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof EgressError) throw failed(error.message);
    if (error instanceof ExtractionError) throw failed(error.message.replace("This file", "It"));
    throw error;
  }
}

const failed = (why: string) => new AppError("provider_failed", `The page can't be read: ${why}`);

async function followRedirects(url: URL, groupId: string, signal?: AbortSignal) {
  let at = url;
  for (let left = MAX_REDIRECTS; left >= 0; left--) {
    await assertAllowed(at, groupId, signal);
    const response = await fetchOutside(at, {
      headers: { ...HEADERS, accept: ACCEPT },
      redirects: 0,
      timeout: TIMEOUT_MS,
      largest: MAX_FILE_BYTES,
      signal,
    });
    const to = response.headers.get("location");
    if (!REDIRECTS.includes(response.status) || !to) return { url: at, response };
    await response.body?.cancel();
    if (to.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(to, at))
      throw failed("The site redirects to something that is no address.");
    at = new URL(to, at);
  }
  throw failed("The site redirects too often.");
}

async function readAnswer(
  url: URL,
  response: Response,
  groupId: string,
  signal?: AbortSignal,
): Promise<WebPage> {
  if (!response.ok) {
    await response.body?.cancel();
    throw failed(`The server answered with the status ${response.status}.`);
  }
  const said = response.headers.get("content-type") ?? "";
  const fetched = Buffer.from(await response.arrayBuffer());
  const mimeType = detectType(said, fetched);
  if (!mimeType) throw failed("It is neither a page nor a text nor a PDF.");
  const isPage = mimeType === "text/html";
  if (isPage && fetched.length > MAX_PAGE_BYTES) throw failed("It is larger than 5 MB.");
  const charset = /charset=["']?([\w-]{1,40})/i.exec(said)?.[1];
  const page = { bytes: fetched, mimeType, address: url.href, charset, groupId };
  const { text, parts } = await extractFetched(page, { signal });
  if (text.trim() === "") throw failed("It has no text. Perhaps scripts write it, which are not run.");
  const title = (isPage && parts[0]?.title) || getPageName(url);
  return {
    url: url.href,
    title: title.slice(0, MAX_TITLE_LENGTH),
    text: text.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
    keeps: !/\bno-store\b/i.test(response.headers.get("cache-control") ?? ""),
  };
}

// Determines the media type by content first, then as the server declares. Returns undefined for unsupported types.
function detectType(text: string, bytes: Buffer): string | undefined {
  if (bytes.toString("latin1", 0, 5) === "%PDF-") return "application/pdf";
  const type = text.split(";")[0]!.trim().toLowerCase();
  if (type === "" || type === "application/xhtml+xml") return "text/html";
  if (type === "application/pdf") return undefined;
  if (isReadable(type)) return type;
  if (/^text\//.test(type)) return "text/plain";
  return /[/+](json|xml|yaml)$/.test(type) ? `application/${/json|xml|yaml/.exec(type)![0]}` : undefined;
}

function getPageName(url: URL): string {
  const last = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
  try {
    return decodeURIComponent(last) || url.hostname;
  } catch {
    return last;
  }
}
