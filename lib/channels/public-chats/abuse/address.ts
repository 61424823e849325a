import { createHmac } from "node:crypto";
import { deriveKey } from "@/lib/platform/crypto/keys";

// Addresses that many visitors may share: localhost, private networks (also of proxies), and ranges that internet
// providers share among customers.
const SHARED =
  /^(unknown|0:0:0:0$|f[cd]|fe[89ab]|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/i;

/**
 * Returns a keyed hash that recognizes a visitor's address in one chat without revealing it.
 * @param address as rate limits count it (`lib/api/address.ts`)
 * @returns null for a shared address
 */
export const hashAddress = (chatId: number, address: string): string | null =>
  SHARED.test(address)
    ? null
    : createHmac("sha256", deriveKey("visitor addresses")).update(`${chatId} ${address}`).digest("hex");
