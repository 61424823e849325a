import type { StoredPart } from "@/db/schema/documents";
import { transaction } from "@/db/transaction";
import * as events from "@/lib/chat/events/service";
import * as queries from "./queries/processing";
import { enqueue } from "./queue";

/** Documents whose text is what is said in them. Who asks has shown that they may read the document. */

/** Makes a transcript the text of its document, in place of what it had, and has that indexed. */
export const keepTranscript = (id: number, { text, parts }: { text: string; parts: StoredPart[] }) =>
  transaction(async () => {
    const row = await queries.requeue({ id, hasTranscript: true });
    if (!row) return;
    await queries.upsertText({ documentId: id, text, parts });
    await enqueue(row);
    if (row.chatId)
      await events.publish({ chatId: row.chatId, kind: "document.updated", data: { document_id: id } });
  });

/** The transcript that is a document's text; undefined when it has none. */
export const transcriptText = (id: number) => queries.findTranscript({ id });
