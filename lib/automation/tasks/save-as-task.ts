import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { getChatFor, getManageableChat } from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { assertAudience, toSeeker } from "@/lib/identity/audiences/service";
import * as collections from "@/lib/knowledge/collections/service";
import { copies } from "@/lib/knowledge/documents/service";
import { invalid } from "@/lib/platform/errors";
import type { SaveAsTask } from "./contract";
import { INCLUDABLE } from "./operations";
import * as queries from "./queries";
import { countChatMembers } from "./queries/version-members";
import * as tasks from "./tasks";

type Saving = z.output<typeof SaveAsTask>;

/**
 * Saves the selected content of a chat as a new version of its task if the viewer may change the task, or else as a
 * new task.
 * @throws AppError not_found, forbidden; InvalidInput for documents and collections of other chats
 */
export async function saveAsTask(viewer: Viewer, reference: Reference, saving: Saving = {}) {
  const { chat } = await getManageableChat(viewer, reference);
  const groupId = viewer.group.id;
  return transaction(async () => {
    await chats.lock(chat.id);
    const now = (await getChatFor(viewer, chat.id)).chat;
    const id = saving.as_new ? null : now.sourceTaskId;
    const source = id === null ? undefined : await queries.lockTask({ ...toSeeker(viewer), id });
    const task = source && tasks.canChange(viewer, source) ? source : undefined;
    const number = task?.latestVersion;
    const before =
      task && (await queries.findVersion({ groupId, taskId: task.id, number: task.latestVersion }));
    const fields = chooseFields(chats.getCopiedFields(now), saving, before?.fields);
    const pagesBefore = number === undefined ? undefined : { number };
    const holdings = {
      documentIds: await copies.copyToTask({
        groupId,
        chatId: chat.id,
        createdBy: viewer.user.id,
        documentIds: saving.document_ids,
      }),
      collectionIds: await chooseCollections(viewer, chat.id, saving.collection_ids),
      pagesFrom: saving.include?.includes("canvas") === false ? pagesBefore : { chatId: chat.id },
      membersFrom: saving.include_members ? await chooseMembers(viewer, chat.id) : undefined,
    };
    if (!task) {
      await assertAudience(viewer, saving, {
        createdBy: viewer.user.id,
        usableBy: "group",
        userIds: [],
      });
      const values = { name: saving.name ?? now.name, usableBy: saving.usable_by, userIds: saving.user_ids };
      const inserted = await tasks.insert(viewer, values, fields, holdings);
      return { task_id: inserted.id, version_number: 1, name: inserted.name };
    }
    const version = await tasks.addVersion(viewer, task, fields, holdings);
    await chats.setColumns(chat.id, { sourceTaskVersion: version });
    await events.publish({ chatId: chat.id, kind: "chat.updated", data: { fields: ["source_task"] } });
    return { task_id: task.id, version_number: version, name: task.name };
  });
}

function chooseFields(
  fields: queries.TaskFields,
  { name = fields.name as string, include = [...INCLUDABLE] }: Saving,
  before: queries.TaskFields = {},
): queries.TaskFields {
  const chosen: queries.TaskFields = { ...fields, name };
  for (const field of INCLUDABLE) {
    if (include.includes(field)) continue;
    delete chosen[field];
    if (field in before) chosen[field] = before[field];
  }
  return chosen;
}

// As many as one request adds to a chat.
const MAX_MEMBERS = 200;

async function chooseMembers({ group }: Viewer, chatId: number) {
  if ((await countChatMembers({ groupId: group.id, chatId })) > MAX_MEMBERS)
    throw invalid(
      ["body", "include_members"],
      `A template can include up to ${MAX_MEMBERS} members.`,
      "too_big",
    );
  return { chatId };
}

async function chooseCollections(
  viewer: Viewer,
  chatId: number,
  chosen: number[] | undefined,
): Promise<number[]> {
  const attached = (await collections.listAttachedTo(viewer, chatId)).map(({ id }) => id);
  if (chosen?.some((id) => !attached.includes(id)))
    throw invalid(["body", "collection_ids"], "Must be collections of this chat.");
  return collections.lockExisting(viewer, chosen ? attached.filter((id) => chosen.includes(id)) : attached);
}
