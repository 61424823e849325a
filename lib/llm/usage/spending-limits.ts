import { LRUCache } from "lru-cache";
import { isLocalId, ModelError } from "@/lib/llm/models/service";
import { config } from "@/lib/platform/config";
import { createOnce } from "@/lib/platform/once";
import { getSecondsUntil } from "./periods";
import * as queries from "./queries";
import { estimateEmbeddingTokens, type Tokens } from "./token-estimates";

// Cache lifetime in milliseconds. The cache saves a database query per reply. Usage counted by this process is added to
// it immediately.
const USAGE_CACHE_MS = 2000;
// Cache lifetime in milliseconds for groups that have no limit and used less than half of the operator's limit, because
// summing a month is slow for large groups.
const USAGE_CACHE_FAR_FROM_LIMIT_MS = 30_000;
const isFar = (most: number | null, used: number) => most === null || used < most / 2;

const remembered = createOnce(() => new LRUCache<string, queries.Cap>({ max: 10_000 }));

/**
 * Returns a group's limits (null for none) and usage in this calendar month (UTC), in total and for the operator's
 * models.
 */
export async function get(groupId: string): Promise<queries.Cap> {
  const held = remembered().get(groupId);
  if (held) return held;
  const cap = await queries.getCap({ groupId, byDefault: config().GROUP_MONTHLY_TOKENS });
  const isFarFromAll = cap.most === null && isFar(cap.operatorMost, cap.operatorUsed);
  remembered().set(groupId, cap, { ttl: isFarFromAll ? USAGE_CACHE_FAR_FROM_LIMIT_MS : USAGE_CACHE_MS });
  return cap;
}

export const invalidate = (groupId: string): void => void remembered().delete(groupId);
export const invalidateAll = (): void => remembered().clear();

export const sumOperatorUse = (groupIds: string[]) => queries.sumOperatorUse({ groupIds });

const isOfThisMachine = (model: string): boolean => model === "builtin" || isLocalId(model);

// Returns true if a model (`provider:model`) uses the operator's key or server, because the group hasn't connected
// its provider.
const isOperators = ({ own }: queries.Cap, model: string): boolean =>
  !isOfThisMachine(model) && !own.includes(model.split(":", 1)[0]!);

export function recordUsage(
  groupId: string,
  { inputTokens, outputTokens, model, kind }: Tokens & { model: string; kind?: string },
): void {
  const held = remembered().get(groupId);
  if (!held) return;
  held.used += inputTokens + outputTokens;
  if (kind === "embedding" || isOperators(held, model)) held.operatorUsed += inputTokens + outputTokens;
}

export async function count(used: Parameters<typeof queries.addUse>[0] & Tokens): Promise<void> {
  await queries.addUse(used);
  recordUsage(used.groupId, used);
}

/**
 * Counts the embeddings of a batch of chunks. Local models are free. Estimates the tokens of each chunk, because
 * providers only report the tokens of a whole batch.
 */
export async function countEmbedded(model: string, passages: { id: number; text: string }[]): Promise<void> {
  if (isOfThisMachine(model) || passages.length === 0) return;
  const counted = passages.map(({ id, text }) => ({ id, tokens: estimateEmbeddingTokens(text) }));
  await queries.addEmbedded({ model, passages: counted });
}

export async function countQuestion(groupId: string, model: string, text: string): Promise<void> {
  if (isOfThisMachine(model)) return;
  const nobodys = { chatId: 0, assistantId: 0, userId: 0, kind: "embedding" as const };
  await count({ ...nobodys, groupId, model, inputTokens: estimateEmbeddingTokens(text), outputTokens: 0 });
}

export async function countTexts(of: { groupId: string; userId: number }, model: string, texts: string[]) {
  const inputTokens = texts.reduce((sum, text) => sum + estimateEmbeddingTokens(text), 0);
  const used = { chatId: 0, assistantId: 0, kind: "embedding" as const, outputTokens: 0 };
  if (!isOfThisMachine(model)) await count({ ...of, ...used, model, inputTokens });
  return inputTokens;
}

/**
 * Checks the quota before a billable model call.
 * @param model `provider:model`, if known
 * @param kind `embedding` if the call uses an embedding model, which is always the operator's
 * @throws ModelError used_up, with a sentence on who can raise the limit
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
      getSecondsUntil("next month"),
    );
  }
  if (most !== null && used >= most) {
    throw new ModelError(
      "used_up",
      "This group has used up its tokens for this month. An owner of the group can raise the limit in Settings → Usage.",
      false,
      getSecondsUntil("next month"),
    );
  }
}

/** Returns the tokens used by a chat in this month (UTC), including its visitors' conversations. */
export const sumChatUseThisMonth = ({ chatId }: { chatId: number }) =>
  queries.sumChatUseThisMonth({ chatId });

export const sumGroupUseThisMonth = (groupId: string) => queries.sumUseThisMonth({ groupId });
