import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as chats from "@/lib/chat/chats/service";
import * as messages from "@/lib/chat/messages/service";
import * as access from "@/lib/identity/access/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as clock from "@/lib/platform/clock";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { verifyLinkToken } from "@/lib/platform/crypto/links";
import { conflict, notFound, unauthorized } from "@/lib/platform/errors";
import { type ChatShareCreate, MAX_SHARES } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

const DAY = 86_400_000;

export async function list(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const rows = await queries.listShares({ chatId: chat.id, groupId: viewer.group.id });
  return rows.map(present.share);
}

/**
 * Creates a link, which shows either the live chat or a snapshot of it.
 * @throws AppError not_found; forbidden; conflict for a visitor's conversation, and when there are too many links
 */
export async function create(viewer: Viewer, reference: Reference, input: z.output<typeof ChatShareCreate>) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const { requires_sign_in: requiresSignIn, is_live: isLive, expires_in_days: days } = input;
  // The interface promises visitors that only the team reads their conversation.
  if (isOfVisitor(chat)) throw conflict("A conversation with a visitor stays with the team.");
  const of = { chatId: chat.id, groupId: viewer.group.id };
  const row = await transaction(async () => {
    await chats.lock(chat.id);
    // Checked again under the lock, so that a member who is being removed cannot leave a link behind.
    const { member } = await chats.getChatFor(viewer, reference);
    if (!requiresSignIn) access.authorize(viewer, "chat.share-with-anyone", { chatRole: member.role });
    if ((await queries.countShares(of)) >= MAX_SHARES)
      throw conflict(`This chat has ${MAX_SHARES} links already. Revoke some first.`);
    await assertBelowCap("shares", { groupId: viewer.group.id, userId: viewer.user.id });
    const id = await queries.insertShare({
      ...of,
      createdBy: viewer.user.id,
      requiresSignIn,
      snapshot: isLive ? null : await createSnapshot(chat),
      expiresAt: days === null ? null : clock.getDateIn(days * DAY),
    });
    const open_to = requiresSignIn ? "group" : "anyone";
    await audit.recordBy(viewer, "chat_shared", { chat_id: chat.id, open_to });
    return queries.findShare({ ...of, id });
  });
  return present.share(row!);
}

async function createSnapshot({ id, name }: { id: number; name: string }) {
  const { messages: picked, isWhole } = await messages.pickForLink(id);
  return { name, messages: picked, is_whole: isWhole };
}

/** Deletes the links of people who left the chat or lost the permission. The caller must hold the lock of the chat. */
export const endUnauthorized = (chatId: number) => queries.deleteUnauthorized({ chatId });

/** @throws AppError not_found; forbidden unless the viewer created the link, or is an owner or admin of the chat */
export async function revoke(viewer: Viewer, reference: Reference, id: string) {
  const { chat, member } = await chats.getChatFor(viewer, reference);
  const which = { id, chatId: chat.id, groupId: viewer.group.id };
  const share = await queries.findShare(which);
  if (!share) throw notFound("Link");
  const isAuthor = share.creator?.id === viewer.user.id;
  access.authorize(viewer, "chat-share.revoke", { chatRole: member.role, isAuthor });
  await transaction(async () => {
    if (!(await queries.deleteShare(which))) throw notFound("Link");
    await audit.recordBy(viewer, "chat_share_revoked", { chat_id: chat.id });
  });
  return { success: true as const, message: "The link no longer works." };
}

/**
 * Returns the content of a shared page.
 * @param viewer absent for anonymous requests
 * @param address the client's IP address, which the rate limit counts by
 * @throws AppError not_found for an invalid link of any kind; unauthorized when signing in may help; rate_limited
 */
export async function open(token: string, viewer: Viewer | undefined, address: string) {
  await consumeRateLimit(limits.sharedPages(), `address:${address}`);
  const id = verifyLinkToken("shares", token);
  const found = id && (await queries.findOpenShare({ id, groupId: viewer?.group.id }));
  if (!found) throw notFound("Link");
  const { share, chatName } = found;
  if (share.requiresSignIn && !viewer) throw unauthorized();
  const sharedAt = share.createdAt.toISOString();
  if (share.snapshot === null)
    return { name: chatName, ...(await messages.loadPrintedForLink(share.chatId)), isLive: true, sharedAt };
  const { name, messages: picked, is_whole: isWhole } = share.snapshot;
  return { name, messages: await messages.toPrintedPicks(picked), isWhole, isLive: false, sharedAt };
}

export const sweep = () => queries.deleteExpired();
