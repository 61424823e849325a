import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import { toSeeker } from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { assertMentionFree } from "@/lib/identity/mention-names/service";
import { areUsable, assertUsable } from "@/lib/llm/group-models/service";
import { invalid, notFound } from "@/lib/platform/errors";
import { getChatFor, toCaller } from "./access";
import { publishAdded } from "./chat-events";
import { type ChatListItem, getListItem } from "./chats";
import type { ChatCreate } from "./contract";
import * as present from "./present";
import * as queries from "./queries";
import { markIfLarge } from "./queries/large-chats";
import { toColumnValues } from "./setting-columns";
import type { ChatSortingStrategy } from "./setting-schemas";

export type NewChat = z.output<typeof ChatCreate> & {
  sub_chat_sorting_strategy?: z.output<typeof ChatSortingStrategy> | null;
  source_task?: { id: number; version_number: number };
  branched_from?: { chat_id: number; message_id: number };
  standing_key?: string;
  /** People of the group, as the caller has checked. */
  task_members?: NewMember[];
};
type NewMember = { userId: number; role: "admin" | "member" };

/**
 * Creates a chat. Idempotent by `requested_uuid`: returns the existing chat of an earlier request.
 * @param fill stores initial messages before the members join, so that they are not unread. Returns the id of the
 * newest one.
 * @throws AppError not_found for an assistant, workspace, parent or person that the viewer cannot use; conflict;
 * InvalidInput when the UUID belongs to another person's chat
 */
export async function create(
  viewer: Viewer,
  input: NewChat,
  fill?: (chatId: number) => Promise<number | null>,
): Promise<ChatListItem> {
  const before = await findExistingChat(viewer, input.requested_uuid);
  if (before) return before;
  // The models of tasks and branched chats were checked when they were chosen.
  if (!input.source_task && !input.branched_from) await assertUsable(viewer, [input.model]);
  const groupId = viewer.group.id;
  // Outside of the transaction, because it may ask a model server.
  const workspace = await resolveWorkspace(viewer, input.chat_workspace_id);
  const chatId = await transaction(async () => {
    const [assistantId, parentId] = await Promise.all([
      resolveAssistant(viewer, input.virtual_assistant_id, workspace),
      resolveParent(viewer, input.parent_chat_id),
    ]);
    await assertMentionFree(viewer, input.mention_name);
    const others = await resolveMembers(viewer, input);
    const chat = await queries.insertChat({
      uuid: input.requested_uuid,
      groupId,
      createdBy: viewer.user.id,
      name: input.name ?? "New chat",
      isNamedByPerson: input.name !== undefined,
      chatType: others.length > 0 ? "group" : input.chat_type,
      pageType: input.page_type,
      isPublic: input.is_public,
      goal: input.goal,
      memo: input.memo,
      canvas: input.canvas,
      mentionName: input.mention_name,
      virtualAssistantId: assistantId,
      chatWorkspaceId: workspace?.id,
      parentChatId: parentId,
      temp: input.temp,
      extra: input.extra,
      ...toColumnValues(input),
      ...(workspace?.model && input.model === undefined && { model: workspace.model }),
      subChatSortingStrategy: input.sub_chat_sorting_strategy,
      sourceTaskId: input.source_task?.id,
      sourceTaskVersion: input.source_task?.version_number,
      branchedFromChatId: input.branched_from?.chat_id,
      branchedFromMessageId: input.branched_from?.message_id,
      standingKey: input.standing_key,
    });
    if (!chat) return undefined;
    const lastReadMessageId = await fill?.(chat.id);
    await queries.insertMembers([
      { chatId: chat.id, userId: viewer.user.id, groupId, role: "owner", lastReadMessageId },
      ...others.map((member) => ({ ...member, chatId: chat.id, groupId })),
    ]);
    await markIfLarge(chat.id);
    await publishAdded(chat.id, [viewer.user.id, ...others.map(({ userId }) => userId)]);
    if (chat.isPublic) {
      const who = { groupId, userId: viewer.user.id };
      await audit.record({ ...who, action: "chat_published", details: { name: chat.name } });
    }
    return chat.id;
  });
  if (chatId !== undefined) return getListItem(viewer, chatId);
  // A concurrent request with the same UUID has created the chat.
  const made = await findExistingChat(viewer, input.requested_uuid);
  if (!made) throw invalid(["body", "requested_uuid"], "This UUID is in use.");
  return made;
}

async function findExistingChat(viewer: Viewer, uuid: string | undefined): Promise<ChatListItem | undefined> {
  const row = uuid && (await queries.findListedChat({ ...toCaller(viewer), chat: uuid }));
  return row ? present.toChatListItem(row) : undefined;
}

async function resolveMembers(
  { user, group }: Viewer,
  { member_user_ids: chosen = [], task_members: ofTask = [] }: NewChat,
): Promise<NewMember[]> {
  const userIds = [...new Set(chosen)].filter((id) => id !== user.id);
  const people = await queries.filterPeople({ groupId: group.id, userIds });
  if (people.length < userIds.length) throw notFound("User");
  return [
    ...userIds.map((userId) => ({ userId, role: "member" as const })),
    ...ofTask.filter(({ userId }) => userId !== user.id && !userIds.includes(userId)),
  ];
}

async function resolveAssistant(
  viewer: Viewer,
  id: number | null | undefined,
  workspace: Awaited<ReturnType<typeof resolveWorkspace>>,
): Promise<number | null> {
  if (id === null) return null;
  if (id !== undefined) {
    await assistants.assertAssistant(viewer, id);
    return id;
  }
  const usual = workspace?.virtualAssistantId ?? null;
  const [usable] = usual === null ? [] : await assistants.listUsableByIds(viewer, [usual]);
  return usable?.id ?? (await assistants.findDefaultAssistant(viewer.group.id))?.id ?? null;
}

async function resolveWorkspace(viewer: Viewer, workspace: Reference | null | undefined) {
  if (workspace == null) return undefined;
  const found = await queries.findUsableWorkspace({ ...toSeeker(viewer), workspace });
  if (!found) throw notFound("Workspace");
  // Models and assistants that the viewer may not use are replaced by the usual ones.
  return { ...found, model: (await areUsable(viewer, [found.model])) ? found.model : null };
}

export const isWorkspaceUsable = async (viewer: Viewer, workspace: Reference): Promise<boolean> =>
  (await queries.findUsableWorkspace({ ...toSeeker(viewer), workspace })) !== undefined;

const resolveParent = async (viewer: Viewer, parent: Reference | null | undefined) =>
  parent == null ? null : (await getChatFor(viewer, parent)).chat.id;
