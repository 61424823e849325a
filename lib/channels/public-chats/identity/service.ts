import { createHmac, randomUUID } from "node:crypto";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as clock from "@/lib/platform/clock";
import { deriveKey } from "@/lib/platform/crypto/keys";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { generateToken, hashSecret } from "@/lib/platform/crypto/secrets";
import { conflict, notFound } from "@/lib/platform/errors";
import { hasVisibleCharacter, toPlainName } from "@/lib/platform/plain-name";
import { insertSession, lockSession, type SessionRow, updateSession } from "../queries";
import { type PublicVisitor, withoutQuery } from "../sessions";
import * as queries from "./queries";
import { type Claims, type SignedIdentity, verify } from "./signature";

/** @throws AppError not_found, forbidden */
export async function getSecretState(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  return { is_set: (await queries.findSecret({ chatId: chat.id })) !== null };
}

/**
 * Replaces a chat's identity secret, which ends the sessions opened with the previous one.
 * @returns the secret, which can't be retrieved later
 * @throws AppError not_found, forbidden; conflict for a visitor's conversation
 */
export async function rotateSecret(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  if (isOfVisitor(chat)) throw conflict("A conversation with a visitor stays with the team.");
  const secret = generateToken();
  await transaction(async () => {
    await chats.lock(chat.id);
    await queries.setSecret({ chatId: chat.id, sealed: seal("visitor identities", secret) });
    await queries.signOut({ chatId: chat.id });
    await chats.publishUpdated([chat.id], "visitors");
    await audit.recordBy(viewer, "identity_secret_changed", { name: chat.name });
  });
  return { secret };
}

/**
 * Sets a visitor's identity. If the site signed it, the visitor gets the session shared by all of the person's devices.
 * @throws AppError forbidden for an invalid signature; conflict when the secret is replaced concurrently; not_found
 */
export async function identify(visitor: PublicVisitor, claims: Claims) {
  const { chat, session, conversation } = visitor;
  const sealed = await queries.findSecret({ chatId: chat.id });
  const secret = (sealed && unseal("visitor identities", sealed)) || undefined;
  const signed = await verify(claims, secret, chat.uuid);
  const claimed = {
    claimedName: signed?.name ? null : parseName(claims),
    claimedEmail: signed?.email ? null : claims.email || null,
  };
  if (!signed) {
    const isNew =
      session.claimedName !== claimed.claimedName || session.claimedEmail !== claimed.claimedEmail;
    if (isNew) await updateSession({ id: session.id, values: claimed });
    if (isNew && conversation) await tellTeam(conversation.id);
    return { session_id: null, verified: [] };
  }
  const id = deriveSessionId(chat.uuid, signed.id, secret!);
  await transaction(async () => {
    // A session created with the previous secret would survive its replacement.
    if (!(await queries.lockCurrentSecret({ chatId: chat.id, sealed: sealed! })))
      throw conflict("The identity secret was just replaced.");
    await become(visitor, signed, claimed, hashSecret(id));
  });
  return { session_id: id, verified: listVerifiedFields(signed) };
}

function parseName({ name = "" }: Claims): string | null {
  const plain = toPlainName(name).trim();
  return hasVisibleCharacter(plain) ? plain : null;
}

// Derives the id of a known visitor's shared session. Only this server can do so, because the secret is encrypted in
// the database. A new secret results in a new id.
function deriveSessionId(chat: string, externalId: string, secret: string): string {
  const bytes = createHmac("sha256", deriveKey("sessions of known visitors"))
    .update(JSON.stringify([chat, externalId, secret]))
    .digest()
    .subarray(0, 16);
  // Sets the version and variant of a random UUID (RFC 9562, 5.4), like all session ids.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// Assigns the hash to the session that becomes the known visitor's: the earlier session if it is blocked or the current
// session has no conversation, otherwise the current session, or a new one if the current is another person's.
async function become(
  { chat, session }: PublicVisitor,
  { id: externalId, name, email }: SignedIdentity,
  claimed: Pick<SessionRow, "claimedName" | "claimedEmail">,
  hash: string,
): Promise<void> {
  const known = await queries.lockKnown({ chatId: chat.id, externalId, name, email });
  const had = await queries.lockVisitorSession({ knownVisitorId: known.id });
  const now = await lockSession({ id: session.id });
  // A session of another person stays untouched, since people may share a device.
  const brought = now?.hash === session.hash && now.knownVisitorId === null ? now : undefined;
  if (had?.isAlive && (had.session.blockedAt || !brought?.conversationId)) {
    await updateSession({ id: had.session.id, values: { hash, ...claimed, lastUsedAt: clock.getDateIn(0) } });
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

// Notifies subscribers of the conversation. They then reload their session, because another conversation may belong to
// it now.
const tellTeam = async (conversationId: number): Promise<void> => {
  await chats.publishUpdated([conversationId], "visitor");
};

const listVerifiedFields = ({ name, email }: Pick<SignedIdentity, "name" | "email">) => [
  "id" as const,
  ...(name ? ["name" as const] : []),
  ...(email ? ["email" as const] : []),
];

export function toIdentity(session: SessionRow, known: queries.KnownVisitor | null) {
  if (!known && !session.claimedName && !session.claimedEmail) return null;
  return {
    id: known?.externalId ?? null,
    name: known?.name ?? session.claimedName,
    email: known?.email ?? session.claimedEmail,
    verified: known ? listVerifiedFields(known) : [],
  };
}

export async function setPage({ session, conversation }: PublicVisitor, text: string) {
  const page = withoutQuery(text);
  if (page && page !== session.page) {
    await updateSession({ id: session.id, values: { page } });
    if (conversation) await tellTeam(conversation.id);
  }
  return { success: true as const };
}
