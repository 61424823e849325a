/**
 * Talks with the page that embeds this one: what happens, never what was said
 * nor the session. Only the launcher (`/embed.js`) answers, with `shown` and
 * `hidden`; then the frame has buttons to be minimised and closed.
 */
export type Said =
  /** `isNew`: the session has just begun. */
  | { type: "ready"; isNew: boolean }
  | { type: "message"; role: "guest" | "assistant" | "team" }
  | { type: "unread"; count: number }
  | { type: "resize"; height: number }
  /** What the server has verified of who the visitor is; null when it has refused that. */
  | { type: "identified"; verified: string[] | null }
  /** The frame keeps nothing any more. */
  | { type: "forgotten" }
  /** `ended`: the visitor has ended the chat; otherwise it is only put away. `renew`: and begins another. */
  | { type: "close"; ended: boolean; renew?: boolean };

export const isEmbedded = window.parent !== window;

const host = hostOrigin();

export function tellHost(said: Said): void {
  if (isEmbedded) window.parent.postMessage({ source: "parley", ...said }, host);
}

/** What the launcher tells: it shows or hides the frame, or passes on what its site says. */
type Told = {
  source?: unknown;
  type?: unknown;
  text?: unknown;
  theme?: unknown;
  page?: unknown;
  person?: unknown;
};

export function onLauncher(listen: {
  shown: (isShown: boolean) => void;
  prefill: (text: string) => void;
  send: (text: string) => void;
  page: (address: string) => void;
  identify: (person: object) => void;
  forget: () => void;
}): void {
  if (!isEmbedded) return;
  addEventListener("message", ({ source, data }: MessageEvent<Told | null>) => {
    if (source !== window.parent || data?.source !== "parley-launcher") return;
    const { type } = data;
    if (type === "shown" || type === "hidden") listen.shown(type === "shown");
    else if (type === "prefill" || type === "send") listen[type](String(data.text));
    else if (type === "page") listen.page(String(data.page));
    else if (type === "forget") listen.forget();
    else if (type === "identify") listen.identify(Object(data.person));
    else if (type === "theme") showIn(data.theme);
  });
}

function showIn(theme: unknown): void {
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  else delete dataset.theme;
}

/**
 * By which the launcher tells one visitor of its site from the next: what the frame keeps belongs to it. Anybody may know
 * it, and it opens no conversation: the session stays in the frame, whose storage no other site can read.
 */
export const visit = isEmbedded ? /^#visit=([\w-]{16,64})$/.exec(location.hash)?.[1] : undefined;
export const isOfLauncher = visit !== undefined;

function hostOrigin(): string {
  const known = location.ancestorOrigins?.[0];
  if (known && known !== "null") return known;
  try {
    return new URL(document.referrer).origin;
  } catch {
    return "*";
  }
}
