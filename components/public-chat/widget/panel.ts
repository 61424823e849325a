import { buildChatUrl } from "./address";
import { createLauncherButton } from "./button";
import type { Chosen } from "./chosen";
import { createChatFrame } from "./frame";
import { visitIn } from "./kept";
import type { createListeners } from "./listeners";
import type { ScriptOptions } from "./options";
import { getTexts } from "./texts";

export type Panel = ReturnType<typeof createPanel>;
export type Tell = ReturnType<typeof createListeners>["tell"];

export function createPanel(app: string, chat: string, key: string, options: ScriptOptions, tell: Tell) {
  let texts = getTexts(options.language);
  let visitId = "";
  let isOpen = false;
  let unread = 0;
  let before: Element | null = null;
  const toggle = () => (isOpen ? close() : open());
  const { holder, box, button, ...launcher } = createLauncherButton(options, () => texts, toggle);
  const frame = createChatFrame(app, box);
  paint();

  function paint(): void {
    launcher.paint({ isOpen, isReady: frame.isReady(), unread });
    frame.setHidden(!isOpen);
  }

  const sendVisibility = () => frame.post({ type: isOpen ? "shown" : "hidden" });

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    before = document.activeElement;
    if (!frame.isLoaded()) load();
    paint();
    if (frame.isReady()) sendVisibility();
    frame.focus();
    tell("open");
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    const { activeElement, body } = document;
    paint();
    if (frame.isReady()) sendVisibility();
    // Keeps the focus where the visitor is typing on the site.
    if (activeElement === holder || activeElement === body || !activeElement) {
      const isElsewhere = before instanceof HTMLElement && before !== body && before !== holder;
      (isElsewhere ? (before as HTMLElement) : button).focus();
    }
    tell("close");
  }

  function load(): void {
    // Stored on the embedding site, so that clearing the site's data also ends the visit, even without a frame.
    visitId = visitIn(key);
    frame.load(options.title || texts.frame, buildChatUrl(app, chat, options, visitId), !isOpen);
    if (isOpen) frame.focus();
  }

  function setUnread(count: number): void {
    unread = count;
  }

  function show(chosen: Chosen): void {
    texts = getTexts(options.language ?? chosen.language ?? undefined);
    paint();
    launcher.show(chosen);
    // The chat may have been opened meanwhile.
    if (isOpen) frame.focus();
  }

  const state = { isOpen: () => isOpen, isVisit: (id: string | null) => id === visitId };
  return { holder, frame, ...state, paint, sendVisibility, open, close, toggle, load, setUnread, show };
}
