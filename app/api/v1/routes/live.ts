import { ApiReply } from "@/lib/api/routes";
import { liveApi } from "@/lib/chat/live/contract";
import * as live from "@/lib/chat/live/service";
import { implement } from "../implement";

type StreamInput = { viewer: Parameters<typeof live.follow>[0]; query: { last_event_id?: number } };
type StreamCall = { wantsEvents: boolean; lastEventId: number | undefined; signal: AbortSignal };

async function follow({ viewer, query, call }: StreamInput & { call: StreamCall }, chat?: number | string) {
  const last = query.last_event_id ?? call.lastEventId;
  if (!call.wantsEvents) return live.listEventsSince(viewer, chat, last);
  const events = await live.follow(viewer, chat, last, call.signal);
  return new ApiReply({ kind: "events", events, ping: "event" });
}

export const liveRoutes = implement("Live", liveApi, {
  followChat: (input) => follow(input, input.params.chat_id),
  followMine: (input) => follow(input),
  tellTyping: ({ viewer, params }) => live.publishTyping(viewer, params.chat_id),
});
