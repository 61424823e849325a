import { sharesApi } from "@/lib/chat/shares/contract";
import * as shares from "@/lib/chat/shares/service";
import { implement } from "../implement";

export const sharesRoutes = implement("Shared chats", sharesApi, {
  listShares: ({ viewer, params }) => shares.list(viewer, params.chat_id),
  createShare: ({ viewer, params, body }) => shares.create(viewer, params.chat_id, body),
  revokeShare: ({ viewer, params }) => shares.revoke(viewer, params.chat_id, params.share_id),
});
