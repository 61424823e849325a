import { randomUUID } from "node:crypto";
import type { ModelMessage, Sampling } from "@/lib/ai/models/service";
import { chooseModel } from "@/lib/ai/models/service";
import { connectionsOf, withSightOf } from "@/lib/ai/providers/service";
import { caps, tokensOf } from "@/lib/ai/usage/service";
import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import { toolsOf } from "@/lib/conversation/mcp/service";
import { config } from "@/lib/platform/config";
import { notFound } from "@/lib/platform/errors";
import { converse, newTally } from "./converse";
import { LiveRun } from "./live";
import { type Setting, toolsFor } from "./tools";
import { nowhere } from "./tools/kinds";

export type Conversation = {
  assistantId: number;
  /** What the caller adds to the instructions of the assistant. */
  instructions?: string;
  messages: ModelMessage[];
  sampling?: Sampling;
  signal: AbortSignal;
  /** Hears what the assistant says, as it comes. */
  heard?: (text: string) => void;
};
/** `isCut`: it ended where it was as long as it may be. */
export type Said = { text: string; inputTokens: number; outputTokens: number; isCut: boolean };

/**
 * Has an assistant reply outside of any chat: to the messages that are given
 * and nothing else, without a trace but its use. Of its tools it has those that
 * change nothing, because there is nobody to ask.
 * @throws AppError not_found for the assistant; ModelError; the reason of `signal`
 */
export async function replyWithoutChat(viewer: Viewer, given: Conversation): Promise<Said> {
  const { group, user } = viewer;
  const [assistant] = await assistants.byIds(group.id, [given.assistantId]);
  if (!assistant) throw notFound("Assistant");
  const connections = await connectionsOf(group.id);
  const model = await withSightOf(group.id, await chooseModel(assistant.model, connections, config()));
  if (!model.builtin) await caps.assertTokenQuota(group.id, model.id);

  const live = new LiveRun(randomUUID(), 0, 0, 0, false);
  const stop = () => live.stopping.abort(given.signal.reason);
  given.signal.addEventListener("abort", stop, { once: true });
  if (given.signal.aborted) stop();
  let told = 0;
  live.listen(() => {
    const text = live.text.slice(told);
    told = live.text.length;
    if (text !== "") given.heard?.(text);
  });
  const setting: Setting = {
    ...nowhere(group.id),
    audience: { groupId: group.id, userId: user.id },
    assistantId: assistant.id,
    allowed: assistant.tools,
    outside: model.builtin
      ? []
      : (await toolsOf(group.id, assistant.id)).filter(({ isReadOnly }) => isReadOnly),
  };
  const request = {
    instructions: [assistant.instructions.trim(), given.instructions?.trim()].filter(Boolean).join("\n\n"),
    messages: model.sees ? given.messages : given.messages.map(withoutImages),
    signal: live.stopping.signal,
    sampling: { ...assistants.samplingOf(assistant), ...definedOf(given.sampling) },
    tools: model.builtin ? [] : toolsFor(setting),
  };
  const tally = newTally();
  const count = async (error: string | null) => {
    const characters = request.messages.reduce(
      (sum, each) => sum + lengthOf(each),
      request.instructions.length,
    );
    const extra = { usage: tally.usage, context: { characters } };
    const tokens = model.builtin
      ? { inputTokens: 0, outputTokens: 0 }
      : tokensOf({ text: live.text, error, extra });
    const whose = { groupId: group.id, chatId: 0, assistantId: assistant.id, userId: user.id };
    await caps.count({ ...whose, model: model.id, ...tokens });
    return tokens;
  };
  try {
    await converse({ model, connections, request, setting, live, tally });
  } catch (error) {
    await count("failed");
    throw error;
  } finally {
    given.signal.removeEventListener("abort", stop);
  }
  return { text: live.text, isCut: tally.isCut, ...(await count(null)) };
}

/** What a caller says, without what it leaves to the assistant. */
const definedOf = (sampling: Sampling = {}): Sampling =>
  Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== undefined));

const lengthOf = (message: ModelMessage) => (message.role === "tool" ? 0 : message.text.length);

const withoutImages = (message: ModelMessage): ModelMessage => {
  if (message.role !== "user" || !message.images) return message;
  return { role: "user", text: `${message.text}\n\n[A picture, which this model cannot see.]`.trim() };
};
