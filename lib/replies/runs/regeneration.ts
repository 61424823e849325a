import type { StoredRegeneration } from "@/db/schema/messages";
import * as queries from "./queries";

export type Regeneration = StoredRegeneration & {
  /** Text that the instruction changes; otherwise empty. */
  earlierReply: string;
  stopped?: queries.ReplyRow;
};

type RegenerationTask = { regeneration: StoredRegeneration | null; replaces: number[] };

export async function loadRegeneration(
  { regeneration, replaces }: RegenerationTask,
  assistantId: number,
): Promise<Regeneration | undefined> {
  if (!regeneration) return undefined;
  const { instruction, isContinuation } = regeneration;
  const replaced = instruction || isContinuation ? await queries.listRepliesByIds({ ids: replaces }) : [];
  if (isContinuation) return { ...regeneration, earlierReply: "", stopped: replaced[0] };
  const earlier =
    replaced.findLast(({ fromVirtualAssistantId }) => fromVirtualAssistantId === assistantId) ??
    replaced.at(-1);
  const failure = earlier?.extra?.error as { message?: string } | undefined;
  const earlierReply = earlier && earlier.text !== failure?.message ? earlier.text : "";
  return { ...regeneration, earlierReply };
}
