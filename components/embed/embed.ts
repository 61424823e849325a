import { chosenFor } from "./chosen";
import { marker, read, write } from "./kept";
import { dress, icon, markOn } from "./style";
import { textsIn } from "./texts";

/**
 * The launcher of a public chat, for any site:
 * `<script async src="…/embed.js" data-chat="<uuid>"></script>`.
 * `data-title`, `data-footer`, `data-theme`, `data-language`, `data-bg-color`,
 * `data-agent-color` and `data-guest-color` say how it looks, `data-color` how
 * its button does, `data-position="left"` where that is, `data-open` that it
 * begins open; what it does not say the chat's owner has. `window.Parley` opens and closes it.
 */
type ChatEvent = "ready" | "message" | "unread" | "open" | "close";
type Listener = (detail: Record<string, unknown>) => void;

const PARAMETERS = {
  title: "ui_chat_title",
  footer: "ui_chat_footer_msg",
  theme: "ui_theme",
  language: "ui_language",
  bgColor: "ui_bg_color",
  agentColor: "ui_agent_msg_color",
  guestColor: "ui_guest_msg_color",
};
const CHAT = "M21 12a8 8 0 0 1-11.6 7.2L3 21l1.8-6.4A8 8 0 1 1 21 12";
const DOWN = "m6 9 6 6 6-6";
/** How long making a session may take before the chat is opened without. In ms. */
const LONGEST_CALL = 5000;

function launch(script: HTMLScriptElement, chat: string): void {
  const app = new URL(script.src).origin;
  const key = `parley:${chat}`;
  const chosen = chosenFor(app, chat, script.dataset);
  let texts = textsIn(script.dataset.language);
  const listeners = new Map<string, Set<Listener>>();
  let frame: HTMLIFrameElement | undefined;
  let isOpen = false;
  let isReady = false;
  let unread = 0;
  let before: Element | null = null;

  const holder = document.createElement("div");
  const root = holder.attachShadow({ mode: "open" });
  dress(root);
  const box = document.createElement("div");
  const button = document.createElement("button");
  button.type = "button";
  button.onclick = () => toggle();
  const badge = document.createElement("span");
  box.append(button);
  root.append(box);

  function paint(): void {
    const label = isOpen ? texts.close : texts.open;
    button.replaceChildren(icon(isOpen ? DOWN : CHAT), badge);
    badge.hidden = unread === 0 || isOpen;
    badge.textContent = unread > 99 ? "99+" : String(unread);
    button.ariaLabel = badge.hidden ? label : texts.openUnread.replace("{count}", String(unread));
    button.ariaExpanded = String(isOpen);
    // A frame that fails to load has no button of its own: the launcher's stays above it.
    box.classList.toggle("is-full", isOpen && isReady);
    if (frame) frame.hidden = !isOpen;
  }

  function tell(happening: ChatEvent, detail: Record<string, unknown> = {}): void {
    for (const listen of listeners.get(happening) ?? []) {
      try {
        listen(detail);
      } catch (error) {
        reportError(error);
      }
    }
  }
  const toFrame = (type: "shown" | "hidden") =>
    frame?.contentWindow?.postMessage(
      { source: "parley-launcher", type, marker: marker(`${key}:marker`) },
      app,
    );
  const toggle = () => (isOpen ? close() : open());

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
    const { activeElement, body } = document;
    paint();
    toFrame("hidden");
    // Whoever writes elsewhere in the page meanwhile is left alone.
    if (activeElement === holder || activeElement === body || !activeElement) {
      const isElsewhere = before instanceof HTMLElement && before !== body && before !== holder;
      (isElsewhere ? (before as HTMLElement) : button).focus();
    }
    tell("close");
  }

  async function load(): Promise<void> {
    const mine = document.createElement("iframe");
    frame = mine;
    mine.title = script.dataset.title || texts.frame;
    mine.allow = "clipboard-write";
    mine.referrerPolicy = "strict-origin";
    mine.src = addressFor(sidOf(read(key)) ?? (await newSession()));
    if (frame !== mine) return;
    mine.hidden = !isOpen;
    box.append(mine);
    if (isOpen) mine.focus();
  }

  function addressFor(sid: string | undefined): string {
    const page = new URL(`/public/chats/${chat}`, app);
    for (const [name, parameter] of Object.entries(PARAMETERS)) {
      const value = script.dataset[name];
      if (value) page.searchParams.set(parameter, value);
    }
    if (!sid) return page.href;
    page.searchParams.set("sid", sid);
    // Here, on the embedding site: what frames of other sites store is not kept everywhere.
    write(key, page.href);
    return page.href;
  }

  /** Undefined when none can be had; the page then makes itself one. */
  async function newSession(): Promise<string | undefined> {
    try {
      const response = await fetch(`${app}/api/v1/public/chats/${chat}/public-session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
        credentials: "omit",
        signal: AbortSignal.timeout(LONGEST_CALL),
      });
      return response.ok ? ((await response.json()) as string) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Forgets the conversation; `isRenewed`: and begins another at once. */
  function end(isRenewed: boolean): void {
    write(key, null);
    write(`${key}:marker`, null);
    frame?.remove();
    frame = undefined;
    isReady = false;
    unread = 0;
    if (isRenewed) void load();
    else close();
  }

  addEventListener("message", ({ source, origin, data }: MessageEvent) => {
    if (!frame || source !== frame.contentWindow || origin !== app || data?.source !== "parley") return;
    if (data.type === "ready") {
      // What was kept does not hold any more: with a session of its own the next page goes on here.
      if (data.made === true && sidOf(read(key))) return end(true);
      isReady = true;
      paint();
      toFrame(isOpen ? "shown" : "hidden");
      tell("ready");
    } else if (data.type === "message") tell("message", { role: data.role });
    else if (data.type === "unread" && Number.isInteger(data.count)) {
      unread = data.count;
      paint();
      tell("unread", { count: unread });
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
      toggle,
      /**
       * Calls `listen` when something happens; with "ready" at once if it has already.
       * @returns what ends the listening
       */
      on: (happening: ChatEvent, listen: Listener) => {
        if (!listeners.has(happening)) listeners.set(happening, new Set());
        listeners.get(happening)!.add(listen);
        if (happening === "ready" && isReady) listen({});
        return () => void listeners.get(happening)!.delete(listen);
      },
    },
  });

  const begin = async () => {
    const { color, position, language } = await chosen;
    const own = script.dataset.color ?? "";
    box.style.setProperty("--color", CSS.supports("color", own) ? own : (color ?? "#14614f"));
    box.classList.toggle("left", (script.dataset.position ?? position) === "left");
    texts = textsIn(script.dataset.language ?? language ?? undefined);
    paint();
    document.body.append(holder);
    // It may have been opened meanwhile.
    if (isOpen) frame?.focus();
    box.style.setProperty("--mark", markOn(getComputedStyle(button).backgroundColor));
    if (script.dataset.open !== undefined && script.dataset.open !== "false") open();
    // Who has begun a conversation on an earlier page hears of answers on this one.
    else if (sidOf(read(key))) onceIdle(() => frame ?? void load());
  };
  if (document.body) void begin();
  else addEventListener("DOMContentLoaded", () => void begin(), { once: true });
}

/** The session in an address that was kept. */
const sidOf = (address: string | null) => /[?&]sid=([0-9a-f-]{36})$/.exec(address ?? "")?.[1];

/** When the embedding page has loaded, so that it is no slower. */
function onceIdle(work: () => void): void {
  const soon = () => setTimeout(work, 500);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}

const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>("script[data-chat][src*='/embed.js']");
const known = (window as { Parley?: { toggle?: unknown } }).Parley;
// One a page, however often the script is in it.
if (script?.dataset.chat && typeof known?.toggle !== "function") launch(script, script.dataset.chat);
