import { LRUCache } from "lru-cache";
import { isLocalId, ModelError } from "@/lib/ai/models/service";
import { config } from "@/lib/platform/config";
import { single } from "@/lib/platform/singleton";
import { embeddingTokens, type Tokens } from "./count";
import { secondsUntil } from "./periods";
import * as queries from "./queries";

/** In ms: a reply need not ask the database each time. What this process counts is known at once. */
const REMEMBERED = 2000;
/** The same where every limit is far: adding up a month takes long in a large group. */
const REMEMBERED_FAR = 30_000;
const isFar = (most: number | null, used: number) => most === null || used < most / 2;

const remembered = () => single("usage-caps", () => new LRUCache<string, queries.Cap>({ max: 10_000 }));

/**
 * What a group may use in this calendar month (UTC), null for no limit, and
 * what it has used of that; in all, and of the operator's models.
 */
export async function get(groupId: string): Promise<queries.Cap> {
  const held = remembered().get(groupId);
  if (held) return held;
  const cap = await queries.capOf({ groupId, byDefault: config().GROUP_MONTHLY_TOKENS });
  const isFarFromAll = cap.most === null && isFar(cap.operatorMost, cap.operatorUsed);
  remembered().set(groupId, cap, { ttl: isFarFromAll ? REMEMBERED_FAR : REMEMBERED });
  return cap;
}

/** The limit has changed. */
export const forget = (groupId: string): void => void remembered().delete(groupId);
export const forgetAll = (): void => remembered().clear();

/** What groups have used of the operator's models in this month (UTC). */
export const operatorUseOf = (groupIds: string[]) => queries.operatorUseOf({ groupIds });

/** What runs here uses nobody's tokens. */
const isOfThisMachine = (model: string): boolean => model === "builtin" || isLocalId(model);

/** Whether a model (`provider:model`) is reached with the operator's key or server: the group has connected no such provider itself. */
const isOperators = ({ own }: queries.Cap, model: string): boolean =>
  !isOfThisMachine(model) && !own.includes(model.split(":", 1)[0]!);

/** A reply was stored with what it used. */
export function recordUsage(
  groupId: string,
  { inputTokens, outputTokens, model, kind }: Tokens & { model: string; kind?: string },
): void {
  const held = remembered().get(groupId);
  if (!held) return;
  held.used += inputTokens + outputTokens;
  if (kind === "embedding" || isOperators(held, model)) held.operatorUsed += inputTokens + outputTokens;
}

/** Stores what was used where no reply is stored with it. Without a `kind` it is a reply all the same. */
export async function count(used: Parameters<typeof queries.addUse>[0] & Tokens): Promise<void> {
  await queries.addUse(used);
  recordUsage(used.groupId, used);
}

/**
 * Counts vectors of passages, of a whole batch at once; what models of
 * this machine make is free. Providers tell the tokens of a batch, not of each text, so
 * they are estimated.
 */
export async function countEmbedded(model: string, passages: { id: number; text: string }[]): Promise<void> {
  if (isOfThisMachine(model) || passages.length === 0) return;
  const counted = passages.map(({ id, text }) => ({ id, tokens: embeddingTokens(text) }));
  await queries.addEmbedded({ model, passages: counted });
}

/** Counts a question that was embedded to be searched for. */
export async function countQuestion(groupId: string, model: string, text: string): Promise<void> {
  if (isOfThisMachine(model)) return;
  const nobodys = { chatId: 0, assistantId: 0, userId: 0, kind: "embedding" as const };
  await count({ ...nobodys, groupId, model, inputTokens: embeddingTokens(text), outputTokens: 0 });
}

/** Counts texts that were embedded for a program. Gives their tokens. */
export async function countTexts(of: { groupId: string; userId: number }, model: string, texts: string[]) {
  const inputTokens = texts.reduce((sum, text) => sum + embeddingTokens(text), 0);
  const used = { chatId: 0, assistantId: 0, kind: "embedding" as const, outputTokens: 0 };
  if (!isOfThisMachine(model)) await count({ ...of, ...used, model, inputTokens });
  return inputTokens;
}

/**
 * Before a model is called that counts. @param model `provider:model`, where it is known
 * @param kind Embeddings are made with the operator's model whatever the group connects
 * @throws ModelError used_up, with a sentence that says who can raise the limit
 */
export async function assertTokenQuota(groupId: string, model?: string, kind?: "embedding"): Promise<void> {
  if (kind && model && isOfThisMachine(model)) return;
  const cap = await get(groupId);
  const { most, used, operatorMost, operatorUsed } = cap;
  if (
    model !== undefined &&
    (kind === "embedding" || isOperators(cap, model)) &&
    operatorMost !== null &&
    operatorUsed >= operatorMost
  ) {
    throw new ModelError(
      "used_up",
      "This group has used up what the installation gives it for this month. An admin can connect the group's own provider in Settings → Models, or ask whoever runs this installation for more.",
      false,
      secondsUntil("next month"),
    );
  }
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

/** What a group has used in this month (UTC). */
export const usedByGroupThisMonth = (groupId: string) => queries.usedThisMonth({ groupId });

/** What tokens of a model cost at the group's prices; undefined where it has none for it. */
export async function costOf(
  groupId: string,
  model: string,
  { inputTokens, outputTokens }: Tokens,
): Promise<number | undefined> {
  const price = await queries.priceOf({ groupId, model });
  return price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}
