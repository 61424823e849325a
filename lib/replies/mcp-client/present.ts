import { toMini } from "@/lib/chat/assistants/service";
import { decryptHeaders } from "./headers";
import { getSignInState } from "./oauth";
import type { listAssistants, ServerRow } from "./queries";

type AssistantOf = Awaited<ReturnType<typeof listAssistants>>[number];

export const toServer = (row: ServerRow, assistants: AssistantOf[]) => ({
  id: row.id,
  name: row.name,
  transport: row.transport,
  url: row.url,
  header_names: Object.keys(decryptHeaders(row) ?? {}),
  is_enabled: row.isEnabled,
  sign_in: getSignInState(row),
  tools: row.tools.map(({ name, title, description, is_read_only }) => ({
    name,
    title,
    description,
    is_read_only,
    is_enabled: row.enabledTools.includes(name),
  })),
  resource_count: row.resources.length,
  virtual_assistants: assistants.filter(({ serverId }) => serverId === row.id).map(toMini),
  error: row.error,
  checked_at: row.checkedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
