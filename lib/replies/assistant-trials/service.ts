import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import type { BodyOf } from "@/lib/api/contract";
import * as assistants from "@/lib/chat/assistants/service";
import { ModelError } from "@/lib/llm/models/service";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { StreamEvent } from "@/lib/platform/stream-event";
import { replyWithoutChat } from "@/lib/replies/runs/service";
import type { trialsApi } from "./contract";

type Trial = BodyOf<typeof trialsApi.tryAssistant>;
type Reply = z.output<(typeof trialsApi.tryAssistant)["returns"] & z.ZodType>;

export async function runTrial(
  viewer: Viewer,
  { assistant, id, messages }: Trial,
  signal: AbortSignal,
  heard?: (text: string) => void,
): Promise<Reply> {
  const draft = await buildDraft(viewer, assistant, id);
  try {
    const said = await replyWithoutChat(viewer, { by: { draft }, messages, signal, heard });
    return { text: said.text, model: said.model, passed_over: said.passed };
  } catch (error) {
    if (error instanceof ModelError) throw new AppError("provider_failed", error.message);
    throw error;
  }
}

/** @throws AppError before the first event for invalid fields */
export async function follow(
  viewer: Viewer,
  trial: Trial,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  // Validates the fields before the stream starts, so that an error becomes the response's status, not an event.
  await buildDraft(viewer, trial.assistant, trial.id);
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
  void runTrial(viewer, trial, stopping.signal, (text) => tell("text", { text }))
    .then((reply) => tell("done", reply))
    .catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      if (!(error instanceof AppError)) log.error({ err: error }, "a trial failed");
      const message = error instanceof AppError ? error.message : "The reply failed on our side. Try again.";
      tell("error", { message });
    })
    .finally(() => {
      isOver = true;
      signal.removeEventListener("abort", stop);
      wake();
    });
  return (async function* () {
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
  })();
}

async function buildDraft(viewer: Viewer, given: Trial["assistant"], id: number | undefined) {
  const [saved] = id === undefined ? [] : await assistants.listByIds(viewer.group.id, [id]);
  await assistants.assertModelsUsable(viewer, given, saved);
  return assistants.buildUnsavedAssistant(viewer, given, id);
}
