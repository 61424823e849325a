// Measures reads of a large database through the product's queries, as a member of every chat and as a member of a
// fiftieth of them. The environment names a database filled by `fill.mjs`.
import { closeDatabase } from "@/db/client";
import type { Viewer } from "@/lib/api/actor";
import * as tasks from "@/lib/automation/tasks/queries";
import { chatsApi } from "@/lib/chat/chats/contract";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/queries";
import * as memories from "@/lib/chat/memories/queries";
import * as mentions from "@/lib/chat/mentions/queries";
import * as messages from "@/lib/chat/messages/queries";
import * as workspaces from "@/lib/chat/workspaces/queries";

const [GROUP = "", HEAVY = "1", LIGHT = "2", CHATS = "1", MESSAGES = "1", CALLS = "200"] =
  process.argv.slice(2);
const groupId = GROUP;
/** Warm-up calls: more than the five executions after which PostgreSQL may switch to a generic plan. */
const WARM = 8;
const MUST = { p50: 5, p99: 25 };

const viewer = (id: number): Viewer => ({
  kind: "user",
  user: { id, email: "", fullName: "", avatarUrl: null, isInstallationOwner: false },
  group: { id: groupId, name: "", role: "member" },
  credential: { kind: "session", id: "" },
});

let missed = 0;
async function measure(name: string, call: (n: number) => Promise<unknown>) {
  const times: number[] = [];
  for (let n = 0; n < WARM + Number(CALLS); n++) {
    const began = performance.now();
    await call(n);
    if (n >= WARM) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (q: number) => times[Math.floor(times.length * q)]!;
  const isMissed = at(0.5) > MUST.p50 || at(0.99) > MUST.p99;
  if (isMissed) missed++;
  const figures = [at(0.5), at(0.99)].map((time) => time.toFixed(1).padStart(8)).join("");
  console.log(`${name.padEnd(52)}${figures}  ${isMissed ? "MISSED" : ""}`);
}

type Query = Record<string, string | string[]>;
const list = (who: number, query: Query) => {
  const read = chatsApi.listChats.query!.parse({ page: "1", ...query });
  return () => chats.list(viewer(who), read as Parameters<typeof chats.list>[1]);
};

const filters: Record<string, Query> = {
  "no filter": {},
  starred: { starred: "true" },
  "not starred": { starred: "false" },
  archived: { archived: "true" },
  "direct chats": { chat_types: ["direct"] },
  "common assistant": { virtual_assistant_id: "1" },
  "usual assistant": { virtual_assistant_id: "4" },
  "rare assistant": { virtual_assistant_id: "11" },
  "absent assistant": { virtual_assistant_id: "12" },
  "common default assistant": { default_virtual_assistant_id: "1" },
  "rare default assistant": { default_virtual_assistant_id: "11" },
  "absent default assistant": { default_virtual_assistant_id: "12" },
  "a workspace": { chat_workspace_id: "7" },
  "in workspaces too": { show_chats_in_workspace: "true" },
  "below a chat": { parent_chat_id: "5" },
  unread: { only_unread: "true" },
  "unread and starred": { only_unread: "true", starred: "true" },
  "unread everywhere": { only_unread: "true", show_chats_in_workspace: "true" },
  "starred everywhere": { starred: "true", show_chats_in_workspace: "true" },
  "common tag": { tag: "common", show_chats_in_workspace: "true" },
  "rare tag": { tag: "rare", show_chats_in_workspace: "true" },
  "absent tag": { tag: "absent" },
  "starred and direct": { starred: "true", chat_types: ["direct"] },
  "search common": { search: "budget" },
  "search two words": { search: "kitchen rocket" },
  "search rare": { search: "zebra" },
  "search absent": { search: "qqqxyz" },
  "search accent": { search: "müll" },
  "search two letters": { search: "bu" },
  "search absent letters": { search: "qx" },
  "search and starred": { search: "budget", starred: "true" },
};
const sorts = ["automatically", "manually", "by_name", "by_created_at"];

async function lists(name: string, who: number) {
  for (const [filter, query] of Object.entries(filters)) {
    await measure(`${name}: ${filter}`, list(who, query));
    for (const sort of sorts.slice(1))
      await measure(`${name}: ${filter}, ${sort}`, list(who, { ...query, sort }));
    await measure(`${name}: ${filter}, page 40`, list(who, { ...query, page: "40" }));
  }
  for (const sort of sorts)
    for (const page of ["40", "400"])
      await measure(`${name}: ${sort}, page ${page}`, list(who, { sort, page }));
}

async function others(name: string, who: number) {
  const mine = { userId: who, groupId };
  const someChat = (n: number) => 48 + 50 * (n % Math.floor(Number(CHATS) / 50 - 1));
  await measure(`${name}: unread in all`, () => chats.countUnread(viewer(who)));
  await measure(`${name}: a chat`, (n) => chats.get(viewer(who), someChat(n)));
  await measure(`${name}: workspaces`, () => workspaces.listWorkspaces({ ...mine, isAdmin: false }));
  await measure(`${name}: memories`, () =>
    memories.listMemories({ ...mine, isAdmin: false, limit: 25, offset: 25 }),
  );
  await measure(`${name}: chats with names`, () => mentions.listChatsWithNames(mine));
  await measure(`${name}: live events`, (n) =>
    events.listEventsAfter({ after: 1000 * n, limit: 100, userId: who }),
  );
}

async function threads() {
  const middle = Math.floor(Number(MESSAGES) * 0.9);
  const large = (n: number) => ({ chatId: 1 + (n % 20), size: 25 });
  await measure("thread: newest", (n) => messages.listNewestMessages(large(n)));
  await measure("thread: before", (n) => messages.listNewestMessages({ ...large(n), before: middle }));
  await measure("thread: after", (n) => messages.listMessagesAfter({ ...large(n), after: middle }));
  await measure("thread: 500 for an export", (n) =>
    messages.listMessagesAfter({ ...large(n), after: middle, size: 500 }),
  );
  await measure("live events of a chat", (n) =>
    events.listEventsAfter({ after: 0, limit: 100, chatId: 100 + n }),
  );
  const seeker = { groupId, userId: 1, isAdmin: false };
  for (const offset of [0, 1000])
    await measure(`tasks from ${offset}`, () => tasks.listTasks({ ...seeker, limit: 25, offset }));
  await measure("tasks counted", () => tasks.countTasks(seeker));
  await measure("tasks searched", () =>
    tasks.listTasks({ ...seeker, limit: 25, offset: 0, search: "budget" }),
  );
}

async function main() {
  console.log(`${"".padEnd(52)}${"p50".padStart(8)}${"p99".padStart(8)}  ms`);
  for (const [name, who] of [
    ["in every chat", Number(HEAVY)],
    ["in a few", Number(LIGHT)],
  ] as const) {
    await lists(name, who);
    await others(name, who);
  }
  await threads();
  console.log(missed ? `${missed} missed p50 ${MUST.p50} ms or p99 ${MUST.p99} ms.` : "All are in time.");
  await closeDatabase();
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
