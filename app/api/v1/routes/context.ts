import { contextApi } from "@/lib/replies/context/contract";
import * as context from "@/lib/replies/context/service";
import { implement } from "../implement";

export const contextRoutes = implement("Chats", contextApi, {
  getChatContext: ({ viewer, params }) => context.getContext(viewer, params.chat_id),
  compactChat: ({ viewer, params }) => context.compact(viewer, params.chat_id),
  undoCompaction: ({ viewer, params }) => context.undo(viewer, params.chat_id),
});
