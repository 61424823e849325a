/** The one thing of the database that services use themselves; tables are for `queries.ts`. */
export { transaction } from "./client";
