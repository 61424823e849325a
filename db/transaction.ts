/** What services use of the database themselves; tables are for `queries.ts`. */
export { isEmbedded, isInTransaction, transaction } from "./client";
