import type { ImportSource } from "./operations";
import type { ImportRow, listChats } from "./queries";
import type { ItemCount, ListedItem } from "./queries/items";

type Chats = Awaited<ReturnType<typeof listChats>>;

function sum(counts: ItemCount[], row: ImportRow, which: Partial<ItemCount>): number {
  const isCounted = (each: ItemCount) =>
    each.importId === row.id &&
    each.outcome === which.outcome &&
    (which.kind === undefined || each.kind === which.kind);
  return counts.filter(isCounted).reduce((total, { count }) => total + count, 0);
}

export const toChatImport = (row: ImportRow, chats: Chats, counts: ItemCount[]) => ({
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
  projects: sum(counts, row, { kind: "project", outcome: "imported" }),
  assistants: sum(counts, row, { kind: "assistant", outcome: "imported" }),
  left_out: sum(counts, row, { outcome: "left_out" }),
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
