/**
 * Returns the row of a write. Throws when there is none: the embedded database has lost writes when SQL overflowed
 * its stack.
 */
export function requireRow<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("The database did not return the row that was written.");
  return row;
}

export const toArrayLiteral = (ids: number[]): string => `{${ids.join()}}`;
