import { tellHost } from "./host";
import { hasSound } from "./session";

const { title } = document;
let count = 0;
let isShown = true;

const sound = () => import("./sound");
// So that it hears of the first touch, before which browsers allow no sound.
if (hasSound()) void sound().catch(Object);

/** A message has come; the page that embeds this one, the tab's title and a sound tell of it while nobody looks. */
export function messageCame(): void {
  if (isShown && !document.hidden) return;
  tellHost({ type: "unread", count: ++count });
  if (document.hidden) document.title = `(${count}) ${title}`;
  if (hasSound())
    void sound()
      .then(({ play }) => play())
      .catch(Object);
}

/** @param isNow Whether the embedding page shows this one */
export function show(isNow: boolean): void {
  isShown = isNow;
  look();
}

function look(): void {
  if (!document.hidden) document.title = title;
  if (!isShown || document.hidden || count === 0) return;
  count = 0;
  tellHost({ type: "unread", count });
}

document.addEventListener("visibilitychange", look);
