import { toMini } from "@/lib/chat/assistants/service";
import type { ShownAction } from "./queries";

export const toTaskAction = (row: ShownAction) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  action_name: row.actionName,
  prompt: row.prompt,
  virtual_assistant: row.assistant && toMini(row.assistant),
  accepted_types: row.acceptedTypes,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
