import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { recordFiles } from "@/lib/chat/files/service";
import * as access from "@/lib/identity/access/service";
import {
  assertAudience,
  filterMembers,
  isWider,
  recordAudienceChange,
} from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { authorizeCreation } from "@/lib/identity/groups/service";
import { assertMentionFree } from "@/lib/identity/mention-names/service";
import { assertUsableByAll } from "@/lib/llm/group-models/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { invalid, notFound } from "@/lib/platform/errors";
import type { StoredFile } from "@/lib/platform/storage/service";
import type { VirtualAssistantCreate, VirtualAssistantUpdate } from "./contract";
import { assertModelsUsable, cachedAssistants } from "./lookup";
import * as present from "./present";
import * as queries from "./queries";
import * as belongings from "./queries/belongings";
import * as versions from "./queries/versions";
import { assertAll, assertColleagues, putKnowledge, toColumns } from "./references";
import { authorizeManaging, getEditable, getRights, getUsable } from "./rights";

type New = z.output<typeof VirtualAssistantCreate>;
type AssistantChange = z.output<typeof VirtualAssistantUpdate>;

const MAX_VERSIONS = 200;

export async function get(viewer: Viewer, id: number) {
  const row = await getUsable(viewer, id);
  return present.toAssistant(row, getRights(viewer, row));
}

type AssistantOrigin = {
  // Already in storage.
  picture?: StoredFile;
  // Identifies an imported assistant in the other product.
  importKey?: string;
};

/** @throws AppError forbidden, too_large, conflict when the mention name is taken; InvalidInput */
export async function create(viewer: Viewer, input: New, { picture, importKey }: AssistantOrigin = {}) {
  const isAdmin = access.can(viewer, "assistants.change");
  const usableBy = input.usable_by ?? (isAdmin ? "group" : "creator");
  await authorizeCreation(viewer, { isShared: usableBy !== "creator" });
  if (input.is_default) access.authorize(viewer, "assistants.change");
  await assertModelsUsable(viewer, input);
  if (usableBy !== "creator") await assertModelsShareable(viewer, input);
  const groupId = viewer.group.id;
  const id = await transaction(async () => {
    await assertMentionFree(viewer, input.mention_name);
    assertDefaultUsableByAll({ isDefault: input.is_default, usableBy });
    await assertRoom(viewer, usableBy);
    if (input.is_default) await queries.clearDefault({ groupId });
    if (picture) await recordFiles({ groupId, userId: viewer.user.id }, [picture]);
    const row = await queries.insertAssistant({
      ...toColumns(input),
      usableBy,
      avatarKey: picture?.key,
      importKey,
      name: input.name,
      groupId,
      createdBy: viewer.user.id,
    });
    await putBelongings(viewer, row.id, input);
    await keepVersion(viewer.user.id, row);
    return row.id;
  });
  return get(viewer, id);
}

/**
 * Updates an assistant. Only its creator, owners and admins may change its audience.
 * @throws AppError not_found, forbidden, conflict when the mention name is taken; InvalidInput
 */
export async function update(viewer: Viewer, id: number, change: AssistantChange) {
  const groupId = viewer.group.id;
  const before = await getEditable(viewer, id);
  const opensToOthers = await authorizeAudience(viewer, before, change);
  await assertModelsUsable(viewer, change, before);
  if ((change.usable_by ?? before.usableBy) !== "creator")
    await assertModelsShareable(
      viewer,
      {
        model: change.model === undefined ? before.model : change.model,
        fallback_models: change.fallback_models ?? before.fallbackModels,
      },
      opensToOthers ? [] : [before.model, ...before.fallbackModels],
    );
  await transaction(async () => {
    // Locks the name before the row, because everything that assigns a mention name takes the locks in this order.
    if (change.mention_name !== before.mentionName) await assertMentionFree(viewer, change.mention_name);
    const row = await queries.lockAssistant({ groupId, id });
    if (!row) throw notFound("Assistant");
    const content = present.toContent(row, await belongings.loadBelongings({ id }));
    assertDefaultUsableByAll({
      isDefault: change.is_default ?? row.isDefault,
      usableBy: change.usable_by ?? row.usableBy,
    });
    if (change.is_default) await queries.clearDefault({ groupId, exceptId: id });
    await putBelongings(viewer, id, change);
    const usableBy = change.usable_by ?? row.usableBy;
    if ((usableBy === "creator") !== (row.usableBy === "creator")) await assertRoom(viewer, usableBy);
    const changed = await queries.updateAssistant({ groupId, id, values: toColumns(change) });
    if (!changed) throw notFound("Assistant");
    await recordAudienceChange(viewer, row, { name: change.name, usable_by: change.usable_by });
    const next = present.toContent(changed, await belongings.loadBelongings({ id }));
    if (JSON.stringify(next) !== JSON.stringify(content)) {
      // Assistants that are older than the version history have no version of their previous content yet.
      const first = {
        virtualAssistantId: id,
        number: row.version,
        fields: content,
        createdBy: row.createdBy,
      };
      await versions.insertVersion({ ...first, most: MAX_VERSIONS });
      const values = { version: row.version + 1 };
      await keepVersion(viewer.user.id, { ...changed, ...values });
      await queries.updateAssistant({ groupId, id, values });
    }
    cachedAssistants.forget(groupId, id);
  });
  return get(viewer, id);
}

export async function remove(viewer: Viewer, id: number) {
  const row = await getUsable(viewer, id);
  authorizeManaging(viewer, row);
  const { name, usableBy } = row;
  await transaction(async () => {
    const isRemoved = await queries.removeAssistant({ groupId: viewer.group.id, id });
    // Admins read the audit log, and nobody but the creator knows of a private assistant.
    if (isRemoved && usableBy !== "creator") await audit.recordBy(viewer, "assistant_deleted", { name });
    cachedAssistants.forget(viewer.group.id, id);
  });
  return { success: true as const, message: "The assistant was deleted. Its messages are kept." };
}

/** Removes a person's private assistants in all groups, in the transaction that deletes their account. */
export async function removePrivate(userId: number): Promise<void> {
  for (const which of await queries.listPrivate({ userId })) {
    await queries.removeAssistant(which);
    cachedAssistants.forget(which.groupId, which.id);
  }
}

const assertRoom = ({ user, group }: Viewer, usableBy: string) =>
  assertBelowCap(usableBy === "creator" ? "privateAssistants" : "assistants", {
    groupId: group.id,
    userId: user.id,
  });

async function keepVersion(createdBy: number, row: queries.StoredAssistant): Promise<void> {
  const fields = present.toContent(row, await belongings.loadBelongings(row));
  const values = { virtualAssistantId: row.id, number: row.version, fields, createdBy };
  await versions.insertVersion({ ...values, most: MAX_VERSIONS });
}

/** @returns whether people may use or edit the assistant after the change who could not before */
async function authorizeAudience(
  viewer: Viewer,
  row: queries.ShownRow,
  { is_default, usable_by, people }: AssistantChange,
): Promise<boolean> {
  if (is_default !== undefined) access.authorize(viewer, "assistants.change");
  if (usable_by === undefined && people === undefined) return false;
  authorizeManaging(viewer, row);
  const before = {
    createdBy: row.createdBy,
    usableBy: row.usableBy,
    userIds: row.people.map(({ id }) => id),
  };
  const after = await assertAudience(viewer, { usable_by }, before);
  const userIds = people?.map(({ user_id }) => user_id) ?? before.userIds;
  const editors = new Set(row.people.flatMap(({ id, canEdit }) => (canEdit ? id : [])));
  const hasNewEditor = (people ?? []).some(({ user_id, can_edit }) => can_edit && !editors.has(user_id));
  const isOpened = hasNewEditor || isWider({ ...after, userIds }, before);
  if (isOpened) await authorizeCreation(viewer, { isShared: true });
  return isOpened;
}

/**
 * Checks the models of a shared assistant: a member may use a restricted model, but not open it to others.
 * @param earlier models that the assistant has already
 * @throws AppError forbidden
 */
async function assertModelsShareable(
  viewer: Viewer,
  { model, fallback_models = [] }: Pick<AssistantChange, "model" | "fallback_models">,
  earlier: (string | null)[] = [],
): Promise<void> {
  if (access.can(viewer, "assistants.change")) return;
  await assertUsableByAll(
    viewer,
    [model, ...fallback_models].filter((id) => !earlier.includes(id ?? null)),
  );
}

function assertDefaultUsableByAll({ isDefault, usableBy }: { isDefault?: boolean; usableBy?: string }): void {
  if (isDefault && usableBy !== undefined && usableBy !== "group")
    throw invalid(
      ["body", "usable_by"],
      "The default assistant is for everybody in the group. Make another assistant the default first.",
    );
}

const unique = (ids: number[]) => [...new Set(ids)];

async function putBelongings(viewer: Viewer, id: number, change: AssistantChange): Promise<void> {
  const { group } = viewer;
  const { document_ids, collection_ids, colleague_ids, people } = change;
  await putKnowledge(viewer, id, { document_ids, collection_ids });
  if (colleague_ids) {
    await assertColleagues(viewer, colleague_ids, id);
    await belongings.replaceColleagues(id, unique(colleague_ids));
  }
  if (people) {
    const chosen = new Map(people.map(({ user_id, can_edit }) => [user_id, can_edit]));
    const members = await filterMembers({ groupId: group.id, ids: [...chosen.keys()] });
    assertAll(
      "people",
      people.map(({ user_id }) => user_id),
      members,
      "Must be a member of the group.",
    );
    await belongings.replacePeople(
      id,
      [...chosen].map(([userId, canEdit]) => ({ userId, canEdit })),
    );
  }
}
