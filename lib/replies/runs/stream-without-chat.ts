import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { StreamEvent } from "@/lib/platform/stream-event";

/**
 * Streams a reply that belongs to no chat: events `text`, then `done` with the result, or `error`. The run is stopped
 * when the reader leaves.
 */
export async function* streamWithoutChat(
  signal: AbortSignal,
  run: (signal: AbortSignal, heard: (text: string) => void) => Promise<unknown>,
): AsyncGenerator<StreamEvent> {
  const waiting: StreamEvent[] = [];
  let wake = () => {};
  let isOver = false;
  const tell = (event: string, data: unknown) => {
    waiting.push({ event, data });
    wake();
  };
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  void run(stopping.signal, (text) => tell("text", { text }))
    .then((reply) => tell("done", reply))
    .catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      if (!(error instanceof AppError)) log.error({ err: error }, "a reply without a chat failed");
      const message = error instanceof AppError ? error.message : "The reply failed on our side. Try again.";
      tell("error", { message });
    })
    .finally(() => {
      isOver = true;
      signal.removeEventListener("abort", stop);
      wake();
    });
  try {
    for (;;) {
      yield* waiting.splice(0);
      if (isOver && waiting.length === 0) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (waiting.length > 0 || isOver) resolve();
      });
    }
  } finally {
    stop();
  }
}
