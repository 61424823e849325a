import type { ContextFile } from "@/lib/knowledge/documents/service";
import type { ReplySource } from "@/lib/knowledge/search/service";
import { filterMessagesByPeople, type HistoryRow } from "./queries/prompt-context";
import type { Assistant, ReplyContext } from "./reply-context";
import { listAddresses } from "./urls";

type FromPeople = Pick<ReplyContext, "message" | "history" | "chat" | "regeneration"> & {
  question: string;
  files: ContextFile[];
  sources: ReplySource[];
  assistant: Assistant;
};

/**
 * Returns the URLs that people wrote in the conversation, its settings and its documents. Excludes those written by
 * models, because an invented URL could exfiltrate data.
 */
export async function listAddressesFromPeople(known: FromPeople): Promise<string[]> {
  const { message, question, history, files, sources, chat, assistant } = known;
  const ids = sources.flatMap(({ messageId }) => messageId ?? []);
  const byPeople = await filterMessagesByPeople({ ids });
  const texts = [
    assistant.instructions,
    chat.instructions,
    chat.goal,
    known.regeneration?.instruction,
    isByPerson(message) ? question : "",
    ...history.filter(isByPerson).map(({ text }) => text),
    ...files.map(({ text }) => text),
    ...sources.flatMap(({ messageId, text, url }) =>
      messageId === null || byPeople.has(messageId) ? [text, url] : [],
    ),
  ];
  return [...new Set(texts.flatMap((text) => listAddresses(text ?? "")))];
}

// Scheduled messages carry their creator's name but may contain text that an assistant wrote.
function isByPerson({ userType, extra }: Pick<HistoryRow, "userType" | "extra">): boolean {
  const job = extra?.job as { is_by_assistant?: unknown } | undefined;
  return (userType === "user" || userType === "guest") && (!job || job.is_by_assistant === false);
}
