import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { type Chat, changeChat, chatQuery } from "./chats";

test("a chat that changes during a read is read again", async () => {
  const client = new QueryClient();
  const { queryKey } = chatQuery("plans");
  const answers = [
    Promise.withResolvers<Chat>(),
    Promise.withResolvers<Chat>(),
    Promise.withResolvers<Chat>(),
  ];
  let asked = 0;
  const queryFn = () => answers[asked++]!.promise;
  const shown = new QueryObserver(client, { queryKey, queryFn });
  const stop = shown.subscribe(() => {});
  const goal = () => shown.getCurrentResult().data?.goal;
  const answer = (at: number, text: string) => answers[at]!.resolve({ goal: text } as Chat);

  answer(0, "first");
  await expect.poll(goal).toBe("first");
  void client.invalidateQueries({ queryKey });
  changeChat(client, "plans", { goal: "second" });
  answer(1, "first");
  answer(2, "second, as stored");
  await expect.poll(goal).toBe("second, as stored");

  changeChat(client, "plans", { goal: "third" });
  expect([goal(), asked]).toEqual(["third", 3]);
  stop();
});
