import type { listRows } from "@/lib/chat/messages/service";
import type { StreamState } from "@/lib/replies/runs/service";
import { listCitations } from "./knowledge/list-citations";

// Error message for visitors. Only the team sees what failed.
const FAILED = "The reply failed. Please try again.";

type ListedMessage = Awaited<ReturnType<typeof listRows>>[number];
const roles = { guest: "guest", assistant: "assistant", user: "team" } as const;

export function toVisitorMessage({ message: row }: Pick<ListedMessage, "message">, chatUuid: string) {
  if (row.userType === "system") return undefined;
  const failure = row.userType === "assistant" && (row.extra?.error as { message?: string } | undefined);
  return {
    id: row.id,
    role: roles[row.userType],
    message: failure && row.text === failure.message ? "" : row.text,
    created_at: row.createdAt.toISOString(),
    replying_to_message_id: row.userType === "assistant" ? row.replyingToId : null,
    attachments:
      row.attachments?.map(({ document_id, file_name, mime_type, size }) => ({
        document_id,
        file_name,
        mime_type,
        size,
        url: `/api/v1/public/chats/${chatUuid}/documents/${document_id}/content`,
      })) ?? null,
    citations: listCitations(row).map(({ n, title, page }) => ({ n, title, page })),
    error: failure ? FAILED : null,
    stopped: row.userType === "assistant" && row.extra?.stopped === true,
  };
}

export const stream = ({ reasoning_steps: _, approvals: __, error, ...state }: StreamState) => ({
  ...state,
  error: error && FAILED,
});

export const toFailedMessage = () => ({ message: FAILED });
