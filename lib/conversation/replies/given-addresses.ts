import type { ContextFile } from "@/lib/knowledge/documents/service";
import type { Source } from "@/lib/knowledge/search/service";
import { addressesIn } from "./addresses";
import type { Assistant, Known } from "./material";
import { type HistoryRow, messagesByPeople } from "./queries/context";

type FromPeople = Pick<Known, "message" | "history" | "chat"> & {
  question: string;
  files: ContextFile[];
  sources: Source[];
  assistant: Assistant;
};

/**
 * The addresses that people wrote: in the conversation, its settings and its documents. Not those that a model wrote, of
 * this assistant or another, in its own name or in a person's: what it made up must not become what it was given.
 */
export async function addressesFromPeople(known: FromPeople): Promise<string[]> {
  const { message, question, history, files, sources, chat, assistant } = known;
  const ids = sources.flatMap(({ messageId }) => messageId ?? []);
  const byPeople = await messagesByPeople({ ids });
  const texts = [
    assistant.instructions,
    chat.instructions,
    chat.goal,
    isByPerson(message) ? question : "",
    ...history.filter(isByPerson).map(({ text }) => text),
    ...files.map(({ text }) => text),
    ...sources.flatMap(({ messageId, text, url }) =>
      messageId === null || byPeople.has(messageId) ? [text, url] : [],
    ),
  ];
  return [...new Set(texts.flatMap((text) => addressesIn(text ?? "")))];
}

/** A job's message is sent in the name of its creator, and can hold a prompt or a reply that an assistant wrote. */
function isByPerson({ userType, extra }: Pick<HistoryRow, "userType" | "extra">): boolean {
  const job = extra?.job as { is_by_assistant?: unknown } | undefined;
  return (userType === "user" || userType === "guest") && (!job || job.is_by_assistant === false);
}
