import type { ArtifactKind } from "../artifacts";

// Rendered previews of the page by kind and code, reused for print.
const drawings = new Map<string, () => Element | null>();

const toDrawingKey = (kind: string, code: string) => `${kind}\n${code.trim()}`;

export function registerDrawing(kind: ArtifactKind, code: string, find: () => Element | null): () => void {
  const key = toDrawingKey(kind, code);
  drawings.set(key, find);
  return () => {
    if (drawings.get(key) === find) drawings.delete(key);
  };
}

export const copyDrawing = (kind: string, code: string): Element | undefined =>
  drawings.get(toDrawingKey(kind, code))?.()?.cloneNode(true) as Element | undefined;

// Maximum number of previews rendered in parallel when none of them is near the viewport.
const MAX_CONCURRENT_RENDERS = 2;
const turns = { running: 0, waiting: [] as (() => void)[] };

/**
 * Queues the rendering of a preview.
 * @returns a function that releases the slot or leaves the queue
 */
export function enqueueRender(begin: () => void): () => void {
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
  while (turns.running < MAX_CONCURRENT_RENDERS && turns.waiting.length > 0) {
    turns.running++;
    turns.waiting.shift()!();
  }
}
