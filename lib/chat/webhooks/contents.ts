import type { DeliveryRow, HookRow } from "./queries";
import { type Contents, contentsFor } from "./queries/contents";

const LONGEST_TEXT = 2000;

type Payload = DeliveryRow["payload"];

/**
 * The bodies of deliveries as whoever made the webhook may see them now, by
 * delivery. Stored are ids only: texts and names are looked up each time that
 * a delivery is sent or shown, so that nobody is told what they may not see
 * any more, nor what has been deleted.
 */
export async function payloadsOf(
  { id: webhookId, groupId, createdBy }: HookRow,
  deliveries: DeliveryRow[],
): Promise<Map<string, Payload>> {
  const ids = deliveries.map(({ id }) => id);
  const visible =
    createdBy === null
      ? new Map<string, Contents>()
      : await contentsFor({ ids, webhookId, groupId, userId: createdBy });
  return new Map(deliveries.map(({ id, payload }) => [id, withContents(payload, visible.get(id))]));
}

function withContents(payload: Payload, contents: Contents | undefined): Payload {
  if (!contents) return payload;
  const { chatName, text, fileName } = contents;
  const data = {
    ...(payload.data as object),
    ...(chatName !== null && { chat_name: chatName }),
    ...(fileName !== null && { file_name: fileName }),
    ...(text !== null && {
      message: text.slice(0, LONGEST_TEXT).toWellFormed(),
      is_shortened: text.length > LONGEST_TEXT,
    }),
  };
  return { ...payload, data };
}
