import { tellHost } from "./host";

let count = 0;
let isShown = true;

/** A message has come; the page that embeds this one is told how many did while nobody looked. */
export function messageCame(): void {
  if (!isShown || document.hidden) tellHost({ type: "unread", count: ++count });
}

/** @param isNow Whether the embedding page shows this one */
export function show(isNow: boolean): void {
  isShown = isNow;
  look();
}

function look(): void {
  if (!isShown || document.hidden || count === 0) return;
  count = 0;
  tellHost({ type: "unread", count });
}

document.addEventListener("visibilitychange", look);
