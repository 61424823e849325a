import type { Viewer } from "@/lib/api/actor";
import type { Source } from "@/lib/knowledge/search/service";
import { AppError } from "@/lib/platform/errors";
import { canonicalAddress } from "../addresses";
import type { Setting } from "./kinds";

/** For whom a tool does what is counted. */
export const whose = ({ user, group }: Viewer, { chat, assistantId }: Setting) => ({
  groupId: group.id,
  chatId: chat.id,
  assistantId,
  userId: user.id,
});

/** A page of the web as a source. */
export const sourceOf = ({ url, title, text }: { url: string; title: string; text: string }): Source => ({
  ...{ documentId: null, messageId: null, page: null, seconds: null, start: null, length: null },
  chatUuid: null,
  title,
  text,
  url,
});

/**
 * The address that a model wants to read, if it was given that: by people, by what it searched, or by pages. One that it
 * makes up could carry what it knows to whoever told it to, in a page that it read; and so could another spelling of one
 * that it was given, which is why the one form of all of them is read.
 * @throws AppError forbidden
 */
export function requireGiven(address: string, { given }: Setting): string {
  const canonical = canonicalAddress(address);
  if (canonical !== undefined && given.includes(canonical)) return canonical;
  throw new AppError(
    "forbidden",
    "This address has not come up in the conversation, a search or a page. Search for the page, or ask the person for its address.",
  );
}
