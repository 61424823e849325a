import type { Viewer } from "@/lib/api/actor";
import { getTail } from "@/lib/chat/events/service";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import * as queries from "./queries";

// At this interval, people with an open stream are recorded as online and absent ones are detected.
const HEARTBEAT_INTERVAL_MS = 15_000;

const present = createOnce(() => new Map<string, { viewer: Viewer; streams: number }>());
const clock = createOnce<{ timer?: NodeJS.Timeout }>(() => ({}));

export function announceOnline(viewer: Viewer): () => void {
  const key = `${viewer.user.id} ${viewer.group.id}`;
  const entry = present().get(key) ?? { viewer, streams: 0 };
  entry.streams += 1;
  present().set(key, entry);
  clock().timer ??= setInterval(() => void beat(), HEARTBEAT_INTERVAL_MS).unref();
  if (entry.streams === 1) void hello(viewer);
  return () => {
    entry.streams -= 1;
    if (entry.streams === 0) present().delete(key);
  };
}

async function hello({ user, group }: Viewer): Promise<void> {
  try {
    await queries.updateLastSeen({ userIds: [user.id] });
    await getTail().pass({ kind: "presence", groupId: group.id, userId: user.id, isOnline: true });
  } catch (error) {
    log.warn({ err: error }, "presence could not be recorded");
  }
}

async function beat(): Promise<void> {
  const people = [...present().values()].map(({ viewer }) => viewer);
  if (people.length === 0) {
    clearInterval(clock().timer);
    clock().timer = undefined;
    return;
  }
  try {
    await queries.updateLastSeen({ userIds: [...new Set(people.map(({ user }) => user.id))] });
    const groupIds = [...new Set(people.map(({ group }) => group.id))];
    // Delivered to subscribers of this process only, because every process detects absence itself.
    for (const gone of await queries.listWentOffline({ groupIds, ms: HEARTBEAT_INTERVAL_MS }))
      getTail().passHere({ kind: "presence", ...gone, isOnline: false });
  } catch (error) {
    log.warn({ err: error }, "presence could not be recorded");
  }
}
