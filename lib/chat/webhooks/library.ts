import { randomUUID } from "node:crypto";
import * as background from "@/lib/platform/background/service";
import { payloadOf, readyDocument } from "./collect";
import * as queries from "./queries/library";

/**
 * Has webhooks told of documents of a library that are ready: the log of live
 * events, from which they hear the rest, is of chats. Called in the transaction
 * that makes them ready; once told of is told for good.
 */
export async function tellReady(documentIds: number[]): Promise<void> {
  const ready = await queries.readyInLibrary({ ids: documentIds });
  const deliveries = ready.map(({ hookId, groupId, ...document }) => {
    const id = randomUUID();
    const event = "document.ready";
    const data = readyDocument(document);
    const payload = payloadOf(id, event, groupId, data, new Date().toISOString());
    return { id, webhookId: hookId, event, subject: `${event} ${document.documentId}`, payload };
  });
  if (deliveries.length === 0) return;
  for (const { id, webhookId } of await queries.insertDeliveries(deliveries))
    await background.emit("webhook.due", { delivery_id: id, webhook_id: webhookId });
}
