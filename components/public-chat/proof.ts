import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Searches the number that solves a challenge (`lib/surfaces/public-chats/abuse/challenge.ts`). Not with the browser's own
 * SHA-256: its answer to each attempt would take longer than the attempt, and pages without https have none.
 * @returns the proof
 */
export function solve({ challenge, bits }: { challenge: string | null; bits: number }): string {
  const encoder = new TextEncoder();
  for (let attempt = 0; ; attempt++) {
    const proof = `${challenge}.${attempt}`;
    const digest = sha256(encoder.encode(proof));
    const [a = 0, b = 0, c = 0, d = 0] = digest;
    // No challenge asks for more than 32.
    if (Math.clz32((a << 24) | (b << 16) | (c << 8) | d) >= bits) return proof;
  }
}
