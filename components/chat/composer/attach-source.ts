import type { QueryClient } from "@tanstack/react-query";
import type { Attachable } from "@/components/data/attachables";
import { fetchAttachable, setCollection } from "@/components/data/attachables";
import type { NamedCollection } from "@/components/data/use-collection-choice";
import type { Files } from "@/components/data/use-files";
import type { useToast } from "@/components/ui/toast";
import type { Translate } from "@/lib/platform/words/translate";

type Attachment = {
  chat: number | undefined;
  add: Files["add"];
  // Absent in existing chats, where a collection is attached immediately.
  addCollection: ((collection: NamedCollection) => void) | undefined;
  signal: AbortSignal;
  client: QueryClient;
  toast: ReturnType<typeof useToast>;
  loadWords: () => Promise<Translate<"composerAttach">>;
};

/**
 * Attaches a document, a chat or a web page as a file, or a collection to the chat.
 * @throws ApiError or the reason of the signal
 */
export async function attachSource(source: Attachable, attachment: Attachment): Promise<void> {
  const { chat, add, addCollection, signal, client, toast, loadWords } = attachment;
  if (source.kind !== "collection") return add([await fetchAttachable(source, signal)]);
  if (chat === undefined) return addCollection?.(source);
  const collection = { chat_id: chat, collection_id: source.id };
  await setCollection(client, collection, true);
  const t = await loadWords();
  toast({
    text: t("collectionAttached", { name: source.name }),
    action: { label: t("undo"), run: () => void setCollection(client, collection, false).catch(toast) },
  });
}
