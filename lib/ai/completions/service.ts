import { type ModelChoice, ModelError, type ModelEvent, streamReply } from "@/lib/ai/models/service";
import { connectionsOf } from "@/lib/ai/providers/service";
import { caps, tokensOf } from "@/lib/ai/usage/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";

type Told = Extract<ModelEvent, { type: "finish" }>["usage"] | undefined;

type Question = {
  groupId: string;
  model: ModelChoice;
  instructions: string;
  text: string;
  mostMs: number;
  /** What it counts as in the group's use, and whose. */
  for: {
    kind: "title" | "summary" | "translation";
    chatId: number;
    assistantId: number | null;
    userId?: number;
  };
};

/**
 * What a model says to one text, beside any chat and without tools. For work
 * that nobody waits for: undefined when the model fails or takes too long.
 */
export async function completeOnce({ groupId, model, instructions, text, mostMs, for: purpose }: Question) {
  const signal = AbortSignal.timeout(mostMs);
  const request = { instructions, messages: [{ role: "user" as const, text }], signal };
  let said = "";
  let usage: Told;
  let isThought = false;
  let problem: string | null = null;
  try {
    await streamReply(model, await connectionsOf(groupId), request, config(), (event) => {
      if (event.type === "text") said += event.text;
      else if (event.type === "restart") said = "";
      else if (event.type === "finish") {
        usage = event.usage;
        isThought = event.isThought ?? false;
      }
    });
  } catch (error) {
    if (!(error instanceof ModelError) && !signal.aborted) throw error;
    problem = (error as Error).message;
    log.warn({ reason: problem }, "a background model call failed");
  }
  const context = { characters: instructions.length + text.length };
  const tokens = tokensOf({ text: said, error: problem, extra: { usage, context } });
  const { assistantId, userId = 0, ...whose } = purpose;
  if (!model.builtin && tokens.inputTokens + tokens.outputTokens > 0)
    await caps.count({
      groupId,
      ...whose,
      assistantId: assistantId ?? 0,
      userId,
      model: model.id,
      ...tokens,
    });
  // A thought that was cut off is no title.
  if (problem !== null || (isThought && purpose.kind === "title")) return undefined;
  return withoutTag(said.trim());
}

/** An answer whose model put a tag around all of it, as around what it was given, without that tag. */
function withoutTag(answer: string): string {
  const [opening = "", tag] = /^<(\w+)>/.exec(answer) ?? [];
  const closing = `</${tag}>`;
  return tag && answer.endsWith(closing) ? answer.slice(opening.length, -closing.length).trim() : answer;
}

/** A text as data: what it holds cannot end the tag around it. */
export const data = (tag: string, text: string): string =>
  `<${tag}>\n${text.replaceAll(`</${tag}`, `<\\/${tag}`)}\n</${tag}>`;
