import { type ModelChoice, ModelError, type ModelEvent, streamReply } from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { caps, countTokens } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";

type ReportedUsage = Extract<ModelEvent, { type: "finish" }>["usage"] | undefined;

type CompletionRequest = {
  groupId: string;
  model: ModelChoice;
  instructions: string;
  text: string;
  mostMs: number;
  for: {
    kind: "title" | "summary" | "translation" | "follow_up";
    chatId: number;
    assistantId: number | null;
    userId?: number;
  };
};

/**
 * Asks a model for a reply to one text, without a chat or tools, for background work. Returns undefined when the
 * model fails or times out.
 */
export async function completeOnce({
  groupId,
  model,
  instructions,
  text,
  mostMs,
  for: purpose,
}: CompletionRequest) {
  const signal = AbortSignal.timeout(mostMs);
  const request = { instructions, messages: [{ role: "user" as const, text }], signal };
  let said = "";
  let usage: ReportedUsage;
  let isThought = false;
  let problem: string | null = null;
  try {
    await streamReply(model, await listGroupConnections(groupId), request, config(), (event) => {
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
  const tokens = countTokens({ text: said, error: problem, extra: { usage, context } });
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
  // Thinking without a reply is usually truncated and unusable as a title.
  if (problem !== null || (isThought && purpose.kind === "title")) return undefined;
  return withoutTag(said.trim());
}

function withoutTag(answer: string): string {
  const [opening = "", tag] = /^<(\w+)>/.exec(answer) ?? [];
  const closing = `</${tag}>`;
  return tag && answer.endsWith(closing) ? answer.slice(opening.length, -closing.length).trim() : answer;
}

/** Wraps text in a tag as data. Escapes closing tags inside it. */
export const wrapAsData = (tag: string, text: string): string =>
  `<${tag}>\n${text.replaceAll(`</${tag}`, `<\\/${tag}`)}\n</${tag}>`;
