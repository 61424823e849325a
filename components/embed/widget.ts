import { addressOf, sidOf } from "./address";
import { launcherButton } from "./button";
import { chosenFor } from "./chosen";
import { dropKept, keep, keptBy, marker, read, write } from "./kept";
import { type ChatEvent, type Listener, listeners } from "./listeners";
import type { Options } from "./options";
import { isNamed, isSomebodyElse, nameOf, type Person } from "./person";
import { serverOf } from "./server";
import { here, onceIdle } from "./site-page";
import { textsIn } from "./texts";

type Theme = "light" | "dark";
export type Widget = ReturnType<typeof launch>;

/**
 * A button that opens a chat, and its frame. Without the consent that it may
 * have to wait for it stores, asks and shows nothing.
 * @param gone Called when it is destroyed
 */
export function launch(app: string, chat: string, options: Options, gone: () => void) {
  const key = `parley:${chat}`;
  const [placeOfMarker, placeOfPerson] = [`${key}:marker`, `${key}:person`];
  const [placeOfFrame, isToBeNew] = [`${key}:frame`, `${key}:new`];
  let texts = textsIn(options.language);
  const server = serverOf(app, chat);
  const { tell, ...heard } = listeners();
  const over = new AbortController();
  const { signal } = over;
  let mayRun = options.consent !== "required";
  let waiting: (() => void)[] = [];
  /** What the frame is told when it is ready. */
  let untold: object[] = [];
  let frame: HTMLIFrameElement | undefined;
  let person: Person | undefined;
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
  const sayWhetherShown = () =>
    post({ type: isOpen ? "shown" : "hidden", marker: marker(placeOfMarker), kept: keptBy(placeOfFrame) });
  const toggle = () => (isOpen ? close() : open());

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    before = document.activeElement;
    if (!frame) void load();
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

  async function load(): Promise<void> {
    const mine = document.createElement("iframe");
    frame = mine;
    mine.title = options.title || texts.frame;
    mine.allow = "clipboard-write";
    mine.referrerPolicy = "strict-origin";
    const kept = sidOf(read(key));
    if (!kept) page = here();
    const sid = kept ?? (await server.newSession(page));
    const settled = sid && frame === mine ? await identified(sid) : sid;
    if (frame !== mine) return;
    mine.src = addressFor(settled);
    mine.hidden = !isOpen;
    box.append(mine);
    if (isOpen) mine.focus();
  }

  function addressFor(sid: string | undefined): string {
    const address = addressOf(app, chat, options, sid);
    // Here, on the embedding site: what frames of other sites store is not kept everywhere.
    if (sid) write(key, address.href);
    // The frame is to take no other session that this browser knows, and to ask nobody whose it is.
    if (sid || read(isToBeNew)) address.hash = "own";
    return address.href;
  }

  /** Says who the visitor is, unless that is known; answers the session to go on with. */
  async function identified(sid: string): Promise<string> {
    const said = person;
    if (!said || read(placeOfPerson) === nameOf(said)) return sid;
    const answer = await server.identify(sid, said);
    // Meanwhile somebody else may have come.
    if (!answer || person !== said || signal.aborted) return sid;
    // Without an id they are still who they were.
    if (isNamed(said) || !read(placeOfPerson)) write(placeOfPerson, nameOf(said));
    tell("identified", { verified: answer.verified });
    return answer.session_id ?? sid;
  }

  async function identify(given: Person): Promise<void> {
    person = given;
    if (isSomebodyElse(given, read(placeOfPerson))) return endForNext();
    const mine = frame;
    const sid = sidOf(read(key));
    if (!mine || !sid) return;
    const next = await identified(sid);
    if (next === sid || frame !== mine) return;
    addressFor(next);
    drop();
    void load();
  }

  function drop(): void {
    frame?.remove();
    frame = undefined;
    isReady = false;
    unread = 0;
    page = "";
  }

  /** Forgets the conversation; `isRenewed`: and begins another at once. */
  function end(isRenewed: boolean): void {
    for (const place of [key, placeOfMarker, placeOfPerson]) write(place, null);
    dropKept(placeOfFrame);
    untold = [];
    drop();
    paint();
    if (isRenewed) void load();
    else close();
  }

  /** Nothing of this visitor is shown to the next one at this device, also of what the frame itself remembers. */
  function endForNext(): void {
    write(isToBeNew, "1");
    end(isOpen);
  }

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
      // What was kept does not hold any more: with a session of its own the next page goes on here.
      if (data.made === true && sidOf(read(key))) return end(true);
      write(isToBeNew, null);
      isReady = true;
      paint();
      sayWhetherShown();
      untold.splice(0).forEach(post);
      tell("ready");
    } else if (data.type === "message") tell("message", { role: data.role });
    else if (data.type === "unread" && Number.isInteger(data.count)) {
      unread = data.count;
      paint();
      tell("unread", { count: unread });
    } else if (data.type === "keep") keep(placeOfFrame, String(data.key), data.value);
    else if (data.type === "close") {
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
    const shown = sidOf(frame?.src ?? null);
    if (place !== key || !shown || shown === sidOf(newValue)) return;
    drop();
    if (isOpen && newValue) void load();
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
    else if (sidOf(read(key))) onceIdle(() => frame || signal.aborted || !mayRun || void load());
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
    identify: allowed((given: Person) => void identify(given)),
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
