import { createHmac } from "node:crypto";
import { keyFor } from "@/lib/platform/crypto/keys";

/** Addresses that say nothing of who it is: of this machine, a private network or a proxy in it, or a whole provider. */
const SHARED =
  /^(unknown|0:0:0:0$|f[cd]|fe[89ab]|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/i;

/**
 * By what a visitor's address is known again in one chat: nobody can tell the address from it.
 * @param address As limits count it (`lib/api/address.ts`)
 * @returns null for an address that many share
 */
export const addressHash = (chatId: number, address: string): string | null =>
  SHARED.test(address)
    ? null
    : createHmac("sha256", keyFor("visitor addresses")).update(`${chatId} ${address}`).digest("hex");
