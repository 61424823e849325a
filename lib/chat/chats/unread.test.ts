import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { MAX_UPDATED_MEMBERS } from "@/db/unread-counts";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { createRandom } from "@/test/random";
import { startServerWithModel } from "@/test/server-with-model";

// Compares unread counts and the order of lists with a count of all messages, after random concurrent changes.
const { server, model } = await startServerWithModel({ INDEX_AFTER_MS: "3600000" });
model.setMode("tokens=1");
const ada = await person(server.url, "Ada Owner");
const people = [ada];
for (let n = 1; n < MAX_UPDATED_MEMBERS + 4; n++)
  people.push({ ...ada, ...(await colleague(server.url, ada.group, `Member ${n}`)) });

type Person = (typeof people)[number];
type Chat = { id: number };

const STEPS = 10_000;
const AT_ONCE = 8;
const STEPS_PER_CHECK = 40;

async function createChats(): Promise<Chat[]> {
  const folder = (await ada.api.post("/chat-workspaces", { name: "Folder" })).body;
  const create = async (members: number, more: object = { virtual_assistant_id: null }): Promise<Chat> => {
    const member_user_ids = people.slice(1, members).map(({ user }) => user.id);
    return (await ada.api.post("/chats", { name: `Chat of ${members}`, member_user_ids, ...more })).body;
  };
  const large = await create(people.length, {});
  return [
    await create(3, {}),
    await create(MAX_UPDATED_MEMBERS - 2),
    large,
    await create(people.length, { virtual_assistant_id: null, chat_workspace_id: folder.id }),
    await create(2, { virtual_assistant_id: null, chat_workspace_id: folder.id }),
    await create(people.length, { virtual_assistant_id: null, parent_chat_id: large.id }),
    await create(3, { virtual_assistant_id: null, parent_chat_id: large.id }),
  ];
}

type Counted = { chat_id: number; unread: number; last_activity_at: Date | string; is_archived: boolean };

// Counts all messages after the last one that a person has read.
const countAll = async ({ user }: Person): Promise<Counted[]> => [
  ...(await db().execute<Counted>(sql`
    select member.chat_id, chat.last_activity_at, member.is_archived, (select count(*)::int from messages message
      where message.chat_id = member.chat_id and message.id > coalesce(member.last_read_message_id, 0)
        and message.from_user_id is distinct from member.user_id and message.aside_with_id is null
        and coalesce(message.extra #> '{comparison,position}', '0') = '0') as unread
    from chat_members member join chats chat on chat.id = member.chat_id where member.user_id = ${user.id}`)),
];

type Listed = { id: number; unread_count: number; last_activity_at: string; sub_chats_unread_count: number };

async function expectExact(someone: Person, chats: Chat[], history: string): Promise<void> {
  const { api } = someone;
  const all = "/chats?show_chats_in_workspace=true&page_size=100";
  const listed: Listed[] = (await api.get(all)).body;
  const counted = new Map((await countAll(someone)).map((row) => [row.chat_id, row]));
  const sum = (some: { id: number }[]) =>
    some.reduce((total, { id }) => total + (counted.get(id)?.unread ?? 0), 0);
  const isActive = ({ id }: Chat) => counted.get(id)?.is_archived === false;
  for (const { id, unread_count } of listed)
    expect(unread_count, `chat ${id} of ${someone.user.id}, ${history}`).toBe(counted.get(id)!.unread);
  const times = listed.map(({ last_activity_at }) => last_activity_at);
  expect(times, history).toEqual(times.toSorted().reverse());
  for (const { id, last_activity_at } of listed)
    expect(new Date(last_activity_at)).toEqual(new Date(counted.get(id)!.last_activity_at));
  const large = listed.find(({ id }) => id === chats[2]!.id);
  if (large) expect(large.sub_chats_unread_count, history).toBe(sum(chats.slice(5).filter(isActive)));
  const unread: Listed[] = (await api.get(`${all}&only_unread=true`)).body;
  expect(unread.map(({ id }) => id)).toEqual(
    listed.filter(({ unread_count }) => unread_count > 0).map(({ id }) => id),
  );
  expect((await api.get("/chats/total_unread_messages_count")).body.total, history).toBe(sum(chats));
  const [folder] = (await api.get("/chat-workspaces")).body;
  expect(folder.unread_count, history).toBe(sum(chats.slice(3, 5).filter(isActive)));
}

test(`unread counts and orders are exact after ${STEPS.toLocaleString()} random steps`, {
  timeout: 600_000,
}, async () => {
  const seed = 41;
  const random = createRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[random(all.length)]!;
  const chats = await createChats();
  const messages = new Map<number, number[]>(chats.map(({ id }) => [id, []]));
  const send = async ({ id }: Chat, { api }: Person) => {
    const { body, status } = await api.multipart(`/chats/${id}/messages`, { message_input: "To all" });
    if (status === 200) messages.get(id)!.push(body.user_message_id);
    return status;
  };
  const join = async (chat: Chat, { user }: Person) => {
    const body = { user_ids: [user.id] };
    return random(3) > 0
      ? (await ada.api.post(`/chats/${chat.id}/members`, body)).status
      : user.id === ada.user.id || (await ada.api.del(`/chats/${chat.id}/members`, body)).status;
  };
  const step = (): Promise<unknown> => {
    const someone = pick(random(2) === 0 ? people.slice(0, 3) : people);
    const [chat, kind] = [pick(chats), random(100)];
    const some = pick(messages.get(chat.id)!.slice(-30)) ?? 1;
    if (kind < 52) return send(chat, someone);
    if (kind < 78) return someone.api.post(`/chats/${chat.id}/read`, { message_id: some });
    if (kind < 86) return ada.api.del(`/chats/${chat.id}/messages/${some}`);
    if (kind < 92) return join(chats[1]!, someone);
    if (kind < 96)
      return someone.api.patch(`/chats/${chat.id}/me`, pick([{ archived: true }, { archived: false }]));
    if (kind < 97 && random(10) === 0) return ada.api.post(`/chats/${chat.id}/messages/clear`);
    return ada.api.put(`/chats/update_message_text/${some}`, { text: "Edited" });
  };
  for (let done = 0; done < STEPS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, step));
    if (done % STEPS_PER_CHECK === 0)
      await expectExact(pick(people), chats, `seed ${seed}, ${done + AT_ONCE} steps`);
  }
  for (const someone of people) await expectExact(someone, chats, "the end");
});
