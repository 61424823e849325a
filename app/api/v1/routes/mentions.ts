import { mentionsApi } from "@/lib/chat/mentions/contract";
import * as mentions from "@/lib/chat/mentions/service";
import { implement } from "../implement";

export const mentionsRoutes = implement("Mentions", mentionsApi, {
  listMentions: ({ viewer }) => mentions.listPeople(viewer),
  listChatAndTaskMentions: ({ viewer }) => mentions.listPlaces(viewer),
});
