import { toMini } from "@/lib/chat/assistants/service";
import { toUserMini } from "@/lib/identity/people/service";
import type { ShownAction } from "./queries";
import { listVariables } from "./settings";

export const toTaskAction = (row: ShownAction, canChange: boolean) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  action_name: row.actionName,
  prompt: row.prompt,
  variables: listVariables(row.prompt),
  virtual_assistant: row.assistant && toMini(row.assistant),
  accepted_types: row.acceptedTypes,
  usable_by: row.usableBy,
  user_ids: canChange ? row.userIds : [],
  may_change: canChange,
  created_by: row.creator && toUserMini(row.creator),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
