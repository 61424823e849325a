import { texts } from "./texts";

/**
 * The launcher of a public chat, for any site:
 * `<script async src="…/embed.js" data-chat="<uuid>"></script>`.
 * `data-title`, `data-footer`, `data-theme`, `data-bg-color`,
 * `data-agent-color` and `data-guest-color` say how it looks, `data-color` how
 * its button does, `data-position="left"` where that is, `data-open` that it
 * begins open. `window.Parley` opens and closes it.
 */
type Happening = "ready" | "message" | "unread" | "open" | "close";
type Listener = (detail: Record<string, unknown>) => void;

const PARAMETERS = {
  title: "ui_chat_title",
  footer: "ui_chat_footer_msg",
  theme: "ui_theme",
  bgColor: "ui_bg_color",
  agentColor: "ui_agent_msg_color",
  guestColor: "ui_guest_msg_color",
};
const STYLE = `
:host{all:initial}
*{box-sizing:border-box}
button{position:fixed;bottom:20px;inset-inline-end:20px;width:56px;height:56px;border:0;border-radius:50%;background:var(--color);color:#fff;cursor:pointer;box-shadow:0 4px 16px #0004;z-index:2147483000;display:flex;align-items:center;justify-content:center;padding:0}
button:focus-visible{outline:3px solid #fff;outline-offset:-6px}
svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
span{position:absolute;top:-4px;right:-4px;min-width:22px;height:22px;border-radius:11px;background:#b91c1c;font:600 13px/22px system-ui,sans-serif;padding:0 6px;text-align:center}
iframe{position:fixed;bottom:88px;inset-inline-end:20px;width:390px;height:640px;max-height:calc(100dvh - 108px);max-width:calc(100vw - 40px);border:0;border-radius:16px;box-shadow:0 8px 40px #0005;z-index:2147483000;background:#fff}
.left button,.left iframe{inset-inline:20px auto}
[hidden]{display:none!important}
@media (max-width:640px){iframe,.left iframe{inset:0;width:100%;height:100dvh;max-width:none;max-height:none;border-radius:0}.is-open button{display:none}}
`;
const CHAT =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M21 12a8 8 0 0 1-11.6 7.2L3 21l1.8-6.4A8 8 0 1 1 21 12"/></svg>';
const DOWN = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m6 9 6 6 6-6"/></svg>';

function launch(script: HTMLScriptElement, chat: string): void {
  const app = new URL(script.src).origin;
  const key = `parley:${chat}`;
  const listeners = new Map<string, Set<Listener>>();
  let frame: HTMLIFrameElement | undefined;
  let isOpen = false;
  let isReady = false;
  let before: Element | null = null;

  const holder = document.createElement("div");
  const root = holder.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = STYLE;
  const box = document.createElement("div");
  box.className = script.dataset.position === "left" ? "left" : "";
  const color = script.dataset.color ?? "";
  box.style.setProperty("--color", CSS.supports("color", color) ? color : "#3730a3");
  const button = document.createElement("button");
  button.type = "button";
  button.onclick = () => (isOpen ? close() : open());
  const badge = document.createElement("span");
  badge.hidden = true;
  box.append(button);
  root.append(style, box);
  paint();

  function paint(count = 0): void {
    const label = isOpen ? texts.close : texts.open;
    button.innerHTML = isOpen ? DOWN : CHAT;
    button.append(badge);
    badge.hidden = count === 0 || isOpen;
    badge.textContent = count > 99 ? "99+" : String(count);
    button.ariaLabel = badge.hidden ? label : `${label}, ${count} ${texts.unread}`;
    button.ariaExpanded = String(isOpen);
    box.classList.toggle("is-open", isOpen);
    if (frame) frame.hidden = !isOpen;
  }

  const tell = (happening: Happening, detail: Record<string, unknown> = {}) => {
    for (const listen of listeners.get(happening) ?? []) listen(detail);
  };
  const toFrame = (type: "shown" | "hidden") =>
    frame?.contentWindow?.postMessage({ source: "parley-launcher", type, marker: marker() }, app);

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    before = document.activeElement;
    if (!frame) void load();
    paint();
    if (isReady) toFrame("shown");
    frame?.focus();
    tell("open");
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    paint();
    toFrame("hidden");
    const target =
      before instanceof HTMLElement && before !== document.body && before !== holder ? before : button;
    target.focus();
    tell("close");
  }

  async function load(): Promise<void> {
    const mine = document.createElement("iframe");
    frame = mine;
    mine.title = script.dataset.title || texts.frame;
    mine.allow = "clipboard-write";
    mine.referrerPolicy = "strict-origin";
    mine.hidden = !isOpen;
    mine.src = await address();
    if (frame !== mine) return;
    box.append(mine);
    mine.focus();
  }

  /** The page with its session, which is kept here, on the embedding site; without one when none can be had. */
  async function address(): Promise<string> {
    const kept = remembered();
    if (kept) return kept;
    const page = new URL(`/public/chats/${chat}`, app);
    for (const [name, parameter] of Object.entries(PARAMETERS)) {
      const value = script.dataset[name];
      if (value) page.searchParams.set(parameter, value);
    }
    try {
      const response = await fetch(`${app}/api/v1/public/chats/${chat}/public-session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
        credentials: "omit",
      });
      if (!response.ok) return page.href;
      page.searchParams.set("sid", (await response.json()) as string);
      remember(page.href);
    } catch {
      // The page makes itself a session.
    }
    return page.href;
  }

  function remembered(): string | null {
    const kept = read(key);
    return kept?.startsWith(`${app}/public/chats/${chat}?`) ? kept : null;
  }

  function remember(address: string | null): void {
    write(key, address);
    if (address === null) write(`${key}:marker`, null);
  }

  /** Where browsers refuse storage to frames, the frame shows with this that it began its conversation. */
  function marker(): string {
    const kept = read(`${key}:marker`);
    if (kept) return kept;
    const made = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
      "-",
    );
    write(`${key}:marker`, made.padEnd(16, "0"));
    return made.padEnd(16, "0");
  }

  function end(isRenewed: boolean): void {
    remember(null);
    frame?.remove();
    frame = undefined;
    isReady = false;
    if (isRenewed) void load();
    else close();
  }

  addEventListener("message", ({ source, origin, data }: MessageEvent) => {
    if (!frame || source !== frame.contentWindow || origin !== app || data?.source !== "parley") return;
    if (data.type === "ready") {
      isReady = true;
      toFrame(isOpen ? "shown" : "hidden");
      tell("ready");
    } else if (data.type === "message") tell("message", { role: data.role });
    else if (data.type === "unread" && Number.isInteger(data.count)) {
      paint(data.count);
      tell("unread", { count: data.count });
    } else if (data.type === "close") {
      if (data.ended) end(data.renew === true);
      else close();
    }
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen && !event.defaultPrevented) close();
  });

  Object.assign(window, {
    Parley: {
      open,
      close,
      toggle: () => (isOpen ? close() : open()),
      /** @returns what ends the listening */
      on: (happening: Happening, listen: Listener) => {
        if (!listeners.has(happening)) listeners.set(happening, new Set());
        listeners.get(happening)!.add(listen);
        return () => listeners.get(happening)!.delete(listen);
      },
    },
  });

  const begin = () => {
    document.body.append(holder);
    if (script.dataset.open !== undefined && script.dataset.open !== "false") open();
  };
  if (document.body) begin();
  else addEventListener("DOMContentLoaded", begin, { once: true });
}

/** What is kept while the page is open, if the site may not store. */
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

const script = document.currentScript as HTMLScriptElement | null;
if (script?.dataset.chat) launch(script, script.dataset.chat);
