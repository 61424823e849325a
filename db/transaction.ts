/** The part of the client that services may use; tables are for `queries.ts`. */
export { afterCommit, isEmbedded, isInTransaction, transaction } from "./client";
export { isOverloaded } from "./overload";
