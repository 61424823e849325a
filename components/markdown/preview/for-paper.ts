import type { ArtifactKind } from "../artifacts";

/** Rendered previews of the page by kind and code, reused when a text is printed. */
const drawings = new Map<string, () => Element | null>();

const keyOf = (kind: string, code: string) => `${kind}\n${code.trim()}`;

/** @returns what takes it back */
export function registerDrawing(kind: ArtifactKind, code: string, find: () => Element | null): () => void {
  const key = keyOf(kind, code);
  drawings.set(key, find);
  return () => {
    if (drawings.get(key) === find) drawings.delete(key);
  };
}

/** A copy of what a preview shows of this code, if there is one. */
export const copyDrawing = (kind: string, code: string): Element | undefined =>
  drawings.get(keyOf(kind, code))?.()?.cloneNode(true) as Element | undefined;

/** Previews that nobody has come near to are made a few at a time. */
const MAX_AT_ONCE = 2;
const turns = { running: 0, waiting: [] as (() => void)[] };

/** Calls `begin` when it is its turn. @returns what gives the turn back, or ends the wait for it */
export function takeTurn(begin: () => void): () => void {
  let isOver = false;
  turns.waiting.push(begin);
  beginNext();
  return () => {
    if (isOver) return;
    isOver = true;
    const place = turns.waiting.indexOf(begin);
    if (place >= 0) turns.waiting.splice(place, 1);
    else turns.running--;
    beginNext();
  };
}

function beginNext(): void {
  while (turns.running < MAX_AT_ONCE && turns.waiting.length > 0) {
    turns.running++;
    turns.waiting.shift()!();
  }
}
