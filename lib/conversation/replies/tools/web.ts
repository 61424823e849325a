import type { Viewer } from "@/lib/api/actor";
import type { Source } from "@/lib/knowledge/search/service";
import { AppError } from "@/lib/platform/errors";
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
 * A model reads only addresses that it was given: by people, by what it searched, or by pages. One that it makes up
 * could carry what it knows to whoever told it to, in a page that it read.
 * @throws AppError forbidden
 */
export function assertGiven(address: string, { given }: Setting): void {
  const wanted = bare(address);
  if (given.some((text) => text.includes(wanted) || decoded(text).includes(decoded(wanted)))) return;
  throw new AppError(
    "forbidden",
    "This address has not come up in the conversation, a search or a page. Search for the page, or ask the person for its address.",
  );
}

/** As people write it. */
const bare = (address: string) =>
  address
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/#.*$/, "")
    .replace(/\/$/, "");

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
