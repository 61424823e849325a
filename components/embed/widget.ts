import { addressOf } from "./address";
import { launcherButton } from "./button";
import { chosenFor } from "./chosen";
import { read, visitIn, write } from "./kept";
import { type ChatEvent, type Listener, listeners } from "./listeners";
import type { Options } from "./options";
import { isNamed, isSomebodyElse, nameOf, type Person } from "./person";
import { here, onceIdle } from "./site-page";
import { textsIn } from "./texts";

/** A frame that does not answer is removed all the same. */
const MAX_FORGETTING_MS = 1000;

type Theme = "light" | "dark";
export type Widget = ReturnType<typeof launch>;

/**
 * A button that opens a chat, and its frame. Without the consent that it may
 * have to wait for it stores, asks and shows nothing.
 * @param gone Called when it is destroyed
 */
export function launch(app: string, chat: string, options: Options, gone: () => void) {
  const key = `parley:${chat}`;
  const placeOfPerson = `${key}:person`;
  let texts = textsIn(options.language);
  const { tell, ...heard } = listeners();
  const over = new AbortController();
  const { signal } = over;
  let mayRun = options.consent !== "required";
  let waiting: (() => void)[] = [];
  /** What the frame is told when it is ready. */
  let untold: object[] = [];
  let frame: HTMLIFrameElement | undefined;
  let visit = "";
  let person: Person | undefined;
  /** Whom the frame is telling the server of. */
  let introduced: Person | undefined;
  let page = "";
  let isOpen = false;
  let isReady = false;
  let unread = 0;
  let before: Element | null = null;

  const { holder, box, button, ...launcher } = launcherButton(
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
    // Whoever writes elsewhere in the page meanwhile is left alone.
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
    // Kept here, on the embedding site: so it is forgotten with what the site forgets, also while there is no frame.
    visit = visitIn(key);
    frame.src = addressOf(app, chat, options, visit);
    frame.hidden = !isOpen;
    box.append(frame);
    if (isOpen) frame.focus();
  }

  /** Has the frame say who the visitor is, unless that is known. Whether it does. */
  function introduce(): boolean {
    if (!person || read(placeOfPerson) === nameOf(person)) return false;
    isReady = false;
    introduced = person;
    post({ type: "identify", person });
    return true;
  }

  function identify(given: Person): void {
    person = given;
    if (isSomebodyElse(given, read(placeOfPerson))) endForNext();
    else if (isReady) introduce();
  }

  /** @param verified Null when the server has refused who the visitor is */
  function noteIdentified(verified: unknown): void {
    const isCurrent = introduced === person;
    if (introduced && Array.isArray(verified)) {
      // Without an id they are still who they were.
      if (isNamed(introduced) || !read(placeOfPerson)) write(placeOfPerson, nameOf(introduced));
      tell("identified", { verified });
    }
    // Meanwhile somebody else may have come.
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

  /** Forgets the conversation; `isRenewed`: and begins another at once. */
  function end(isRenewed: boolean): void {
    for (const place of [key, placeOfPerson]) write(place, null);
    untold = [];
    // The next frame forgets what belongs to another visit; without one, this frame does before it goes.
    if (isReady && !isRenewed) haveForgotten();
    drop();
    paint();
    if (isRenewed) load();
    else close();
  }

  /** Nothing of this visitor is shown to the next one at this device. */
  const endForNext = () => end(isOpen);

  /** The team sees which page the visitor is on, also where it changes without being loaded. */
  function sayPage(): void {
    if (!isReady || page === here()) return;
    page = here();
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
  // In another tab the visitor has signed in or out.
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
    const chosen = await chosenFor(app, chat, options);
    if (signal.aborted || !mayRun) return;
    texts = textsIn(options.language ?? chosen.language ?? undefined);
    paint();
    launcher.show(chosen);
    // It may have been opened meanwhile.
    if (isOpen) frame?.focus();
    if (options.open !== undefined && options.open !== "false") open();
    // Who has begun a conversation on an earlier page hears of answers on this one.
    else if (read(key)) onceIdle(() => frame || signal.aborted || !mayRun || load());
  }
  function start(): void {
    if (document.body) void begin();
    else addEventListener("DOMContentLoaded", () => void begin(), { once: true, signal });
  }
  if (mayRun) start();

  /** Waits for the consent. */
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
    /** Writes a text for the visitor, unless they have written something. */
    prefill: allowed((text: string) => toFrame({ type: "prefill", text })),
    /** Opens the chat and says something for the visitor. */
    send: allowed((text: string) => {
      open();
      toFrame({ type: "send", text });
    }),
    /** @param theme null: as the visitor's system has it */
    setTheme: allowed((theme: Theme | null) => {
      options.theme = theme ?? undefined;
      toFrame({ type: "theme", theme });
    }),
    identify: allowed(identify),
    /** Forgets who the visitor is and what was shown, as when they sign out. */
    reset: allowed(() => {
      person = undefined;
      endForNext();
    }),
    /** @param isGiven false: takes it back, and forgets what was kept */
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
     * Calls `listen` when something happens; with "ready" at once if it has already.
     * @returns what ends the listening
     */
    on(happening: ChatEvent, listen: Listener): () => void {
      const stop = heard.add(happening, listen);
      if (happening === "ready" && isReady) listen({});
      return stop;
    },
    /** Takes the button and the frame away with all that they hear; the conversation goes on when it is made again. */
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
