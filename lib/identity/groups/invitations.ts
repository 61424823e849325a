import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { consumeRateLimit, type Limit, limits, refundRateLimit } from "@/lib/api/limits";
import { requireInGroup } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { generateToken, hashSecret } from "@/lib/platform/crypto/secrets";
import { AppError, conflict, notFound } from "@/lib/platform/errors";
import type { Mail } from "@/lib/platform/mail/mail";
import { toMailName, toOneLine } from "@/lib/platform/mail/one-line";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import type { Translate } from "@/lib/platform/words/translate";
import type { InvitationCreate } from "./contract";
import type { Origin } from "./groups";
import * as present from "./present";
import * as queries from "./queries";

const DAY = 86_400_000;
type NewInvitation = z.output<typeof InvitationCreate>;

/**
 * Lists open invitations, newest first.
 * @throws AppError not_found, forbidden
 */
export async function listInvitations(
  viewer: Viewer,
  groupId: string,
  { page, page_size: limit }: { page: number; page_size: number },
) {
  const own = requireInGroup(viewer, groupId, "invitations.manage");
  const [rows, total] = await Promise.all([
    queries.listInvitations({ ...own, limit, offset: (page - 1) * limit }),
    queries.countInvitations(own),
  ]);
  return { items: rows.map(({ invitation, inviter }) => present.toInvitation(invitation, inviter)), total };
}

/**
 * Mails an invitation, replacing an earlier one to that address, or creates a link that only this response contains.
 * @throws AppError not_found, forbidden; conflict for a member of the group; rate_limited
 */
export async function invite(
  viewer: Viewer,
  groupId: string,
  invitation: NewInvitation,
  { address }: Origin,
) {
  requireInGroup(viewer, groupId, "invitations.manage");
  const { email } = invitation;
  if (email) {
    if (await queries.hasMemberWithEmail({ groupId, email }))
      throw conflict("Someone with this e-mail address is already in the group.");
    await consumeInvitationMails(viewer, groupId, [email]);
  }
  return create(viewer, groupId, invitation, address);
}

/**
 * Mails invitations to these addresses, or to none if that would exceed a limit. The addresses must be outside the
 * group.
 * @throws AppError not_found, forbidden, rate_limited
 */
export async function inviteAll(
  viewer: Viewer,
  groupId: string,
  emails: string[],
  given: Pick<NewInvitation, "role" | "expires_in_days">,
  { address }: Origin,
) {
  requireInGroup(viewer, groupId, "invitations.manage");
  await consumeInvitationMails(viewer, groupId, emails);
  for (const email of emails) await create(viewer, groupId, { ...given, email }, address);
}

// Consumes one mail per address from the limits of the user, the group and the recipient, to prevent spam.
async function consumeInvitationMails(viewer: Viewer, groupId: string, emails: string[]): Promise<void> {
  const taken: [Limit, string][] = [];
  const takeOne = async (limit: Limit, caller: string) => {
    await consumeRateLimit(limit, caller);
    taken.push([limit, caller]);
  };
  try {
    for (const email of emails) {
      for (const limit of [limits.invitations(), limits.invitationsOfDay()]) {
        await takeOne(limit, `person ${viewer.user.id}`);
        await takeOne(limit, `group ${groupId}`);
      }
      await takeOne(limits.mails(), `invitation ${groupId} ${email}`);
      await takeOne(limits.mailbox(), `invitation ${email}`);
    }
  } catch (error) {
    for (const [limit, caller] of taken) refundRateLimit(limit, caller);
    throw error instanceof AppError
      ? new AppError(
          error.kind,
          "Too many invitations by e-mail. Try again later, or create an invitation link and send it yourself.",
          error.extra,
        )
      : error;
  }
}

async function create(viewer: Viewer, groupId: string, invitation: NewInvitation, address: string) {
  const { role, expires_in_days: days } = invitation;
  const email = invitation.email ?? null;
  const token = generateToken();
  const link = `${config().appUrl}/join/${token}`;
  const row = await transaction(async () => {
    if (email !== null) await queries.revokeInvitations({ groupId, email });
    await assertBelowCap("invitations", { groupId, userId: viewer.user.id });
    const made = await queries.insertInvitation({
      groupId,
      email,
      role,
      hash: hashSecret(token),
      invitedBy: viewer.user.id,
      expiresAt: clock.getDateIn(days * DAY),
    });
    await audit.record({
      groupId,
      userId: viewer.user.id,
      action: "invitation_made",
      details: { invitation_id: made.id, email, role, days },
      address,
    });
    if (email !== null) {
      const language = await queries.findMailLanguage({ email, inviterId: viewer.user.id });
      await mail(letter(await loadTranslate(toReader(language), "mails"), viewer, email, link, days));
    }
    return made;
  });
  return { ...present.toInvitation(row, viewer.user), link: email === null ? link : null };
}

function letter(t: Translate<"mails">, { user, group }: Viewer, to: string, url: string, days: number): Mail {
  const [sender, team] = [toMailName(user.fullName), toMailName(group.name)];
  return {
    to,
    language: t.language,
    subject: t("invitationSubject", { sender, team }),
    lines: [
      t("invitation", { sender, email: toOneLine(user.email, 100), team }),
      t("invitationFor", { email: to, days }),
      t("invitationIgnore"),
    ],
    action: { label: t("openInvitation"), url },
  };
}

/** @throws AppError not_found, forbidden */
export async function revokeInvitation(viewer: Viewer, groupId: string, id: number, origin: Origin) {
  if ((await revoke(viewer, groupId, origin, id)) === 0) throw notFound("Invitation");
  return { success: true as const, message: "The invitation no longer works." };
}

/**
 * Revokes all open invitations.
 * @throws AppError not_found, forbidden
 */
export async function revokeInvitations(viewer: Viewer, groupId: string, origin: Origin) {
  const count = await revoke(viewer, groupId, origin);
  return {
    success: true as const,
    message: `${count} ${count === 1 ? "invitation" : "invitations"} revoked.`,
  };
}

async function revoke(viewer: Viewer, groupId: string, { address }: Origin, id?: number): Promise<number> {
  const own = requireInGroup(viewer, groupId, "invitations.manage");
  return transaction(async () => {
    const revoked = await queries.revokeInvitations({ ...own, id });
    for (const { id, email, role } of revoked) {
      await audit.record({
        groupId,
        userId: viewer.user.id,
        action: "invitation_revoked",
        details: { invitation_id: id, email, role },
        address,
      });
    }
    return revoked.length;
  });
}
