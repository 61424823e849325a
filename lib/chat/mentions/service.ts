import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import { toSeeker } from "@/lib/identity/audiences/service";
import { parseMentions } from "@/lib/platform/thread/mentions";
import * as queries from "./queries";
import { withNames } from "./with-names";

export async function listMentionedPeople(
  { id, groupId }: { id: number; groupId: string },
  names: string[],
  authorId: number,
): Promise<number[]> {
  if (names.length === 0) return [];
  const [people, taken, memberIds] = await Promise.all([
    queries.listPeopleWithNames({ groupId }),
    queries.listNames({ groupId }),
    chats.listMemberIds(id),
  ]);
  const mentioned = withNames(people, taken).filter(({ mention_name }) => names.includes(mention_name));
  return mentioned.map((person) => person.id).filter((one) => one !== authorId && memberIds.includes(one));
}

export async function listPeople(viewer: Viewer) {
  const { group } = viewer;
  const [usable, people, taken] = await Promise.all([
    assistants.listUsable(viewer),
    queries.listPeopleWithNames({ groupId: group.id }),
    queries.listNames({ groupId: group.id }),
  ]);
  const virtual_assistants = usable
    .filter(({ mentionName }) => mentionName !== null)
    .sort((a, b) => (a.mentionName! < b.mentionName! ? -1 : 1))
    .map(assistants.toMini);
  return { virtual_assistants, users: withNames(people, taken) };
}

/**
 * Returns the names that texts mention and that an assistant or a person of the group has, and which of them is the
 * viewer's own.
 */
export async function listMentionedNames(viewer: Viewer, texts: string[]) {
  const mentioned = new Set(texts.flatMap(parseMentions));
  if (mentioned.size === 0) return { names: mentioned, ownName: undefined };
  const { virtual_assistants, users } = await listPeople(viewer);
  const known = [...virtual_assistants, ...users].map(({ mention_name }) => mention_name!);
  return {
    names: new Set(known.filter((name) => mentioned.has(name))),
    ownName: users.find(({ id }) => id === viewer.user.id)?.mention_name,
  };
}

export async function listPlaces(viewer: Viewer) {
  const { user, group } = viewer;
  const [chats, tasks] = await Promise.all([
    queries.listChatsWithNames({ groupId: group.id, userId: user.id }),
    queries.listTasksWithNames(toSeeker(viewer)),
  ]);
  return { chats, tasks };
}
