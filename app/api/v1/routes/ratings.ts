import { memberRatingsApi } from "@/lib/replies/ratings/contract";
import * as ratings from "@/lib/replies/ratings/service";
import { implement } from "../implement";

export const memberRatingsRoutes = implement("Messages", memberRatingsApi, {
  listOwnRatings: ({ viewer, params }) => ratings.listOwn(viewer, params.chat_id),
  rateReply: ({ viewer, params, body }) => ratings.rate(viewer, params, body),
  unrateReply: async ({ viewer, params }) => {
    await ratings.unrate(viewer, params);
    return { success: true, message: "The rating was removed." };
  },
  listAssistantRatings: ({ viewer, params, query }) => ratings.report(viewer, params.id, query.days),
});
