import type { StoredPart } from "@/db/schema/documents";
import { transaction } from "@/db/transaction";
import * as events from "@/lib/chat/events/service";
import { enqueue } from "./processing-queue";
import * as queries from "./queries/processing";

/** Stores transcripts as the texts of documents. Callers check that the user may read the document. */

export const storeTranscriptText = (id: number, { text, parts }: { text: string; parts: StoredPart[] }) =>
  transaction(async () => {
    const row = await queries.requeueDocument({ id, hasTranscript: true });
    if (!row) return;
    await queries.upsertText({ documentId: id, text, parts });
    await enqueue(row);
    if (row.chatId)
      await events.publish({ chatId: row.chatId, kind: "document.updated", data: { document_id: id } });
  });

export const findTranscriptText = (id: number) => queries.findTranscript({ id });
