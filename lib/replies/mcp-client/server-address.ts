import { type Address, McpFailure, SIGN_IN } from "./client";
import { decryptHeaders } from "./headers";
import { findSignIn, recordChallenge } from "./oauth";
import type { ServerRow } from "./queries";

export function findServerAddress(row: ServerRow): Address | undefined {
  const headers = decryptHeaders(row);
  return headers && { transport: row.transport, url: row.url, headers, signIn: findSignIn(row) };
}

/**
 * Runs a request to a server, and records a sign-in that the server requires.
 * @throws McpFailure, or anything else that `work` throws
 */
export async function reachServer<T>(row: ServerRow, work: (address: Address) => Promise<T>): Promise<T> {
  const address = findServerAddress(row);
  if (!address) throw new McpFailure("Its headers can no longer be read: enter them again.");
  try {
    return await work(address);
  } catch (error) {
    if (!(error instanceof McpFailure) || error.challenge === undefined) throw error;
    throw (await recordChallenge(row, error.challenge)) ? new McpFailure(SIGN_IN, { cause: error }) : error;
  }
}
