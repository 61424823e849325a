import { implement } from "@/app/api/v1/implement";
import { mentionsApi } from "@/lib/chat/mentions/contract";
import * as mentions from "@/lib/chat/mentions/service";

export const mentionsRoutes = implement("Mentions", mentionsApi, {
  listMentions: ({ viewer }) => mentions.listPeople(viewer),
  listChatAndTaskMentions: ({ viewer }) => mentions.listPlaces(viewer),
});
