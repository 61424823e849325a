import { transaction } from "@/db/transaction";
import * as events from "@/lib/chat/events/service";
import * as queries from "./queries/processing";

/** The steps in which a document is read; each may be repeated. A run whose attempt is over changes nothing. */
export type ProcessingRun = { id: number; attempt: number };
type ProcessingValues = Parameters<typeof queries.change>[0]["values"];

/** Changes a document and tells the members of its chat; undefined when this run is not wanted any more. */
export const change = (run: ProcessingRun, values: ProcessingValues) =>
  transaction(async () => {
    const row = await queries.change({ ...run, values });
    if (row?.chatId) {
      const { chatId } = row;
      await events.publish({ chatId, kind: "document.updated", data: { document_id: run.id } });
    }
    return row;
  });

/** Does parts of work in transactions that hold the document; each answers false when this run is not wanted any more. */
export const whileWanted = (run: ProcessingRun) => (work: () => Promise<void>) =>
  transaction(async () => {
    const held = await queries.hold(run);
    if (held) await work();
    return held !== undefined;
  });
