import type { Coloured } from "./highlight";

// Slower blocks stay without highlighting.
const HIGHLIGHT_TIMEOUT_MS = 1_000;
const MAX_CACHED_BLOCKS = 200;

type ColouringRequest = {
  code: string;
  language: string;
  answer: (coloured: Coloured[] | undefined) => void;
};

let worker: Worker | undefined;
let isReady = false;
let isBusy = false;
const waiting: ColouringRequest[] = [];
const known = new Map<string, Coloured[] | undefined>();

export function getColours(code: string, language: string): Promise<Coloured[] | undefined> {
  const key = `${language}\n${code}`;
  if (known.has(key)) return Promise.resolve(known.get(key));
  return new Promise((resolve) => {
    const answer = (coloured: Coloured[] | undefined) => {
      known.set(key, coloured);
      for (const oldest of known.keys()) {
        if (known.size <= MAX_CACHED_BLOCKS) break;
        known.delete(oldest);
      }
      resolve(coloured);
    };
    waiting.push({ code, language, answer });
    next();
  });
}

function next(): void {
  const asked = isBusy ? undefined : waiting.shift();
  if (!asked) return;
  isBusy = true;
  worker ??= new Worker("/public-chat/highlight-worker.js", { type: "module" });
  let timer: ReturnType<typeof setTimeout>;
  const over = (coloured: Coloured[] | undefined, isDead: boolean) => {
    clearTimeout(timer);
    if (isDead) {
      worker?.terminate();
      worker = undefined;
      isReady = false;
    }
    isBusy = false;
    asked.answer(coloured);
    next();
  };
  const ask = () => {
    timer = setTimeout(() => over(undefined, true), HIGHLIGHT_TIMEOUT_MS);
    worker?.postMessage({ code: asked.code, language: asked.language });
  };
  worker.onmessage = ({ data }: MessageEvent<Coloured[] | "ready" | undefined>) => {
    if (data !== "ready") return over(data, false);
    isReady = true;
    ask();
  };
  worker.onerror = () => over(undefined, true);
  if (isReady) ask();
}
