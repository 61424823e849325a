import type { Viewer } from "@/lib/api/actor";
import { withNames } from "./names";
import * as queries from "./queries";

/** The names that a text mentions, in order, each once. An address such as `a@b` mentions nobody. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@.])@([a-z][a-z0-9_-]{1,63})(?![\w@])/gi)].map(([, name]) =>
    name!.toLowerCase(),
  );
  return [...new Set(names)];
}

/** Whom the viewer can mention: the group's assistants that have a name, and its people, who all have one. */
export async function listPeople({ group }: Viewer) {
  const [virtual_assistants, people, taken] = await Promise.all([
    queries.assistantsWithNames({ groupId: group.id }),
    queries.people({ groupId: group.id }),
    queries.namesIn({ groupId: group.id }),
  ]);
  return { virtual_assistants, users: withNames(people, taken) };
}

/** Which chats and tasks the viewer can mention: their own chats, the group's tasks. */
export async function listPlaces({ user, group }: Viewer) {
  const [chats, tasks] = await Promise.all([
    queries.chatsWithNames({ groupId: group.id, userId: user.id }),
    queries.tasksWithNames({ groupId: group.id }),
  ]);
  return { chats, tasks };
}
