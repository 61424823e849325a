import type { Reference } from "@/lib/api/fields";
import { implement, paged } from "@/lib/api/routes";
import type { Viewer } from "@/lib/auth/viewer";
import * as canvas from "@/lib/canvas/service";
import * as replies from "@/lib/replies/service";
import * as tasks from "@/lib/tasks/chats";
import { chatsApi, settingsApi } from "./contract";
import * as chats from "./service";
import { type Setting, settings } from "./settings";

export const chatsRoutes = implement("Chats", chatsApi, {
  listChats: async ({ viewer, query }) => paged(await chats.list(viewer, query)),
  createChat: ({ viewer, query, body }) =>
    query.copy_from_task_id
      ? tasks.createChat(viewer, body, query.copy_from_task_id, query.task_version_number)
      : chats.create(viewer, body),
  countUnread: ({ viewer }) => chats.countUnread(viewer),
  getChat: ({ viewer, params }) => chats.get(viewer, params.chat_id),
  deleteChat: async ({ viewer, params }) => {
    const { chatId, answer } = await chats.remove(viewer, params.chat_id);
    replies.abandonChat(chatId);
    return answer;
  },
  getChatFields: ({ viewer, params, query }) => chats.getFields(viewer, params.chat_id, query.fields),
  setMine: ({ viewer, params, body }) => chats.setMine(viewer, params.chat_id, body),
  markRead: ({ viewer, params, body }) => chats.markRead(viewer, params.chat_id, body.message_id),
});

type Given = Record<string, unknown>;
type SettingInput = { viewer: Viewer; params: { chat_id: Reference }; query: unknown; body: unknown };
export const settingsRoutes = implement(
  "Chat settings",
  settingsApi,
  Object.fromEntries(
    (Object.keys(settings) as Setting[]).map((setting) => [
      `set_${setting}`,
      ({ viewer, params, query, body }: SettingInput) =>
        setting === "canvas"
          ? canvas.set(viewer, params.chat_id, body as Parameters<typeof canvas.set>[2])
          : chats.set(
              viewer,
              params.chat_id,
              setting,
              "body" in settings[setting] ? (body as Given) : (query as Given),
            ),
    ]),
  ) as unknown as Parameters<typeof implement<typeof settingsApi>>[2],
);
