/** The part of the client that services may use; tables are for `queries.ts`. */
export { isEmbedded, isInTransaction, runAfterCommit, transaction } from "./client";
export { isOverloaded } from "./overload";
