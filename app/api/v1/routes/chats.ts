import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import { toListReply } from "@/lib/api/routes";
import * as tasks from "@/lib/automation/tasks/service";
import * as canvas from "@/lib/chat/canvas/service";
import { chatsApi, settingsApi } from "@/lib/chat/chats/contract";
import * as chats from "@/lib/chat/chats/service";
import { getSetting, settingNames } from "@/lib/chat/chats/settings";
import { implement } from "../implement";

export const chatsRoutes = implement("Chats", chatsApi, {
  listChats: async ({ viewer, query }) => toListReply(await chats.list(viewer, query)),
  createChat: ({ viewer, query, body }) =>
    query.copy_from_task_id
      ? tasks.createChat(viewer, body, query.copy_from_task_id, query.task_version_number)
      : chats.create(viewer, body),
  countUnread: ({ viewer }) => chats.countUnread(viewer),
  listTags: ({ viewer }) => chats.listTags(viewer),
  getChat: ({ viewer, params }) => chats.get(viewer, params.chat_id),
  deleteChat: ({ viewer, params }) => chats.remove(viewer, params.chat_id),
  getChatFields: ({ viewer, params, query }) => chats.getFields(viewer, params.chat_id, query.fields),
  setMine: ({ viewer, params, body }) => chats.setMine(viewer, params.chat_id, body),
  markRead: ({ viewer, params, body }) => chats.markRead(viewer, params.chat_id, body.message_id),
});

type ChatInput = Record<string, unknown>;
type SettingInput = { viewer: Viewer; params: { chat_id: Reference }; query: unknown; body: unknown };
export const settingsRoutes = implement(
  "Chat settings",
  settingsApi,
  Object.fromEntries(
    settingNames.map((setting) => [
      `set_${setting}`,
      ({ viewer, params, query, body }: SettingInput) =>
        setting === "canvas"
          ? canvas.set(viewer, params.chat_id, body as Parameters<typeof canvas.set>[2])
          : chats.set(
              viewer,
              params.chat_id,
              setting,
              getSetting(setting).input === "body" ? (body as ChatInput) : (query as ChatInput),
            ),
    ]),
  ) as unknown as Parameters<typeof implement<typeof settingsApi>>[2],
);
