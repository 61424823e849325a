/** What services use of the database themselves; tables are for `queries.ts`. */
export { afterCommit, isEmbedded, isInTransaction, transaction } from "./client";
export { isOverloaded } from "./overload";
