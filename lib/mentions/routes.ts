import { implement } from "@/lib/api/routes";
import { mentionsApi } from "./contract";
import * as mentions from "./service";

export const mentionsRoutes = implement("Mentions", mentionsApi, {
  listMentions: ({ viewer }) => mentions.listPeople(viewer),
  listChatAndTaskMentions: ({ viewer }) => mentions.listPlaces(viewer),
});
