import { dehydrate, hydrate, QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import {
  acknowledge,
  findCachedThread,
  type Message,
  type ReplyRun,
  runsQuery,
  threadQuery,
  toThread,
} from "@/components/data/thread";
import type { LiveEvent } from "@/lib/chat/live/contract";
import { apply, applyRecentEvents, reapplyEventsAfterReads } from "./apply";

const CHAT = "6f0b6c66-2f7e-4b70-8c51-0d2f5f7a9d11";
const question = { id: 53, chat_uuid: CHAT, user_type: "user", from_user_id: 1, message: "Which bike?" };
const reply = { ...question, id: 54, user_type: "assistant", from_user_id: null, message: "A red one." };
const toCreatedEvent = (message: object) =>
  ({ event: "message.created", data: { chat_uuid: CHAT, message } }) as unknown as LiveEvent;

function rendered(at: number) {
  const server = new QueryClient();
  server.setQueryData(threadQuery(CHAT).queryKey, toThread([] as Message[]), { updatedAt: at });
  return dehydrate(server);
}

test("a page that was rendered before a message and arrives after it doesn't remove the message", () => {
  const client = new QueryClient();
  hydrate(client, rendered(Date.now() - 1000));
  const end = reapplyEventsAfterReads(client);
  apply(client, toCreatedEvent(question));
  hydrate(client, rendered(Date.now() + 1000));
  expect(findCachedThread(client, CHAT)?.messages).toMatchObject([{ id: question.id }]);
  end();
  client.clear();
});

test("a slow response doesn't remove messages that arrived in the meantime", async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const end = reapplyEventsAfterReads(client);
  let answer = (_: ReturnType<typeof toThread>) => {};
  const { queryKey } = threadQuery(CHAT);
  const read = client.fetchQuery({
    queryKey,
    queryFn: () => new Promise<unknown>((resolve) => (answer = resolve)),
  });
  await vi.advanceTimersByTimeAsync(100);
  apply(client, toCreatedEvent(question));
  await vi.advanceTimersByTimeAsync(20_000);
  answer(toThread([] as Message[]));
  await vi.advanceTimersByTimeAsync(100);
  await read;
  expect(findCachedThread(client, CHAT)?.messages).toMatchObject([{ id: question.id }]);
  end();
  client.clear();
  vi.useRealTimers();
});

test("messages that arrive while another version of a question loads are kept", async () => {
  const answers: ((messages: object[]) => void)[] = [];
  const fetchPage = () =>
    new Promise<Response>((resolve) => answers.push((messages) => resolve(Response.json(messages))));
  vi.stubGlobal("window", { fetch: fetchPage });
  const client = new QueryClient();
  hydrate(client, rendered(Date.now()));
  const change = { chat_id: 1, chat_uuid: CHAT, fields: ["messages"] };
  const showOtherVersion = () => apply(client, { event: "chat.updated", data: change } as LiveEvent);
  const shownIds = () => findCachedThread(client, CHAT)?.messages.map(({ id }) => id);

  showOtherVersion();
  apply(client, toCreatedEvent(reply));
  answers[0]!([question]);
  await vi.waitFor(() => expect(shownIds()).toEqual([question.id, reply.id]));

  // The response to the earlier read arrives last and is ignored.
  showOtherVersion();
  showOtherVersion();
  answers[2]!([{ ...question, id: 60 }]);
  await vi.waitFor(() => expect(shownIds()).toEqual([60]));
  answers[1]!([question]);
  await new Promise(setImmediate);
  expect(shownIds()).toEqual([60]);
  client.clear();
  vi.unstubAllGlobals();
});

test("a question that arrives before its new chat is shown appears in it, also when its reply comes first", () => {
  const client = new QueryClient();
  apply(client, toCreatedEvent(question));
  hydrate(client, rendered(Date.now() - 1000));
  apply(client, toCreatedEvent(reply));
  applyRecentEvents(client, CHAT);
  expect(findCachedThread(client, CHAT)?.messages).toMatchObject([{ id: question.id }, { id: reply.id }]);
  client.clear();
});

test("a new version of a question replaces the earlier one and its reply", () => {
  const client = new QueryClient();
  hydrate(client, rendered(Date.now()));
  const again = { ...question, id: 55, extra: { versions: [question.id, 55] } };
  for (const message of [question, reply, again, { ...reply, id: 56 }])
    apply(client, toCreatedEvent(message));
  expect(findCachedThread(client, CHAT)?.messages).toMatchObject([{ id: 55 }, { id: 56 }]);
  client.clear();
});

test("the sender of a message is shown who is replying, or that nobody is", async () => {
  const client = new QueryClient();
  hydrate(client, rendered(Date.now()));
  const runs = () => client.getQueryData<ReplyRun[]>(runsQuery(CHAT).queryKey) ?? [];
  const sent = (user_message_id: number) => ({
    ...{ user_message_id, responses: null },
    streaming_task_id: `7f0b6c66-2f7e-4b70-8c51-0d2f5f7a9d${user_message_id}`,
  });
  apply(client, toCreatedEvent({ ...question, message_processed_at: "2026-11-27T12:00:00Z" }));
  await acknowledge(client, CHAT, sent(question.id));
  expect(runs()).toEqual([]);

  const mention = { ...question, id: 55, message_processed_at: null };
  apply(client, toCreatedEvent(mention));
  await acknowledge(client, CHAT, sent(mention.id));
  expect(runs()).toMatchObject([{ user_message_id: mention.id, virtual_assistant_ids: [] }]);
  const { responses: _, ...run } = sent(mention.id);
  const start = { chat_id: 1, chat_uuid: CHAT, ...run, virtual_assistant_ids: [7] };
  apply(client, { event: "reply.started", data: start } as LiveEvent);
  expect(runs()).toMatchObject([{ user_message_id: mention.id, virtual_assistant_ids: [7] }]);
  client.clear();
});

test("messages of a replaced version stay removed after the thread is read again", () => {
  const client = new QueryClient();
  hydrate(client, rendered(Date.now()));
  const end = reapplyEventsAfterReads(client);
  for (const message of [question, reply]) apply(client, toCreatedEvent(message));
  apply(client, {
    event: "chat.updated",
    data: { chat_id: 1, chat_uuid: CHAT, fields: ["messages"] },
  } as LiveEvent);
  hydrate(client, rendered(Date.now() + 1000));
  expect(findCachedThread(client, CHAT)?.messages).toEqual([]);
  end();
  client.clear();
});
