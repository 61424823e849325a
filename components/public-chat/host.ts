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
  /** The frame may not store: the launcher keeps this for it over a reload. */
  | { type: "keep"; key: string; value: string | null }
  /** `ended`: the visitor has ended the chat; otherwise it is only put away. `renew`: and begins another. */
  | { type: "close"; ended: boolean; renew?: boolean };

export const isEmbedded = window.parent !== window;

const host = hostOrigin();

export function tellHost(said: Said): void {
  if (isEmbedded) window.parent.postMessage({ source: "parley", ...said }, host);
}

/** What the launcher tells: it shows or hides the frame, with the marker that it keeps for it, or passes on what its site says. */
type Told = {
  source?: unknown;
  type?: unknown;
  marker?: unknown;
  text?: unknown;
  theme?: unknown;
  page?: unknown;
  kept?: unknown;
};

export function onLauncher(listen: {
  shown: (isShown: boolean, marker: string | undefined, kept: object) => void;
  prefill: (text: string) => void;
  send: (text: string) => void;
  page: (address: string) => void;
}): void {
  if (!isEmbedded) return;
  addEventListener("message", ({ source, data }: MessageEvent<Told | null>) => {
    if (source !== window.parent || data?.source !== "parley-launcher") return;
    const { type, marker } = data;
    if (type === "shown" || type === "hidden")
      listen.shown(type === "shown", isMarker(marker) ? marker : undefined, Object(data.kept));
    else if (type === "prefill" || type === "send") listen[type](String(data.text));
    else if (type === "page") listen.page(String(data.page));
    else if (type === "theme") showIn(data.theme);
  });
}

function showIn(theme: unknown): void {
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  else delete dataset.theme;
}

/** The launcher has chosen the session in the address, of its visitor and of nobody else. */
export const isOfLauncher = isEmbedded && location.hash === "#own";

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
