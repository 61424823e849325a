import { createHash, createHmac } from "node:crypto";
import * as clock from "@/lib/platform/clock";
import { deriveKey } from "@/lib/platform/crypto/keys";
import { isSameSecret } from "@/lib/platform/crypto/secrets";

const CHALLENGE_LIFETIME_SECONDS = 600;

/**
 * Creates a stateless challenge for a new conversation: `<session>.<bits>.<expires>.<mac>`. It is single-use, because
 * a session begins only one conversation.
 */
export function createChallenge(session: number, bits: number): string {
  const text = `${session}.${bits}.${Math.floor(clock.now() / 1000) + CHALLENGE_LIFETIME_SECONDS}`;
  return `${text}.${createMac(text)}`;
}

const createMac = (text: string) =>
  createHmac("sha256", deriveKey("visitor challenges")).update(text).digest("base64url").slice(0, 22);

/**
 * Verifies a proof (challenge, dot, integer): issued by this server for this session, not expired, and solved. The
 * work is to find a SHA-256 hash with the given number of leading zero bits, as in Hashcash
 * (http://www.hashcash.org/hashcash.pdf).
 */
export function isSolved(proof: string, session: number): boolean {
  const match = /^((\d{1,10})\.(\d{1,2})\.(\d{1,12}))\.([\w-]{22})\.\d{1,16}$/.exec(proof);
  if (!match) return false;
  const [, text, ofSession, bits, expires, mac] = match;
  return (
    isSameSecret(mac!, createMac(text!)) &&
    Number(ofSession) === session &&
    Number(expires) * 1000 > clock.now() &&
    zeroBits(createHash("sha256").update(proof).digest()) >= Number(bits)
  );
}

function zeroBits(digest: Buffer): number {
  const first = digest.findIndex((byte) => byte !== 0);
  return first === -1 ? digest.length * 8 : first * 8 + Math.clz32(digest[first]!) - 24;
}
