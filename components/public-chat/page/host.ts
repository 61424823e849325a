/**
 * Messages to the embedding page. They never contain the conversation or the session. Only the launcher (`/embed.js`)
 * answers, with `shown` and `hidden`, and the frame then shows buttons to minimize and close.
 */
export type HostEvent =
  /** `isNew`: the session was just created. */
  | { type: "ready"; isNew: boolean }
  | { type: "message"; role: "guest" | "assistant" | "team" }
  | { type: "unread"; count: number }
  | { type: "resize"; height: number }
  | { type: "identified"; verified: string[] | null }
  | { type: "forgotten" }
  /** `ended`: the visitor ended the chat rather than minimizing it. `renew`: a new chat follows. */
  | { type: "close"; ended: boolean; renew?: boolean };

export const isEmbedded = window.parent !== window;

const host = hostOrigin();

export function postToHost(event: HostEvent): void {
  if (isEmbedded) window.parent.postMessage({ source: "parley", ...event }, host);
}

type HostMessage = {
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
  addEventListener("message", ({ source, data }: MessageEvent<HostMessage | null>) => {
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
 * Id that the launcher gives to a visit; the frame clears its storage when the id changes. It is not a secret and opens
 * no conversation: the session stays in the frame's storage, which other sites can't read.
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
