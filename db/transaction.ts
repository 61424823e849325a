/** What services use of the database themselves; tables are for `queries.ts`. */
export { isEmbedded, transaction } from "./client";
