import { buildChatUrl } from "./address";
import { createLauncherButton } from "./button";
import { loadOptions } from "./chosen";
import { read, visitIn, write } from "./kept";
import { type ChatEvent, createListeners, type DetailListener } from "./listeners";
import type { ScriptOptions } from "./options";
import { isNamed, isSomebodyElse, toPersonKey, type VisitorIdentity } from "./person";
import { getPageAddress, runWhenIdle } from "./site-page";
import { getTexts } from "./texts";

// Timeout after which a frame is removed without its confirmation.
const MAX_FORGETTING_MS = 1000;

type Theme = "light" | "dark";
export type Widget = ReturnType<typeof launch>;

/**
 * Creates the button and the frame of a chat. While it waits for consent it stores, requests and shows nothing.
 * @param gone Called when the widget is destroyed
 */
export function launch(app: string, chat: string, options: ScriptOptions, gone: () => void) {
  const key = `parley:${chat}`;
  const placeOfPerson = `${key}:person`;
  let texts = getTexts(options.language);
  const { tell, ...heard } = createListeners();
  const over = new AbortController();
  const { signal } = over;
  let mayRun = options.consent !== "required";
  let waiting: (() => void)[] = [];
  let untold: object[] = [];
  let frame: HTMLIFrameElement | undefined;
  let visit = "";
  let person: VisitorIdentity | undefined;
  let introduced: VisitorIdentity | undefined;
  let page = "";
  let isOpen = false;
  let isReady = false;
  let unread = 0;
  let before: Element | null = null;

  const { holder, box, button, ...launcher } = createLauncherButton(
    options,
    () => texts,
    () => toggle(),
  );
  paint();

  function paint(): void {
    launcher.paint({ isOpen, isReady, unread });
    if (frame) frame.hidden = !isOpen;
  }

  const post = (message: object) =>
    frame?.contentWindow?.postMessage({ source: "parley-launcher", ...message }, app);
  const toFrame = (message: object) => void (isReady ? post(message) : untold.push(message));
  const sayWhetherShown = () => post({ type: isOpen ? "shown" : "hidden" });
  const toggle = () => (isOpen ? close() : open());

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    before = document.activeElement;
    if (!frame) load();
    paint();
    if (isReady) sayWhetherShown();
    frame?.focus();
    tell("open");
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    const { activeElement, body } = document;
    paint();
    if (isReady) sayWhetherShown();
    // Keeps the focus where the visitor is typing on the site.
    if (activeElement === holder || activeElement === body || !activeElement) {
      const isElsewhere = before instanceof HTMLElement && before !== body && before !== holder;
      (isElsewhere ? (before as HTMLElement) : button).focus();
    }
    tell("close");
  }

  function load(): void {
    frame = document.createElement("iframe");
    frame.title = options.title || texts.frame;
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "strict-origin";
    // Stored on the embedding site, so that clearing the site's data also ends the visit, even without a frame.
    visit = visitIn(key);
    frame.src = buildChatUrl(app, chat, options, visit);
    frame.hidden = !isOpen;
    box.append(frame);
    if (isOpen) frame.focus();
  }

  // Sends the person's identity to the frame unless it is verified already; returns true if sent.
  function introduce(): boolean {
    if (!person || read(placeOfPerson) === toPersonKey(person)) return false;
    isReady = false;
    introduced = person;
    post({ type: "identify", person });
    return true;
  }

  function identify(identity: VisitorIdentity): void {
    person = identity;
    if (isSomebodyElse(identity, read(placeOfPerson))) endForNext();
    else if (isReady) introduce();
  }

  /** @param verified Null if the server refused the identity */
  function noteIdentified(verified: unknown): void {
    const isCurrent = introduced === person;
    if (introduced && Array.isArray(verified)) {
      // Without an id the visitor keeps the earlier identity.
      if (isNamed(introduced) || !read(placeOfPerson)) write(placeOfPerson, toPersonKey(introduced));
      tell("identified", { verified });
    }
    // The site may have identified another person meanwhile.
    if (person && isSomebodyElse(person, read(placeOfPerson))) endForNext();
    else if (isCurrent || !introduce()) becomeReady();
  }

  function becomeReady(): void {
    isReady = true;
    paint();
    sayWhetherShown();
    untold.splice(0).forEach(post);
    tell("ready");
  }

  function haveForgotten(): void {
    const leaving = frame!;
    frame = undefined;
    leaving.hidden = true;
    const remove = ({ source, data }: Partial<MessageEvent> = {}) => {
      if (source && (source !== leaving.contentWindow || data?.type !== "forgotten")) return;
      leaving.remove();
      removeEventListener("message", remove);
    };
    addEventListener("message", remove);
    setTimeout(remove, MAX_FORGETTING_MS);
    leaving.contentWindow!.postMessage({ source: "parley-launcher", type: "forget" }, app);
  }

  function drop(): void {
    frame?.remove();
    frame = undefined;
    isReady = false;
    introduced = undefined;
    unread = 0;
    page = "";
  }

  function end(isRenewed: boolean): void {
    for (const place of [key, placeOfPerson]) write(place, null);
    untold = [];
    // A later frame clears the storage of an earlier visit. Without one, this frame clears it before it is removed.
    if (isReady && !isRenewed) haveForgotten();
    drop();
    paint();
    if (isRenewed) load();
    else close();
  }

  // Ends the visit, so that the next user of the device sees nothing of it.
  const endForNext = () => end(isOpen);

  function sayPage(): void {
    if (!isReady || page === getPageAddress()) return;
    page = getPageAddress();
    post({ type: "page", page });
  }

  const hear = <E extends Event>(target: EventTarget | undefined, name: string, listen: (event: E) => void) =>
    target?.addEventListener(name, listen as (event: Event) => void, { signal });
  hear<MessageEvent>(window, "message", ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== app || data?.source !== "parley") return;
    if (data.type === "ready") {
      if (data.isNew === true) write(placeOfPerson, null);
      if (!introduce()) becomeReady();
    } else if (data.type === "identified") noteIdentified(data.verified);
    else if (data.type === "message") tell("message", { role: data.role });
    else if (data.type === "unread" && Number.isInteger(data.count)) {
      unread = data.count;
      paint();
      tell("unread", { count: unread });
    } else if (data.type === "close") {
      if (data.ended) {
        person = undefined;
        end(data.renew === true);
      } else close();
    }
    sayPage();
  });
  hear<KeyboardEvent>(window, "keydown", (event) => {
    if (event.key === "Escape" && isOpen && !event.defaultPrevented) close();
  });
  // The visitor has signed in or out in another tab.
  hear<StorageEvent>(window, "storage", ({ key: place, newValue }) => {
    const isOver = place === key && newValue !== visit;
    const isKnown = place === placeOfPerson && newValue !== null;
    if (!frame || !(isOver || isKnown)) return;
    drop();
    if (isOpen && newValue) load();
    else close();
    paint();
  });
  hear((window as { navigation?: EventTarget }).navigation, "currententrychange", sayPage);
  hear(window, "popstate", sayPage);

  async function begin(): Promise<void> {
    if (signal.aborted || !mayRun) return;
    const chosen = await loadOptions(app, chat, options);
    if (signal.aborted || !mayRun) return;
    texts = getTexts(options.language ?? chosen.language ?? undefined);
    paint();
    launcher.show(chosen);
    // The chat may have been opened meanwhile.
    if (isOpen) frame?.focus();
    if (options.open !== undefined && options.open !== "false") open();
    // A conversation begun on an earlier page needs the frame for notifications.
    else if (read(key)) runWhenIdle(() => frame || signal.aborted || !mayRun || load());
  }
  function start(): void {
    if (document.body) void begin();
    else addEventListener("DOMContentLoaded", () => void begin(), { once: true, signal });
  }
  if (mayRun) start();

  const allowed =
    <A extends unknown[]>(work: (...given: A) => unknown) =>
    (...given: A): void => {
      if (signal.aborted) return;
      if (mayRun) work(...given);
      else waiting.push(() => work(...given));
    };

  return {
    open: allowed(open),
    close: allowed(close),
    toggle: allowed(toggle),
    prefill: allowed((text: string) => toFrame({ type: "prefill", text })),
    send: allowed((text: string) => {
      open();
      toFrame({ type: "send", text });
    }),
    /** @param theme Null follows the visitor's system */
    setTheme: allowed((theme: Theme | null) => {
      options.theme = theme ?? undefined;
      toFrame({ type: "theme", theme });
    }),
    identify: allowed(identify),
    /** Clears the visitor's identity and conversation, for sign-outs. */
    reset: allowed(() => {
      person = undefined;
      endForNext();
    }),
    /** @param isGiven False withdraws the consent and clears all stored data */
    consent(isGiven = true): void {
      if (signal.aborted || isGiven === mayRun) return;
      if (!isGiven) {
        person = undefined;
        end(false);
        holder.remove();
      }
      mayRun = isGiven;
      if (!isGiven) return;
      start();
      for (const work of waiting.splice(0)) work();
    },
    /**
     * Subscribes to an event; "ready" is also delivered if it has already happened.
     * @returns the unsubscribe function
     */
    on(happening: ChatEvent, listen: DetailListener): () => void {
      const stop = heard.add(happening, listen);
      if (happening === "ready" && isReady) listen({});
      return stop;
    },
    /** Removes the widget and its listeners. A new widget resumes the conversation. */
    destroy(): void {
      over.abort();
      heard.clear();
      waiting = [];
      drop();
      holder.remove();
      gone();
    },
  };
}
