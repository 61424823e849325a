/** What people named something, as a file name that every system takes; `otherwise` where nothing is left of it. */
export const fileNameFrom = (name: string, otherwise: string): string =>
  name
    .replace(/[\s\p{C}/\\:*?"<>|]+/gu, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "")
    .slice(0, 100)
    .toWellFormed() || otherwise;
