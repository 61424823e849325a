import { implement, Special } from "@/lib/api/routes";
import { repliesApi } from "./contract";
import * as replies from "./service";

export const repliesRoutes = implement("Streaming", repliesApi, {
  listRuns: ({ viewer, params }) => replies.openRuns(viewer, params.chat_id),
  readStream: async ({ viewer, params, query, call }) => {
    const from = Math.max(0, query.chunk_idx ?? call.lastEventId ?? 0);
    if (!call.wantsEvents) return replies.read(viewer, params.streaming_task_id, from);
    const events = await replies.follow(viewer, params.streaming_task_id, from, call.signal);
    return new Special({ kind: "events", events });
  },
  stopStream: ({ params }) => replies.stop(params.streaming_task_id),
});
