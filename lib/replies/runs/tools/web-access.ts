import type { Viewer } from "@/lib/api/actor";
import type { ReplySource } from "@/lib/knowledge/search/service";
import { AppError } from "@/lib/platform/errors";
import { normalizeAddress } from "../urls";
import type { ToolContext } from "./definition";

export const toWebAccessOwner = ({ user, group }: Viewer, { chat, assistantId }: ToolContext) => ({
  groupId: group.id,
  chatId: chat.id,
  assistantId,
  userId: user.id,
});

export const toSource = ({
  url,
  title,
  text,
}: {
  url: string;
  title: string;
  text: string;
}): ReplySource => ({
  ...{ documentId: null, messageId: null, page: null, seconds: null, start: null, length: null },
  chatUuid: null,
  title,
  text,
  url,
});

/**
 * Returns the canonical form of a URL that the model wants to open. Only URLs from people, searches and pages are
 * allowed: an invented one, or an alternative spelling, could exfiltrate data to the author of a page that the model
 * has read.
 * @throws AppError forbidden
 */
export function requireKnownAddress(address: string, { given }: ToolContext): string {
  const canonical = normalizeAddress(address);
  if (canonical !== undefined && given.includes(canonical)) return canonical;
  throw new AppError(
    "forbidden",
    "This address has not come up in the conversation, a search or a page. Search for the page, or ask the person for its address.",
  );
}
