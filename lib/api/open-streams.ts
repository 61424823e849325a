import { createHash } from "node:crypto";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { createOnce } from "@/lib/platform/once";
import type { Caller } from "./actor";
import type { Operation } from "./contract";
import type { RequestData } from "./routes";

const RETRY_SECONDS = 10;

const counts = createOnce(() => new Map<string, number>());

type StreamLimit = { key: string; most: number };

/** Returns true for calls answered with a stream: by `Accept`, or by `stream` in the OpenAI and Anthropic formats. */
export const isStreamRequest = (operation: Operation, call: RequestData, body: unknown): boolean =>
  call.wantsEvents ||
  (operation.speaks !== undefined && (body as { stream?: boolean } | undefined)?.stream === true);

/**
 * Counts a stream of any kind until the returned function is called. Members are counted by account, because an
 * office shares one address; others by session and by address.
 * @throws AppError rate_limited (429) when the reader has too many open streams
 */
export function openStream(viewer: Caller | undefined, call: RequestData): () => void {
  const readers = listReaders(viewer, call);
  const full = readers.find(({ key, most }) => (counts().get(key) ?? 0) >= most);
  if (full)
    throw new AppError(
      "rate_limited",
      `Too many streams are open: at most ${full.most}. Close one, or try again in ${RETRY_SECONDS} s.`,
      { retryAfter: RETRY_SECONDS },
    );
  for (const { key } of readers) counts().set(key, (counts().get(key) ?? 0) + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    for (const { key } of readers) {
      const left = counts().get(key)! - 1;
      if (left > 0) counts().set(key, left);
      else counts().delete(key);
    }
  };
}

// The stream limit is never below the messages per minute, because each message may have a reply stream.
function listReaders(viewer: Caller | undefined, { sessionId, address }: RequestData): StreamLimit[] {
  const limits = config();
  if (viewer) {
    const most = Math.max(limits.RATE_LIMIT_STREAMS, limits.RATE_LIMIT_MESSAGES);
    return [{ key: `account:${viewer.user.id}`, most }];
  }
  const readers = [
    {
      key: `address:${address}`,
      most: Math.max(limits.RATE_LIMIT_VISITOR_STREAMS_ADDRESS, limits.RATE_LIMIT_VISITOR_MESSAGES_ADDRESS),
    },
  ];
  // Session IDs are case-insensitive.
  const session = sessionId && createHash("sha256").update(sessionId.toLowerCase()).digest("hex");
  if (session)
    readers.push({
      key: `session:${session}`,
      most: Math.max(limits.RATE_LIMIT_VISITOR_STREAMS, limits.RATE_LIMIT_VISITOR_MESSAGES),
    });
  return readers;
}
