import { ApiReply } from "@/lib/api/routes";
import { publicCitationsApi, publicKnowledgeApi } from "@/lib/channels/public-chats/contract";
import { citations, knowledge } from "@/lib/channels/public-chats/service";
import { implement } from "../implement";

export const publicCitationsRoutes = implement("Public chats", publicCitationsApi, {
  getPublicCitation: ({ visitor, params }) => citations.getPassage(visitor, params),
  getPublicCitationFile: async ({ visitor, params, call }) => {
    const { stream, headers, status } = await citations.getFile(visitor, params, call.range);
    return new ApiReply({ kind: "file", stream }, headers, status);
  },
});

export const publicKnowledgeRoutes = implement("Public chats: team", publicKnowledgeApi, {
  getPublicKnowledge: ({ viewer, params }) => knowledge.get(viewer, params.chat_id),
  setPublicKnowledge: ({ viewer, params, body }) => knowledge.set(viewer, params.chat_id, body),
});
