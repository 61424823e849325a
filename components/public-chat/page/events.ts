import { type Api, RefusedCall } from "./api";

export type ServerEvent = { event: string; id: number | undefined; data: never };

const MAX_RETRY_DELAY_MS = 15_000;
// Connections that are silent for this many milliseconds are reopened; longer than the server's ping interval.
const SILENCE = 45_000;

/**
 * Follows an event stream until `over` aborts, and reconnects when it breaks.
 * @param heard Handles one event after the other; an exception breaks the connection
 * @param path Called for each connection, so that it can resume at the last position
 */
export async function followEvents(
  api: Api,
  path: () => string,
  heard: (event: ServerEvent) => void | Promise<void>,
  {
    over,
    lost,
    connected,
  }: { over: AbortSignal; lost: (refusal: RefusedCall) => void; connected?: () => void },
): Promise<void> {
  for (let wait = 500; !over.aborted; wait = Math.min(wait * 2, MAX_RETRY_DELAY_MS)) {
    const connection = new AbortController();
    const end = () => connection.abort();
    over.addEventListener("abort", end, { once: true });
    let silence = setTimeout(end, SILENCE);
    try {
      const { body } = await api.stream(path(), connection.signal);
      connected?.();
      for await (const text of chunks(body!)) {
        clearTimeout(silence);
        silence = setTimeout(end, SILENCE);
        wait = 500;
        for (const event of text) if (!over.aborted) await heard(event);
      }
    } catch (error) {
      if (over.aborted) return;
      if (error instanceof RefusedCall) {
        lost(error);
        if (error.status === 404 || error.status === 403) return;
        wait = Math.max(wait, (error.retryAfter ?? 0) * 1000);
      }
    } finally {
      clearTimeout(silence);
      over.removeEventListener("abort", end);
      connection.abort();
    }
    await new Promise((wake) => setTimeout(wake, wait));
  }
}

async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop()!;
    yield blocks.map(read).filter((event) => event !== undefined);
  }
}

function read(block: string): ServerEvent | undefined {
  const field = (name: string) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const [event, data, id] = [field("event"), field("data"), field("id")];
  return event && data
    ? { event, data: JSON.parse(data) as never, id: id ? Number(id) : undefined }
    : undefined;
}
