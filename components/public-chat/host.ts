/**
 * Talks with the page that embeds this one: what happens, never what was said
 * nor the session. Only the launcher (`/embed.js`) answers, with `shown` and
 * `hidden`; then the frame has buttons to be minimised and closed.
 */
export type Said =
  /** `made`: the address had no session, or none that holds, and the server has made this one. */
  | { type: "ready"; made: boolean }
  | { type: "message"; role: "guest" | "assistant" | "team" }
  | { type: "unread"; count: number }
  | { type: "resize"; height: number }
  /** `ended`: the visitor has ended the chat; otherwise it is only put away. `renew`: and begins another. */
  | { type: "close"; ended: boolean; renew?: boolean };

export const isEmbedded = window.parent !== window;

const host = hostOrigin();

export function tellHost(said: Said): void {
  if (isEmbedded) window.parent.postMessage({ source: "parley", ...said }, host);
}

/** @param listen Called when the launcher shows or hides the frame, with the marker that it keeps for it. */
export function onLauncher(listen: (isShown: boolean, marker: string | undefined) => void): void {
  if (!isEmbedded) return;
  addEventListener(
    "message",
    ({ source, data }: MessageEvent<{ source?: unknown; type?: unknown; marker?: unknown } | null>) => {
      if (source !== window.parent || data?.source !== "parley-launcher") return;
      if (data.type === "shown" || data.type === "hidden")
        listen(data.type === "shown", isMarker(data.marker) ? data.marker : undefined);
    },
  );
}

function hostOrigin(): string {
  const known = location.ancestorOrigins?.[0];
  if (known && known !== "null") return known;
  try {
    return new URL(document.referrer).origin;
  } catch {
    return "*";
  }
}

const isMarker = (value: unknown): value is string =>
  typeof value === "string" && /^[\w-]{16,64}$/.test(value);
