/**
 * The row that a write must have returned. A write that returns nothing was
 * lost: seen on the embedded database when SQL overflowed its stack.
 */
export function one<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("The database did not return the row that was written.");
  return row;
}

/** Ids as the text of an array. */
export const arrayOf = (ids: number[]): string => `{${ids.join()}}`;
