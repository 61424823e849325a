/** PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const sqlState = {
  connectionFailure: "08006",
  foreignKeyViolation: "23503",
  uniqueViolation: "23505",
  inFailedTransaction: "25P02",
  diskFull: "53100",
  tooManyConnections: "53300",
  adminShutdown: "57P01",
  crashShutdown: "57P02",
  cannotConnectNow: "57P03",
  undefinedFile: "58P01",
  dataCorrupted: "XX001",
  indexCorrupted: "XX002",
} as const;

/** Returns true for an error that PostgreSQL sent after it rolled the statement back; false for connection errors. */
export const isSqlState = (code: string | undefined): boolean => /^[0-9A-Z]{5}$/.test(code ?? "");

export const sqlStateClass = { invalidAuthorization: "28", invalidCatalogName: "3D" } as const;

export const isOfClass = (code: string, ...classes: (keyof typeof sqlStateClass)[]): boolean =>
  classes.some((name) => code.startsWith(sqlStateClass[name]));
