import { toMini } from "@/lib/chat/assistants/service";
import type { ShownMemory } from "./queries";

export const toMemory = ({ memory, chat, assistant, workspace }: ShownMemory) => ({
  id: memory.id,
  text: memory.text,
  is_proposed: memory.isProposed,
  chat_id: memory.chatId,
  message_id: memory.messageId,
  chat,
  virtual_assistant: assistant && toMini(assistant),
  chat_workspace: workspace,
  source: memory.source,
  created_at: memory.createdAt.toISOString(),
});
