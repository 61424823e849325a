import { createUnreachableError, toApiError } from "@/lib/api/client";

/**
 * Posts a request and yields the events of its answer.
 * @throws ApiError; the reason of the signal
 */
export async function* streamEvents<Data>(
  path: string,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<{ event: string; data: Data }> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(body),
    signal,
  }).catch((error) => {
    throw signal.aborted ? error : createUnreachableError();
  });
  if (!response.ok) throw await toApiError(response);
  let text = "";
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    // Events end with an empty line. Pings are comments, which the pattern ignores.
    const whole = text.split("\n\n");
    text = whole.pop()!;
    for (const block of whole) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/m.exec(block) ?? [];
      if (event && data) yield { event, data: JSON.parse(data) as Data };
    }
  }
}
