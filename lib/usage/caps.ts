import { ModelError } from "@/lib/models/types";
import { single } from "@/lib/singleton";
import { embeddingTokens, type Tokens } from "./count";
import * as queries from "./queries";

/** In ms: a reply need not ask the database each time. What this process counts is known at once. */
const REMEMBERED = 2000;

type Cap = queries.Cap & { until: number };
const remembered = () => single("usage-caps", () => new Map<string, Cap>());

/** What a group may use in this calendar month (UTC), null for no limit, and what it has used of that. */
export async function capOf(groupId: string): Promise<queries.Cap> {
  const held = remembered().get(groupId);
  if (held && held.until > performance.now()) return held;
  const cap = { ...(await queries.capOf({ groupId })), until: performance.now() + REMEMBERED };
  remembered().set(groupId, cap);
  return cap;
}

/** The limit has changed. */
export const forget = (groupId: string): void => void remembered().delete(groupId);

/** A reply was stored with what it used. */
export function counted(groupId: string, { inputTokens, outputTokens }: Tokens): void {
  const held = remembered().get(groupId);
  if (held) held.used += inputTokens + outputTokens;
}

/** Stores what was used where no reply is stored with it. Without a `kind` it is a reply all the same. */
export async function count(used: Parameters<typeof queries.addUse>[0] & Tokens): Promise<void> {
  await queries.addUse(used);
  counted(used.groupId, used);
}

/**
 * Counts vectors of passages, of a whole batch at once; what the builtin model
 * makes is free. Providers tell the tokens of a batch, not of each text, so
 * they are estimated.
 */
export async function countEmbedded(model: string, passages: { id: number; text: string }[]): Promise<void> {
  if (model === "builtin" || passages.length === 0) return;
  const counted = passages.map(({ id, text }) => ({ id, tokens: embeddingTokens(text) }));
  await queries.addEmbedded({ model, passages: counted });
}

/** Counts a question that was embedded to be searched for. */
export async function countQuestion(groupId: string, model: string, text: string): Promise<void> {
  if (model === "builtin") return;
  const nobodys = { chatId: 0, assistantId: 0, userId: 0, kind: "embedding" as const };
  await count({ ...nobodys, groupId, model, inputTokens: embeddingTokens(text), outputTokens: 0 });
}

/** When something that is used up begins anew (UTC). In whole seconds. */
export function secondsUntil(when: "tomorrow" | "next month"): number {
  const now = new Date();
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const then = when === "tomorrow" ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1);
  return Math.ceil((then - now.getTime()) / 1000);
}

/** Before a model is called that counts. @throws ModelError used_up, with a sentence that says who can raise the limit */
export async function requireLeft(groupId: string): Promise<void> {
  const { most, used } = await capOf(groupId);
  if (most !== null && used >= most) {
    throw new ModelError(
      "used_up",
      "This group has used up its tokens for this month. An owner of the group can raise the limit in Settings → Usage.",
      false,
      secondsUntil("next month"),
    );
  }
}

/** What a chat has used in this month (UTC), with the conversations of its visitors. */
export const usedByChatThisMonth = ({ chatId }: { chatId: number }) =>
  queries.usedByChatThisMonth({ chatId });
