import { randomUUID } from "node:crypto";
import * as background from "@/lib/platform/background/service";
import { buildPayload, toReadyDocument } from "./collect-deliveries";
import * as queries from "./queries/document-ready";

/**
 * Creates deliveries for library documents that became ready, inside the same transaction. Other events come from the
 * event log, which only covers chats. A document is announced once, even when it is reindexed.
 */
export async function createReadyDeliveries(documentIds: number[]): Promise<void> {
  const ready = await queries.listReadyDocuments({ ids: documentIds });
  const deliveries = ready.map(({ hookId, groupId, ...document }) => {
    const id = randomUUID();
    const event = "document.ready";
    const data = toReadyDocument(document);
    const payload = buildPayload(id, event, groupId, data, new Date().toISOString());
    return { id, webhookId: hookId, event, subject: `${event} ${document.documentId}`, payload };
  });
  if (deliveries.length === 0) return;
  for (const { id, webhookId } of await queries.insertDeliveries(deliveries))
    await background.emit("webhook.due", { delivery_id: id, webhook_id: webhookId });
}
