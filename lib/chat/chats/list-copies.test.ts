import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { type Client, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

// Lists read copies of chat columns in the memberships. The copies must stay consistent under concurrent changes.
const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url);
const [mia, max] = await Promise.all(["Mia", "Max"].map((name) => colleague(server.url, ada.group, name)));
const apis = [ada.api, mia!.api, max!.api];

type Chat = {
  id: number;
  name: string;
  summary: string | null;
  chat_type: string;
  starred: boolean;
  archived: boolean;
  unread_count: number;
  virtual_assistant: { id: number } | null;
  chat_workspace: { id: number; uuid: string } | null;
  parent_chat_id: number | null;
  last_activity_at: string;
  repliers: number[];
};
const made = async (path: string, body: object) => (await ada.api.post(path, body)).body;
const sure = async (answer: Promise<{ status: number; body: unknown }>, ...fine: number[]) => {
  const { status, body } = await answer;
  if (status >= 300 && !fine.includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
};

const assistants = [
  await made("/virtual-assistants", { name: "One" }),
  await made("/virtual-assistants", { name: "Two" }),
];
const workspaces = [
  await made("/chat-workspaces", { name: "First" }),
  await made("/chat-workspaces", { name: "Second" }),
];
const chats: Chat[] = [];
for (let n = 0; n < 12; n++)
  chats.push(
    await made("/chats", { name: `Chat ${n}`, virtual_assistant_id: null, member_user_ids: [mia!.user.id] }),
  );

// Applies one of several changes to a chat. `n` selects the change and the chat.
function happen(n: number): Promise<void> {
  const { id } = chats[(n * 7) % chats.length]!;
  const api = apis[n % 2]!;
  const workspace = workspaces[n % 2]!.id;
  const deeds = [
    () =>
      sure(ada.api.put(`/chats/${id}/name`, { name: `${["Zoë", "älter", "Bravo", "alpha"][n % 4]} ${n}` })),
    () => sure(api.patch(`/chats/${id}/me`, { archived: n % 3 === 0 })),
    () => sure(api.patch(`/chats/${id}/me`, { starred: n % 4 < 2 })),
    () => sure(api.multipart(`/chats/${id}/messages`, { message_input: `m${n}` })),
    () => sure(ada.api.put(`/chats/${id}/workspace`, { chat_workspace_id: n % 3 ? workspace : null })),
    () =>
      sure(
        ada.api.put(`/chats/${id}/parent`, { parent_chat_id: n % 3 ? null : chats[n % chats.length]!.id }),
        409,
      ),
    () => sure(ada.api.put(`/chats/${id}/va`, { virtual_assistant_id: assistants[n % 2]!.id })),
    () => sure(ada.api.post(`/chats/${id}/members`, { user_ids: [max!.user.id] })),
    () => sure(ada.api.del(`/chats/${id}/members`, { user_ids: [max!.user.id] })),
  ];
  return deeds[n % deeds.length]!();
}

// Reads every chat of a person individually, as the reference for the list.
async function all(api: Client): Promise<Chat[]> {
  const read = chats.map(async ({ id }) => {
    const { status, body } = await api.get(`/chats/${id}`);
    if (status !== 200) return [];
    const messages: { from_virtual_assistant_id: number }[] = (
      await api.get(`/chats/${id}/messages?size=100`)
    ).body;
    return [{ ...body, repliers: messages.map((message) => message.from_virtual_assistant_id) }];
  });
  return (await Promise.all(read)).flat();
}

const lower = (chat: Chat) => chat.name.toLowerCase();
const order = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const newest = (a: Chat, b: Chat) =>
  Number(b.starred) - Number(a.starred) || order(b.last_activity_at, a.last_activity_at) || b.id - a.id;

async function expectListsToBeTrue() {
  for (const api of apis) {
    const truth = await all(api);
    const plain = (chat: Chat) => !chat.archived && !chat.chat_workspace && !chat.parent_chat_id;
    const lists: [string, (chat: Chat) => boolean, ((a: Chat, b: Chat) => number)?][] = [
      ["", plain],
      ["archived=true", (chat) => chat.archived && !chat.chat_workspace && !chat.parent_chat_id],
      ["starred=true", (chat) => plain(chat) && chat.starred],
      ["only_unread=true", (chat) => plain(chat) && chat.unread_count > 0],
      ["chat_types=group", (chat) => plain(chat) && chat.chat_type === "group"],
      ["show_chats_in_workspace=true", (chat) => !chat.archived && !chat.parent_chat_id],
      ["sort=by_name", plain, (a, b) => order(lower(a), lower(b)) || b.id - a.id],
      ["sort=by_created_at", plain, (a, b) => b.id - a.id],
      ...assistants.flatMap(({ id }): typeof lists => [
        [`default_virtual_assistant_id=${id}`, (chat) => plain(chat) && chat.virtual_assistant?.id === id],
        [
          `virtual_assistant_id=${id}`,
          (chat) => plain(chat) && (chat.virtual_assistant?.id === id || chat.repliers.includes(id)),
        ],
      ]),
      ...workspaces.flatMap(({ id, uuid }): typeof lists => {
        const inside = (chat: Chat) =>
          !chat.archived && !chat.parent_chat_id && chat.chat_workspace?.id === id;
        return [
          [`chat_workspace_id=${id}`, inside],
          [`chat_workspace_id=${uuid}`, inside],
        ];
      }),
      ...chats
        .slice(0, 4)
        .map(({ id }): (typeof lists)[number] => [
          `parent_chat_id=${id}`,
          (chat) => !chat.archived && chat.parent_chat_id === id,
        ]),
      ["search=a", (chat) => plain(chat) && /[aä]/i.test(chat.name)],
      ["search=ALT", (chat) => plain(chat) && /ält/i.test(chat.name)],
    ];
    for (const [query, passes, sorting = newest] of lists) {
      const answer = await api.get(`/chats?page_size=100&${query}`);
      const wanted = truth.filter(passes).sort(sorting);
      expect({ query, ids: answer.body.map(({ id }: Chat) => id) }).toEqual({
        query,
        ids: wanted.map(({ id }) => id),
      });
      expect(answer.headers.get("x-total-count")).toBe(String(wanted.length));
    }
    const unread = (await api.get("/chats/total_unread_messages_count")).body;
    const counts = truth.map((chat) => chat.unread_count).filter((count) => count > 0);
    expect(unread).toEqual({ total: counts.reduce((sum, count) => sum + count, 0), chats: counts.length });
  }
}

test("lists agree with their chats after simultaneous messages, renames, moves, archiving and member changes", async () => {
  for (let wave = 0; wave < 4; wave++) {
    await Promise.all(Array.from({ length: 45 }, (_, n) => happen(wave * 45 + n)));
    await expectListsToBeTrue();
  }
});

test("lists omit deleted workspaces and assistants", async () => {
  const inside = (await ada.api.get(`/chats?chat_workspace_id=${workspaces[0].id}`)).body;
  await Promise.all([
    sure(ada.api.del(`/chat-workspaces/${workspaces[0].id}`)),
    sure(ada.api.del(`/virtual-assistants/${assistants[0].id}`)),
    ...inside.map(({ id }: Chat) =>
      sure(ada.api.multipart(`/chats/${id}/messages`, { message_input: "Hello" })),
    ),
  ]);
  await expectListsToBeTrue();
});

test("a search or tag with too many hits to count links to the next page in order", async () => {
  await db().execute(sql`
    with made as (
      insert into chats (group_id, name, summary)
      select ${ada.group.id}, 'Bulk ' || n, case when n % 2 = 0 then 'Über alles' end from generate_series(1, 2100) n
      returning id)
    insert into chat_members (chat_id, user_id, group_id, role)
    select id, ${ada.user.id}, ${ada.group.id}, 'owner' from made`);
  const page = (n: number, search: string) =>
    ada.api.get(`/chats?page=${n}&page_size=100&sort=by_name&search=${search}`);
  const names: string[] = [];
  for (let n = 1; ; n++) {
    const { body, headers } = await page(n, "bulk");
    names.push(...body.map((chat: Chat) => chat.name));
    if (!headers.get("link")?.includes('rel="next"')) break;
    expect(headers.get("x-total-count")).toBeNull();
  }
  const bulk = Array.from({ length: 2100 }, (_, n) => `Bulk ${n + 1}`);
  expect(names).toEqual(bulk.toSorted((one, other) => order(one.toLowerCase(), other.toLowerCase())));
  await db().execute(sql`
    insert into chat_tags (chat_id, user_id, group_id, tag)
    select id, ${ada.user.id}, ${ada.group.id}, 'Bulk' from chats where name like 'Bulk %'`);
  const tagged = await ada.api.get("/chats?page=2&page_size=100&sort=by_name&tag=bulk");
  expect(tagged.body.map((chat: Chat) => chat.name)).toEqual(names.slice(100, 200));
  expect(tagged.headers.get("link")).toContain('rel="next"');
  expect((await page(6, "uber%20alles")).headers.get("x-total-count")).toBe("1050");
  expect((await page(1, "bulk%25")).body).toEqual([]);
  expect((await page(99, "bulk")).headers.get("link")).toContain(
    'page=98&page_size=100&sort=by_name&search=bulk>; rel="prev"',
  );
});
