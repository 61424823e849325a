import * as assistants from "@/lib/assistants/service";
import { config } from "@/lib/config";
import { log } from "@/lib/log";
import { chooseModel, streamReply } from "@/lib/models/language";
import { type ModelChoice, ModelError } from "@/lib/models/types";
import { connectionsOf } from "@/lib/providers/service";

/** The model of an assistant, or what stands in for one that is gone or names none. */
export async function modelOf(groupId: string, assistantId: number | null): Promise<ModelChoice> {
  const connections = await connectionsOf(groupId);
  const [assistant] = assistantId === null ? [] : await assistants.byIds(groupId, [assistantId]);
  return chooseModel(assistant?.model ?? null, connections, config());
}

type Question = { groupId: string; model: ModelChoice; instructions: string; text: string; mostMs: number };

/**
 * What a model says to one text, beside any chat and without tools. For work
 * that nobody waits for: undefined when the model fails or takes too long.
 */
export async function askBriefly({ groupId, model, instructions, text, mostMs }: Question) {
  const signal = AbortSignal.timeout(mostMs);
  const request = { instructions, messages: [{ role: "user" as const, text }], signal };
  let said = "";
  try {
    for await (const event of streamReply(model, await connectionsOf(groupId), request, config()))
      if (event.type === "text") said += event.text;
  } catch (error) {
    if (!(error instanceof ModelError) && !signal.aborted) throw error;
    log.warn({ reason: (error as Error).message }, "a model could not be asked in the background");
    return undefined;
  }
  return said.trim();
}

/** A text as data: what it holds cannot end the tag around it. */
export const data = (tag: string, text: string): string =>
  `<${tag}>\n${text.replaceAll(`</${tag}`, `<\\/${tag}`)}\n</${tag}>`;
