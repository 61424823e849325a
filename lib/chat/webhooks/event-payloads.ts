import type { DeliveryRow, HookRow } from "./queries";
import { type DeliveryContents, mapContents } from "./queries/event-payloads";

const MAX_TEXT_LENGTH = 2000;

type Payload = DeliveryRow["payload"];

/**
 * Returns the bodies of deliveries by id, limited to what the webhook's creator may see now. Only ids are stored;
 * texts and names are read whenever a delivery is sent or shown, so that lost access and deletions take effect.
 */
export async function buildPayloads(
  { id: webhookId, groupId, createdBy }: HookRow,
  deliveries: DeliveryRow[],
): Promise<Map<string, Payload>> {
  const ids = deliveries.map(({ id }) => id);
  const visible =
    createdBy === null
      ? new Map<string, DeliveryContents>()
      : await mapContents({ ids, webhookId, groupId, userId: createdBy });
  return new Map(deliveries.map(({ id, payload }) => [id, withContents(payload, visible.get(id))]));
}

function withContents(payload: Payload, contents: DeliveryContents | undefined): Payload {
  if (!contents) return payload;
  const { chatName, text, fileName } = contents;
  const data = {
    ...(payload.data as object),
    ...(chatName !== null && { chat_name: chatName }),
    ...(fileName !== null && { file_name: fileName }),
    ...(text !== null && {
      message: text.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
      is_shortened: text.length > MAX_TEXT_LENGTH,
    }),
  };
  return { ...payload, data };
}
