import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { conflict, type Fault, InvalidInput } from "@/lib/platform/errors";
import type { PublicKnowledgeInput } from "./contract";
import * as queries from "./queries";

type KnowledgeChoice = z.output<typeof PublicKnowledgeInput>;

/** @throws AppError not_found */
export async function get(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const of = { chatId: chat.id, groupId: viewer.group.id };
  const [documents, collections, opens_files] = await Promise.all([
    queries.listChosenDocuments(of),
    queries.listChosenCollections(of),
    queries.canOpenFiles(of),
  ]);
  return { documents, collections, opens_files };
}

/**
 * Replaces the knowledge for replies to a chat's visitors.
 * @throws AppError not_found, forbidden; conflict for a visitor's conversation; InvalidInput for knowledge that isn't
 * the chat's
 */
export async function set(viewer: Viewer, reference: Reference, choice: KnowledgeChoice) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  if (isOfVisitor(chat)) throw conflict("Choose what visitors' replies draw on in the public chat itself.");
  const of = { chatId: chat.id, groupId: viewer.group.id };
  const [documentIds, collectionIds] = [unique(choice.document_ids), unique(choice.collection_ids)];
  await transaction(async () => {
    await chats.lock(chat.id);
    const faults = [
      ...faultsIn(
        "document_ids",
        choice.document_ids,
        await queries.filterKnownDocuments({ ...of, ids: documentIds }),
      ),
      ...faultsIn(
        "collection_ids",
        choice.collection_ids,
        await queries.filterKnownCollections({ ...of, ids: collectionIds }),
      ),
    ];
    if (faults.length > 0) throw new InvalidInput(faults);
    await queries.replace(chat.id, { documentIds, collectionIds });
    await queries.setOpensFiles({ ...of, opensFiles: choice.opens_files });
    await chats.publishUpdated([chat.id], "public_knowledge");
    await audit.recordBy(viewer, "public_knowledge_changed", {
      chat_id: chat.id,
      documents: documentIds.length,
      collections: collectionIds.length,
    });
  });
  return get(viewer, chat.id);
}

const unique = (ids: number[]) => [...new Set(ids)];

const WRONG = {
  document_ids: "Must be a document of this chat or of its assistant.",
  collection_ids: "Must be a collection attached to this chat or known to its assistant.",
};

const faultsIn = (field: keyof typeof WRONG, given: number[], known: number[]): Fault[] =>
  given.flatMap((id, at) =>
    known.includes(id) ? [] : [{ loc: ["body", field, at], msg: WRONG[field], type: "value_error" }],
  );
