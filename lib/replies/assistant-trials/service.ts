import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import type { BodyOf } from "@/lib/api/contract";
import * as assistants from "@/lib/chat/assistants/service";
import { ModelError } from "@/lib/llm/models/service";
import { AppError } from "@/lib/platform/errors";
import type { StreamEvent } from "@/lib/platform/stream-event";
import { replyWithoutChat, streamWithoutChat } from "@/lib/replies/runs/service";
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
  return streamWithoutChat(signal, (stopping, heard) => runTrial(viewer, trial, stopping, heard));
}

async function buildDraft(viewer: Viewer, given: Trial["assistant"], id: number | undefined) {
  const [saved] = id === undefined ? [] : await assistants.listByIds(viewer.group.id, [id]);
  await assistants.assertModelsUsable(viewer, given, saved);
  return assistants.buildUnsavedAssistant(viewer, given, id);
}
