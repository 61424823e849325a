import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import { webhooks } from "@/db/schema/webhooks";
import { hasMaker } from "./owner";

export { insertDeliveries } from "./deliveries";

type Ready = {
  hookId: number;
  groupId: string;
  documentId: number;
  mimeType: string;
  size: number;
};

export async function listReadyDocuments({ ids }: { ids: number[] }): Promise<Ready[]> {
  if (ids.length === 0) return [];
  const rows = await db().execute<Ready>(sql`
    select hook.id as "hookId", hook.group_id as "groupId", document.id as "documentId",
      document.mime_type as "mimeType", document.size
    from ${documents} document
    join ${webhooks} hook on hook.group_id = document.group_id and hook.is_enabled
      and ${hasMaker("hook")} and 'document.ready' = any(hook.events)
    where document.id in (${sql.join(
      ids.map((id) => sql`${id}::int`),
      sql`, `,
    )}) and document.place = 'library' and document.usable_by = 'group' and document.status = 'ready'
    order by document.id, hook.id`);
  return [...rows];
}
