import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Solves a proof-of-work challenge (`lib/channels/public-chats/abuse/challenge.ts`) with a synchronous SHA-256:
 * SubtleCrypto's asynchronous calls take longer than the hash itself, and it is missing on pages without HTTPS.
 */
export function solveChallenge({ challenge, bits }: { challenge: string | null; bits: number }): string {
  const encoder = new TextEncoder();
  for (let attempt = 0; ; attempt++) {
    const proof = `${challenge}.${attempt}`;
    const digest = sha256(encoder.encode(proof));
    const [a = 0, b = 0, c = 0, d = 0] = digest;
    // Challenges ask for at most 32 bits.
    if (Math.clz32((a << 24) | (b << 16) | (c << 8) | d) >= bits) return proof;
  }
}
