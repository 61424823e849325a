import type { z } from "zod";
import type { PageKind } from "./contract";
import type { listVersions, PageRow } from "./queries";

type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export const toVersion = ({ id, preview, characters, userId, assistantId, name, createdAt }: VersionRow) => ({
  id,
  preview,
  characters,
  changed_by: name === null ? null : { user_id: userId, virtual_assistant_id: assistantId, name },
  created_at: createdAt.toISOString(),
});

export const pageEntry = ({ id, title, kind, language, createdAt }: Omit<PageRow, "text">) => ({
  id,
  title,
  kind: kind as z.output<typeof PageKind>,
  language,
  created_at: createdAt.toISOString(),
});

export const page = (row: PageRow) => ({ ...pageEntry(row), text: row.text });
