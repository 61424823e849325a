import { expect, test } from "vitest";
import type { Message } from "@/components/data/thread";
import { findContinued } from "./continued";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12) + seconds * 1000).toISOString();
const message = (id: number, seconds: number, body: object) =>
  ({ id, created_at: at(seconds), type: "message", user_type: "user", extra: null, ...body }) as Message;
const ada = { from_user_id: 1 };
const max = { from_user_id: 2 };
const parley = { user_type: "assistant", from_user_id: null, from_virtual_assistant_id: 7 };
const guide = { user_type: "assistant", from_user_id: null, from_virtual_assistant_id: 8 };
const mail = (from: string) => ({ user_type: "guest", from_user_id: null, extra: { mail: { from } } });

const continued = (messages: Message[], isApart = () => false) => [
  ...findContinued(
    messages.map((message) => ({ message, replies: [] })),
    isApart,
  ),
];

test("a message continues its author's previous one within five minutes", () => {
  const messages = [
    message(1, 0, ada),
    message(2, 300, ada),
    message(3, 310, max),
    message(4, 320, max),
    message(5, 621, max),
    message(6, 630, ada),
  ];
  expect(continued(messages)).toEqual([2, 4]);
});

test("messages of different assistants and guests are not grouped, and events are never continued", () => {
  const event = { ...ada, type: "event" };
  expect(continued([message(1, 0, parley), message(2, 1, parley), message(3, 2, guide)])).toEqual([2]);
  expect(
    continued([
      message(1, 0, mail("a@x.test")),
      message(2, 1, mail("a@x.test")),
      message(3, 2, mail("b@x.test")),
    ]),
  ).toEqual([2]);
  expect(continued([message(1, 0, ada), message(2, 1, event), message(3, 2, ada)])).toEqual([]);
  expect(continued([message(1, 0, event), message(2, 1, event)])).toEqual([]);
});

test("a reply or a divider between two questions breaks the grouping", () => {
  const turns = [
    { message: message(1, 0, ada), replies: [message(2, 1, parley), message(3, 2, parley)] },
    { message: message(4, 3, ada), replies: [] },
    { message: message(5, 4, ada), replies: [] },
  ];
  expect([...findContinued(turns, () => false)]).toEqual([3, 5]);
  expect([...findContinued(turns, ({ id }) => id === 5)]).toEqual([3]);
});

test("compared replies are not grouped, so that each shows its author's name", () => {
  const compared = { ...parley, extra: { comparison: { model: "a", position: 0 } } };
  const turns = [
    { message: message(1, 0, ada), replies: [message(2, 1, compared), message(3, 2, compared)] },
    { message: message(4, 3, parley), replies: [] },
  ];
  expect([...findContinued(turns, () => false)]).toEqual([]);
});
