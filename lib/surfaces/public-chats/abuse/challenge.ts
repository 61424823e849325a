import { createHash, createHmac } from "node:crypto";
import * as clock from "@/lib/platform/clock";
import { keyFor } from "@/lib/platform/crypto/keys";
import { isSameSecret } from "@/lib/platform/crypto/secrets";

/** How long a challenge may be solved and used. In s. */
const LIFETIME = 600;

/**
 * What a conversation that is not begun yet has to solve: `<session>.<bits>.<expires>.<mac>`, which nobody has to
 * remember. It is used once, because a session begins one conversation.
 */
export function challengeFor(session: number, bits: number): string {
  const text = `${session}.${bits}.${Math.floor(clock.now() / 1000) + LIFETIME}`;
  return `${text}.${macOf(text)}`;
}

const macOf = (text: string) =>
  createHmac("sha256", keyFor("visitor challenges")).update(text).digest("base64url").slice(0, 22);

/**
 * Whether a proof (a challenge, a dot, a whole number) is of this server, for this session, in time and solved: the
 * work is SHA-256 over it with so many leading zero bits, after Hashcash (http://www.hashcash.org/hashcash.pdf).
 */
export function isSolved(proof: string, session: number): boolean {
  const match = /^((\d{1,10})\.(\d{1,2})\.(\d{1,12}))\.([\w-]{22})\.\d{1,16}$/.exec(proof);
  if (!match) return false;
  const [, text, ofSession, bits, expires, mac] = match;
  return (
    isSameSecret(mac!, macOf(text!)) &&
    Number(ofSession) === session &&
    Number(expires) * 1000 > clock.now() &&
    zeroBits(createHash("sha256").update(proof).digest()) >= Number(bits)
  );
}

function zeroBits(digest: Buffer): number {
  const first = digest.findIndex((byte) => byte !== 0);
  return first === -1 ? digest.length * 8 : first * 8 + Math.clz32(digest[first]!) - 24;
}
