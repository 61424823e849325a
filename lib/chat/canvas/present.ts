import type { listVersions } from "./queries";

type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export const version = ({ id, preview, characters, userId, assistantId, name, createdAt }: VersionRow) => ({
  id,
  preview,
  characters,
  changed_by: name === null ? null : { user_id: userId, virtual_assistant_id: assistantId, name },
  created_at: createdAt.toISOString(),
});
