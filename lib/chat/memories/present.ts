import type { MemoryRow } from "./queries";

export const memory = ({ id, text, chatId, createdAt }: MemoryRow) => ({
  id,
  text,
  chat_id: chatId,
  created_at: createdAt.toISOString(),
});
