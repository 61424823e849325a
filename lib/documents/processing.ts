import { transaction } from "@/db/transaction";
import * as background from "@/lib/background/service";
import * as queries from "./queries/processing";

/** Has a document read anew: what an earlier run of it finds is not kept any more. */
export const requeue = (id: number) =>
  transaction(async () => {
    const attempt = await queries.requeue({ id });
    if (attempt !== undefined) await background.emit("document.added", { document_id: id, attempt });
  });
