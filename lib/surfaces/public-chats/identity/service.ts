import { createHmac, randomUUID } from "node:crypto";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as clock from "@/lib/platform/clock";
import { keyFor } from "@/lib/platform/crypto/keys";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { hashed, randomToken } from "@/lib/platform/crypto/secrets";
import { conflict, notFound } from "@/lib/platform/errors";
import { hasVisibleCharacter, toPlainName } from "@/lib/platform/names";
import { insertSession, lockSession, type SessionRow, updateSession } from "../queries";
import { type PublicVisitor, withoutQuery } from "../sessions";
import * as queries from "./queries";
import { type Claims, type Signed, verify } from "./signature";

/** @throws AppError not_found, forbidden */
export async function secretState(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  return { is_set: (await queries.findSecret({ chatId: chat.id })) !== null };
}

/**
 * Gives a chat a new secret, which ends the sessions that the earlier one has opened.
 * @returns the secret, this once
 * @throws AppError not_found, forbidden; conflict for a visitor's conversation
 */
export async function rotateSecret(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  if (isOfVisitor(chat)) throw conflict("A conversation with a visitor stays with the team.");
  const secret = randomToken();
  await transaction(async () => {
    await chats.lock(chat.id);
    await queries.setSecret({ chatId: chat.id, sealed: seal("visitor identities", secret) });
    await queries.signOut({ chatId: chat.id });
    await chats.noteUpdated([chat.id], "visitors");
    await audit.noteBy(viewer, "identity_secret_changed", { name: chat.name });
  });
  return { secret };
}

/**
 * Notes who a visitor is. One whose site has signed it gets the session that this person has on every device.
 * @throws AppError forbidden for a signature that doesn't fit; conflict when the secret is replaced meanwhile; not_found
 */
export async function identify(visitor: PublicVisitor, claims: Claims) {
  const { chat, session, conversation } = visitor;
  const sealed = await queries.findSecret({ chatId: chat.id });
  const secret = (sealed && unseal("visitor identities", sealed)) || undefined;
  const signed = await verify(claims, secret, chat.uuid);
  const claimed = {
    claimedName: signed?.name ? null : nameOf(claims),
    claimedEmail: signed?.email ? null : claims.email || null,
  };
  if (!signed) {
    const isNew =
      session.claimedName !== claimed.claimedName || session.claimedEmail !== claimed.claimedEmail;
    if (isNew) await updateSession({ id: session.id, values: claimed });
    if (isNew && conversation) await tellTeam(conversation.id);
    return { session_id: null, verified: [] };
  }
  const id = sessionIdOf(chat.uuid, signed.id, secret!);
  await transaction(async () => {
    // A session by the earlier secret would outlive it.
    if (!(await queries.holdSecret({ chatId: chat.id, sealed: sealed! })))
      throw conflict("The identity secret was just replaced.");
    await become(visitor, signed, claimed, hashed(id));
  });
  return { session_id: id, verified: verifiedOf(signed) };
}

function nameOf({ name = "" }: Claims): string | null {
  const plain = toPlainName(name).trim();
  return hasVisibleCharacter(plain) ? plain : null;
}

/**
 * The id of the session that a known visitor has on all devices. Only this server can derive it, from a secret that the
 * database doesn't hold in the clear; with another identity secret it is another.
 */
function sessionIdOf(chat: string, externalId: string, secret: string): string {
  const bytes = createHmac("sha256", keyFor("sessions of known visitors"))
    .update(JSON.stringify([chat, externalId, secret]))
    .digest()
    .subarray(0, 16);
  // The form of a random UUID (RFC 9562, 5.4), as all session ids have it.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Makes the session under a hash that of a known visitor: the one that they have, or the one that they came with. */
async function become(
  { chat, session }: PublicVisitor,
  { id: externalId, name, email }: Signed,
  claimed: Pick<SessionRow, "claimedName" | "claimedEmail">,
  hash: string,
): Promise<void> {
  const known = await queries.lockKnown({ chatId: chat.id, externalId, name, email });
  const had = await queries.lockSessionOf({ knownVisitorId: known.id });
  const now = await lockSession({ id: session.id });
  // Somebody else's is not touched: the next person on a device may come with it.
  const brought = now?.hash === session.hash && now.knownVisitorId === null ? now : undefined;
  if (had?.isAlive && (had.session.blockedAt || !brought?.conversationId)) {
    await updateSession({ id: had.session.id, values: { hash, ...claimed, lastUsedAt: clock.dateIn(0) } });
    if (had.session.conversationId) await tellTeam(had.session.conversationId);
    return;
  }
  if (had) await updateSession({ id: had.session.id, values: { hash: `left ${randomUUID()}` } });
  const blockedAt = had?.session.blockedAt ?? null;
  const id = brought?.id ?? (await insertSession({ ...session, chatId: chat.id, hash }));
  if (id === undefined) throw notFound("Chat");
  await updateSession({ id, values: { ...claimed, hash, knownVisitorId: known.id, blockedAt } });
  for (const each of [had?.session.conversationId, brought?.conversationId]) if (each) await tellTeam(each);
}

/** Those who follow the conversation look again, too: on other devices it may be another one now. */
const tellTeam = async (conversationId: number): Promise<void> => {
  await chats.noteUpdated([conversationId], "visitor");
};

const verifiedOf = ({ name, email }: Pick<Signed, "name" | "email">) => [
  "id" as const,
  ...(name ? ["name" as const] : []),
  ...(email ? ["email" as const] : []),
];

/** What the team is shown of who a visitor is; null when nothing is said. */
export function identityOf(session: SessionRow, known: queries.KnownVisitor | null) {
  if (!known && !session.claimedName && !session.claimedEmail) return null;
  return {
    id: known?.externalId ?? null,
    name: known?.name ?? session.claimedName,
    email: known?.email ?? session.claimedEmail,
    verified: known ? verifiedOf(known) : [],
  };
}

/** Notes which page of the embedding site a visitor is on, without its query. */
export async function setPage({ session, conversation }: PublicVisitor, given: string) {
  const page = withoutQuery(given);
  if (page && page !== session.page) {
    await updateSession({ id: session.id, values: { page } });
    if (conversation) await tellTeam(conversation.id);
  }
  return { success: true as const };
}
