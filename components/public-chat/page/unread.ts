import { postToHost } from "./host";
import { hasSound } from "./session";

const { title } = document;
let count = 0;
let isShown = true;

const sound = () => import("./sound");
// Loaded early, because browsers allow sound only after a gesture that the module has observed.
if (hasSound()) void sound().catch(Object);

export function notifyOfMessage(): void {
  if (isShown && !document.hidden) return;
  postToHost({ type: "unread", count: ++count });
  if (document.hidden) document.title = `(${count}) ${title}`;
  if (hasSound())
    void sound()
      .then(({ play }) => play())
      .catch(Object);
}

/** @param isNow True if the embedding page shows the chat */
export function setVisible(isNow: boolean): void {
  isShown = isNow;
  look();
}

function look(): void {
  if (!document.hidden) document.title = title;
  if (!isShown || document.hidden || count === 0) return;
  count = 0;
  postToHost({ type: "unread", count });
}

document.addEventListener("visibilitychange", look);
