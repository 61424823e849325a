import type { StoredRegeneration } from "@/db/schema/messages";
import * as queries from "./queries";

/** Requests for a regenerated reply, with the reply that it replaces. */
export type Regeneration = StoredRegeneration & { earlierReply: string };

type RegenerationTask = { regeneration: StoredRegeneration | null; replaces: number[] };

export async function loadRegeneration(
  { regeneration, replaces }: RegenerationTask,
  assistantId: number,
): Promise<Regeneration | undefined> {
  if (!regeneration) return undefined;
  const replaced = regeneration.instruction ? await queries.listRepliesByIds({ ids: replaces }) : [];
  const earlier =
    replaced.findLast(({ fromVirtualAssistantId }) => fromVirtualAssistantId === assistantId) ??
    replaced.at(-1);
  const failure = earlier?.extra?.error as { message?: string } | undefined;
  const earlierReply = earlier && earlier.text !== failure?.message ? earlier.text : "";
  return { ...regeneration, earlierReply };
}
