import { randomUUID } from "node:crypto";
import { transaction } from "@/db/transaction";
import type { Visitor } from "@/lib/api/actor";
import { uuid as chatUuid } from "@/lib/api/fields";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as clock from "@/lib/platform/clock";
import { hashSecret } from "@/lib/platform/crypto/secrets";
import { AppError, conflict, forbidden, notFound } from "@/lib/platform/errors";
import { hashAddress } from "./abuse/address";
import { parseBrowser } from "./browser";
import * as queries from "./queries";

export type PublicVisitor = Visitor & queries.Session;

const toVisitor = (found: queries.Session): PublicVisitor => ({
  kind: "visitor",
  user: null,
  group: { id: found.chat.groupId },
  ...found,
});

// The last-used time is written at most this often.
const LAST_USED_PRECISION_MS = 3_600_000;
const DAY = 86_400_000;
const SESSION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns the public chat of a link.
 * @throws AppError not_found, also for an invalid UUID or a chat that isn't public
 */
export async function getPublicChat(uuid: string): Promise<queries.ChatRow> {
  const { data } = chatUuid.safeParse(uuid);
  const chat = data && (await queries.findPublicChat({ uuid: data }));
  if (!chat) throw notFound("Chat");
  return chat;
}

export type VisitOrigin = { page?: string; language?: string; userAgent?: string | null; address: string };

/**
 * Begins a session. Only a hash of its id is stored.
 * @returns the session id
 * @throws AppError not_found, rate_limited
 */
export const create = async (uuid: string, origin: VisitOrigin): Promise<string> =>
  createSessionIn(await getPublicChat(uuid), origin);

/**
 * Begins a session of a chat that is known to be public.
 * @throws AppError not_found, rate_limited
 */
export async function createSessionIn(
  chat: queries.ChatRow,
  { page, language, userAgent, address }: VisitOrigin,
): Promise<string> {
  await consumeRateLimit(limits.publicSessions(), `address:${address}`);
  const id = randomUUID();
  const made = await queries.insertSession({
    chatId: chat.id,
    hash: hashSecret(id),
    page: withoutQuery(page),
    language: /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(language ?? "") ? language! : null,
    browser: parseBrowser(userAgent),
    addressHash: hashAddress(chat.id, address),
  });
  if (made === undefined) throw notFound("Chat");
  return id;
}

/**
 * Replaces a session without a conversation by one whose id only its visitor knows (against session fixation). Copies
 * only data of the first request, because others who knew the old id could have set everything else.
 * @throws AppError conflict once it has a conversation, belongs to a known visitor, or was opened by a mailed link;
 * not_found
 */
export async function replace(visitor: PublicVisitor, sessionId: string | undefined): Promise<string> {
  const id = randomUUID();
  await transaction(async () => {
    const session = await queries.lockSession({ id: visitor.session.id });
    if (session?.hash !== visitor.session.hash) throw ended();
    const isMailed = session.hash !== hashSecret(sessionId?.toLowerCase() ?? "");
    if (isMailed || session.conversationId !== null || session.knownVisitorId !== null)
      throw conflict("This session is in use. Start a new one instead.");
    const { chatId, epoch, page, language, browser, addressHash, blockedAt, createdAt } = session;
    const origin = { chatId, epoch, page, language, browser, addressHash, blockedAt, createdAt };
    // A concurrent message with the old id finds no session, so it can't begin a conversation.
    await queries.deleteSession({ id: session.id });
    await queries.copySession({ ...origin, hash: hashSecret(id) });
  });
  return id;
}

/** Removes the query string, which may contain private data. */
export function withoutQuery(page: string | undefined): string | null {
  const url = page && URL.canParse(page) ? new URL(page) : undefined;
  return url && ["http:", "https:"].includes(url.protocol) ? url.origin + url.pathname : null;
}

export async function find(uuid: string, id: string | undefined): Promise<queries.Session | undefined> {
  const given = id?.toLowerCase() ?? "";
  if (!SESSION_ID.test(given) || !chatUuid.safeParse(uuid).success) return undefined;
  const session = await queries.findSession({ chatUuid: uuid, hash: hashSecret(given) });
  if (session && clock.now() - session.session.lastUsedAt.getTime() > LAST_USED_PRECISION_MS)
    await queries.updateSession({ id: session.session.id, values: { lastUsedAt: clock.getDateIn(0) } });
  return session;
}

/**
 * Authenticates a visitor by session id, before the request is validated. Returns undefined for an invalid UUID,
 * which the contract reports.
 * @throws AppError not_found; forbidden when the team has blocked the session
 */
export async function admitVisitor(uuid: string, id: string | undefined): Promise<PublicVisitor | undefined> {
  const { data } = chatUuid.safeParse(uuid);
  return data === undefined ? undefined : getAllowedVisitor(await find(data, id));
}

/** @throws AppError as `admitVisitor` */
export const reloadVisitor = async (visitor: PublicVisitor): Promise<PublicVisitor> =>
  getAllowedVisitor(await findSession(visitor));

export const findSession = ({ chat, session }: PublicVisitor): Promise<queries.Session | undefined> =>
  queries.findSession({ chatUuid: chat.uuid, hash: session.hash });

const ended = () => new AppError("not_found", "This conversation doesn't exist or has ended.");

function getAllowedVisitor(found: queries.Session | undefined): PublicVisitor {
  if (!found) throw ended();
  if (isBlocked(found.session)) throw forbidden("The team has ended this conversation.");
  return toVisitor(found);
}

/**
 * Returns true if the team has blocked a session. A block by address ends after a day, since others may share the
 * address.
 */
export const isBlocked = ({ blockedAt, conversationId, knownVisitorId }: queries.SessionRow): boolean =>
  blockedAt !== null &&
  (conversationId !== null || knownVisitorId !== null || clock.now() - blockedAt.getTime() < DAY);

export const sweep = () => queries.deleteSilentSessions();
