import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { requireInGroup, requireOwnGroup } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { hashSecret } from "@/lib/platform/crypto/secrets";
import { notFound } from "@/lib/platform/errors";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import type { MembersCreate } from "./operations";
import * as queries from "./queries";
import { firstActions, firstAssistant } from "./starter-content";

export type Origin = { address: string };

const MAX_NAME_LENGTH = 100;

export async function createGroup(
  ownerId: number,
  name?: string,
  address?: string,
): Promise<{ id: string; name: string }> {
  return transaction(async () => {
    const owner = await queries.ownerRow({ userId: ownerId });
    const t = await loadTranslate(toReader(owner.language), "starterContent");
    const named = shortened(name ?? t("ownGroup", { name: owner.fullName }));
    const group = await queries.insertGroup({ name: named, ownerId });
    await queries.insertStarterContent({
      groupId: group.id,
      createdBy: ownerId,
      assistant: firstAssistant(t),
      actions: firstActions(t),
    });
    await audit.record({ groupId: group.id, userId: ownerId, action: "group_made", address });
    return group;
  });
}

function shortened(name: string): string {
  const start = name.slice(0, MAX_NAME_LENGTH);
  return (start.isWellFormed() ? start : start.slice(0, -1)).trimEnd();
}

export const list = ({ user }: Viewer) => queries.listGroups({ userId: user.id });

/**
 * Creates another group that the viewer owns.
 * @throws AppError conflict when they own too many
 */
export async function make(viewer: Viewer, { name }: { name: string }, { address }: Origin) {
  const { user } = viewer;
  const group = await transaction(async () => {
    await assertBelowCap("groups", { groupId: viewer.group.id, userId: user.id });
    return createGroup(user.id, name, address);
  });
  return { id: group.id, name: group.name, role: "owner" as const };
}

/** @throws AppError not_found */
export async function read(viewer: Viewer, groupId: string) {
  const group = await queries.findGroup(requireOwnGroup(viewer, groupId));
  if (!group) throw notFound("Group");
  return {
    id: group.id,
    name: group.name,
    role: viewer.group.role,
    members_count: group.membersCount,
    monthly_tokens: group.monthlyTokens,
    members_create: group.membersCreate,
    members_add_documents: group.membersAddDocuments,
    created_at: group.createdAt.toISOString(),
  };
}

type GroupChange = {
  name?: string;
  monthly_tokens?: number | null;
  members_create?: MembersCreate;
  members_add_documents?: MembersCreate;
};

/**
 * Renames the group, or changes its monthly token budget, what members may create or what they may add to the library.
 * @throws AppError not_found; forbidden unless the viewer is an owner
 */
export async function update(viewer: Viewer, groupId: string, change: GroupChange, { address }: Origin) {
  requireInGroup(viewer, groupId, "group.change");
  const entry = { groupId, userId: viewer.user.id, address };
  const { name, monthly_tokens: monthlyTokens } = change;
  const { members_create: membersCreate, members_add_documents: membersAddDocuments } = change;
  await transaction(async () => {
    const before = await queries.findGroup({ groupId });
    await queries.updateGroup({ groupId, name, monthlyTokens, membersCreate, membersAddDocuments });
    if (name !== undefined)
      await audit.record({
        ...entry,
        action: "group_renamed",
        details: { before: viewer.group.name, after: name },
      });
    if (monthlyTokens !== undefined)
      await audit.record({
        ...entry,
        action: "monthly_tokens_changed",
        details: { before: before?.monthlyTokens ?? null, after: monthlyTokens },
      });
    if (membersCreate !== undefined)
      await audit.record({
        ...entry,
        action: "members_create_changed",
        details: { before: before?.membersCreate ?? null, after: membersCreate },
      });
    if (membersAddDocuments !== undefined)
      await audit.record({
        ...entry,
        action: "members_add_documents_changed",
        details: { before: before?.membersAddDocuments ?? null, after: membersAddDocuments },
      });
  });
  return read(viewer, groupId);
}

/** @throws AppError not_found */
export async function join(viewer: Viewer, token: string, { address }: Origin) {
  const { groupId } = await redeem(token, viewer.user, address);
  const joined = (await list(viewer)).find(({ id }) => id === groupId);
  if (!joined) throw notFound("Group");
  return joined;
}

export const lock = (groupId: string) => queries.lockGroup({ groupId });

const isToken = (text: string) => /^[\w-]{20,100}$/.test(text);

/**
 * Redeems an invitation. A link works for everyone until it expires; a mailed invitation works once, for its address.
 * The role of an existing member stays unchanged.
 * @throws AppError not_found for a token that is unknown, expired, revoked, used or for another address
 */
export async function redeem(
  token: string,
  user: { id: number; email: string },
  address?: string,
): Promise<{ groupId: string }> {
  return transaction(async () => {
    const invitation = await lockInvitation(token);
    if (!invitation || (invitation.email !== null && invitation.email !== user.email))
      throw notFound("Invitation");
    const { id, groupId, role, email } = invitation;
    const isNew = await queries.insertMember({ groupId, userId: user.id, role });
    if (email !== null) await queries.acceptInvitation({ id, groupId });
    if (isNew)
      await audit.record({ groupId, userId: user.id, action: "member_joined", details: { role }, address });
    return { groupId };
  });
}

// Locks the group before the invitation, in the same order as removing a member does.
async function lockInvitation(token: string) {
  const invitation = await findInvitation(token);
  if (!invitation) return undefined;
  await queries.lockGroup({ groupId: invitation.groupId });
  return queries.lockInvitation({ hash: hashSecret(token), groupId: invitation.groupId });
}

export async function findInvitation(token: string) {
  return isToken(token) ? queries.findInvitation({ hash: hashSecret(token) }) : undefined;
}
