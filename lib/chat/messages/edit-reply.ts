import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import { conflict, forbidden } from "@/lib/platform/errors";
import { listCitedNumbers } from "@/lib/platform/thread/citations";
import { getMessageFor } from "./access";
import { toPreviousAnswers } from "./previous-answers";
import * as versions from "./queries/versions";

type FoundMessage = Awaited<ReturnType<typeof getMessageFor>>;

/** @throws AppError forbidden unless the viewer is an owner or admin of the chat, and in conversations with visitors */
export function authorizeReplyEdit(viewer: Viewer, { role, chat }: FoundMessage): void {
  access.authorize(viewer, "reply.change", { chatRole: role });
  if (isOfVisitor(chat))
    throw forbidden("The visitor has this reply already. Correct it with a message of your own.");
}

/**
 * Returns the changes to a reply that gets another text, which keep its former text as an earlier answer. The caller
 * must hold the lock of the chat.
 * @throws AppError not_found; conflict while the reply is being regenerated
 */
export async function buildReplyEdit(viewer: Viewer, id: number, text: string) {
  const { message } = await getMessageFor(viewer, id);
  const questions = message.replyingToId === null ? [] : [message.replyingToId];
  if (await versions.areAnswered({ chatId: message.chatId, ids: questions }))
    throw conflict("This reply is being regenerated. Stop it, or wait until it ends.");
  // The edited text is neither incomplete nor a failure.
  const { previous: _, citations, error: __, retry_at: ___, stopped: ____, ...kept } = message.extra ?? {};
  const remaining = filterCitations(citations, message.text, text);
  const { id: user_id, fullName: name } = viewer.user;
  return {
    text,
    extra: {
      ...kept,
      ...(remaining.length > 0 && { citations: remaining }),
      previous: toPreviousAnswers([message]),
      edited_by: { user_id, name },
    },
  };
}

// Drops the sources that only the former text cites. A text that cites none keeps the passages that it is based on.
function filterCitations(citations: unknown, before: string, after: string): { n: number }[] {
  const [former, current] = [listCitedNumbers(before), listCitedNumbers(after)];
  const all = Array.isArray(citations) ? (citations as { n: number }[]) : [];
  return all.filter(({ n }) => current.has(n) || !former.has(n));
}
