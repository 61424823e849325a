import type { ImportSource } from "./operations";
import type { ImportRow, listChats } from "./queries";
import type { ListedItem } from "./queries/items";

type Chats = Awaited<ReturnType<typeof listChats>>;

export const toChatImport = (row: ImportRow, chats: Chats) => ({
  id: row.id,
  file_name: row.fileName,
  size: row.size,
  format: row.format as ImportSource,
  state: row.state,
  found: row.found,
  imported: row.imported,
  skipped: row.skipped,
  failed: row.failed,
  contents: row.contents,
  parts: row.parts,
  files: row.files,
  projects: row.projects,
  assistants: row.assistants,
  left_out: row.leftOut,
  failures: row.failures,
  chats: chats.filter(({ id }) => row.chatIds.includes(id)).map(({ uuid, name }) => ({ uuid, name })),
  error: row.error,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

export const toImportItem = ({ chat, project, assistant, ...item }: ListedItem) => ({
  ...item,
  chat: chat?.uuid ? chat : null,
  project: project?.uuid ? project : null,
  assistant: assistant?.id ? assistant : null,
});
