import { transaction } from "@/db/transaction";
import * as events from "@/lib/chat/events/service";
import * as queries from "./queries/processing";

/** An attempt at processing a document. Steps can be repeated, and steps of a superseded attempt change nothing. */
export type ProcessingRun = { id: number; attempt: number };
type ProcessingValues = Parameters<typeof queries.updateForRun>[0]["values"];

/**
 * Updates a document and publishes the change to the members of its chat. Returns undefined when the attempt was
 * superseded or canceled.
 */
export const updateForRun = (run: ProcessingRun, values: ProcessingValues) =>
  transaction(async () => {
    const row = await queries.updateForRun({ ...run, values });
    if (row?.chatId) {
      const { chatId } = row;
      await events.publish({ chatId, kind: "document.updated", data: { document_id: run.id } });
    }
    return row;
  });

/**
 * Returns a function that runs work in a transaction with the document locked. The function returns false when the
 * attempt was superseded or canceled.
 */
export const runWhileWanted = (run: ProcessingRun) => (work: () => Promise<void>) =>
  transaction(async () => {
    const held = await queries.lockShared(run);
    if (held) await work();
    return held !== undefined;
  });
