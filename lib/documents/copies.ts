import * as queries from "./queries/copies";

/** Copies the documents of a chat to a task; called in the transaction that makes its version. Gives their ids. */
export const copyToTask = (of: { groupId: string; chatId: number; createdBy: number }) =>
  queries.copyDocuments({ ...of, toChatId: null });

/** Copies documents of a chat to the library of its group; called in a transaction. Gives their ids. */
export const copyToLibrary = (of: { groupId: string; ids: number[]; createdBy: number }) =>
  queries.copyDocuments({ ...of, toChatId: null, place: "library" });

/** Copies documents of a task to a chat of the same group; called in a transaction. */
export const copyToChat = ({
  chatId,
  ...of
}: {
  groupId: string;
  ids: number[];
  chatId: number;
  createdBy: number;
}) => queries.copyDocuments({ ...of, toChatId: chatId });

/**
 * Deletes the documents of a task that went. Gives the storage keys of files
 * that nobody has any more, to be deleted after the transaction.
 */
export const deleteOfTask = async (ids: number[]): Promise<string[]> =>
  queries.unheld({ keys: await queries.deleteLoose({ ids }) });

/** Those of the files that no document holds any more: copies share their bytes. */
export const unheld = (keys: string[]) => queries.unheld({ keys });
