import { isDeepStrictEqual } from "node:util";
import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, test, vi } from "vitest";
import { routes } from "@/app/api/v1/table";
import { canvasPagesQuery } from "@/components/data/canvas";
import { membersQuery } from "@/components/data/chat-members";
import { chatQuery, chatsQuery } from "@/components/data/chats";
import { documentsQuery } from "@/components/data/documents";
import { runsQuery, threadQuery } from "@/components/data/thread";
import { apply, reapplyEventsAfterReads } from "@/components/live/apply";
import type { LiveEvent } from "@/lib/chat/live/contract";
import { listen } from "@/test/client";
import { callOperation } from "@/test/roles/call";
import { close, member, owner, server } from "@/test/roles/people";
import { type Input, manage, type RoleRow, rows } from "@/test/roles/table";
import { makeThings, type ThingKind, type Things } from "@/test/roles/things";

// Checks for each operation on a chat that the events leave a member's browser with the state that a fetch would
// return.
const getRow = (name: string): RoleRow => (name.startsWith("set_") ? [manage] : rows[name]!);
const operations = routes.filter(
  ({ name, operation: { access, method, path } }) =>
    access === "viewer" &&
    method !== "GET" &&
    (/\{(chat|message|streaming)/.test(path) || (getRow(name)[1]?.length ?? 0) > 0),
);

const fetchAsMember = (path: string, init: RequestInit) =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: member.api.authorization! },
  });
vi.stubGlobal("window", Object.assign(new EventTarget(), { fetch: fetchAsMember }));
const newBrowser = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const browser = newBrowser();
const ends = [reapplyEventsAfterReads(browser)];

const listQueries = (chat: string) => [
  chatQuery(chat),
  threadQuery(chat),
  runsQuery(chat),
  membersQuery(chat),
  canvasPagesQuery(chat),
];
const listLists = (chat: string) => [documentsQuery({ chat_id: chat })];
// Activates queries, as a page does.
async function show(chat: string): Promise<void> {
  const observers = [
    ...listQueries(chat).map((query) => new QueryObserver(browser, query as never)),
    ...listLists(chat).map((query) => new InfiniteQueryObserver(browser, query as never)),
  ];
  for (const observer of observers) ends.push(observer.subscribe(() => {}));
  await Promise.all(observers.map((observer) => observer.refetch()));
}

type Prepared = { name: string; things: Things; input: Input };
const prepared = new Map<string, Prepared>();
let streamError: unknown;
test("a browser shows the chat that each operation changes", async () => {
  for (const { name, operation } of operations) {
    const [, make, part] = getRow(name);
    const { path } = operation;
    const needs = new Set([
      part,
      path.includes("{message") && "message",
      path.includes("{streaming") && "run",
    ]);
    const things = await makeThings(needs as Set<ThingKind>);
    prepared.set(name, { name, things, input: (await make?.(things)) ?? {} });
  }
  const events = await listen(member.api, "/users/me/events");
  ends.push(events.close);
  events
    .ended(({ event, data }) => {
      apply(browser, { event, data } as LiveEvent);
      return false;
    })
    .catch((error: unknown) => {
      streamError = error;
    });
  ends.push(new InfiniteQueryObserver(browser, chatsQuery() as never).subscribe(() => {}));
  for (const { things } of prepared.values()) await show(things.chat_uuid);
}, 300_000);
afterAll(async () => {
  for (const end of ends) end();
  browser.clear();
  vi.unstubAllGlobals();
  await close();
});

// Fields that no page shows, and presence, which isn't stored.
const UNSHOWN = ["message_processed_at", "indexed", "is_online", "last_seen_at", "last_read_message_id"];
const withoutUnshown = (key: string, value: unknown) => (UNSHOWN.includes(key) ? undefined : value);

// Returns the browser's state, and the state that a new browser would fetch.
async function compared(things: Things): Promise<[unknown, unknown]> {
  const fresh = newBrowser();
  const chat = things.chat_uuid;
  const isGone = (await member.api.get(`/chats/${chat}`)).status !== 200;
  const queries = isGone ? [] : listQueries(chat);
  const lists = [...(isGone ? [] : listLists(chat)), chatsQuery()];
  for (const query of queries) await fresh.fetchQuery(query as never);
  for (const list of lists) await fresh.fetchInfiniteQuery(list as never);
  const read = (client: QueryClient) =>
    Object.fromEntries(
      [...queries, ...lists].map(({ queryKey }) => [
        queryKey[0],
        JSON.parse(JSON.stringify(client.getQueryData(queryKey) ?? null, withoutUnshown)),
      ]),
    );
  const both: [unknown, unknown] = [read(browser), read(fresh)];
  fresh.clear();
  return both;
}

test.concurrent.for(operations.map(({ name }) => name))("%s", async (name, { expect }) => {
  const { operation } = operations.find((route) => route.name === name)!;
  const { things, input } = prepared.get(name)!;
  // 502 comes from operations that call external servers, which tests don't have.
  expect(await callOperation(owner.api, operation, { things, input })).not.toBe(500);
  let [shown, fetched] = await compared(things);
  const isSame = async () => {
    [shown, fetched] = await compared(things);
    return isDeepStrictEqual(shown, fetched);
  };
  await expect
    .poll(async () => streamError !== undefined || (await isSame()), { timeout: 90_000, interval: 300 })
    .toBe(true)
    .catch(() => expect(shown).toEqual(fetched));
  expect(streamError).toBeUndefined();
});
