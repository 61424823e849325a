import { MAX_INTEGER } from "@/lib/api/fields";
import { ApiReply } from "@/lib/api/routes";
import * as video from "@/lib/knowledge/video/service";
import { AppError } from "@/lib/platform/errors";
import { repliesApi } from "@/lib/replies/runs/contract";
import * as replies from "@/lib/replies/runs/service";
import { implement } from "../implement";

// Falls back to video conversions, which are streaming tasks too.
const orVideo = <T, V>(reply: Promise<T>, conversion: () => Promise<V>): Promise<T | V> =>
  reply.catch((error) => {
    if (error instanceof AppError && error.kind === "not_found") return conversion();
    throw error;
  });

export const repliesRoutes = implement("Streaming", repliesApi, {
  listRuns: ({ viewer, params }) => replies.openRuns(viewer, params.chat_id),
  readStream: async ({ viewer, params: { streaming_task_id: id }, query, call }) => {
    const from = Math.min(Math.max(0, query.chunk_idx ?? call.lastEventId ?? 0), MAX_INTEGER);
    if (!call.wantsEvents) return orVideo(replies.read(viewer, id, from), () => video.read(viewer, id));
    const events = await orVideo(replies.follow(viewer, id, from, call.signal), () =>
      video.follow(viewer, id, call.signal),
    );
    return new ApiReply({ kind: "events", events });
  },
  pauseStream: ({ viewer, params }) => replies.pause(viewer, params.streaming_task_id),
  resumeStream: ({ viewer, params }) => replies.resume(viewer, params.streaming_task_id),
  steerStream: ({ viewer, params, body }) => replies.steer(viewer, params.streaming_task_id, body.text),
  stopStream: ({ params: { streaming_task_id: id } }) => orVideo(replies.stop(id), () => video.stop(id)),
});
