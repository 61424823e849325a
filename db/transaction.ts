/** The part of the database client that services may use; only `queries.ts` modules access tables. */
export { isEmbedded, isInTransaction, runAfterCommit, transaction } from "./client";
export { isOverloaded } from "./overload";
