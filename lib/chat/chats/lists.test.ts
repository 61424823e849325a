import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url);
for (let number = 1; number <= 12; number++) await ada.api.post("/chats", { name: `Chat ${number}` });

const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name);

test("the pages of a list contain each chat once, in one order", async () => {
  const all = names(await ada.api.get("/chats?page_size=100"));
  expect(all).toHaveLength(12);
  for (const sort of ["automatically", "manually", "by_name", "by_created_at"]) {
    const whole = names(await ada.api.get(`/chats?page_size=100&sort=${sort}`));
    const parts = await Promise.all(
      [1, 2, 3].map(async (page) => names(await ada.api.get(`/chats?page_size=5&page=${page}&sort=${sort}`))),
    );
    expect(parts.map((part) => part.length)).toEqual([5, 5, 2]);
    expect(parts.flat()).toEqual(whole);
  }
});

test("headers contain the total and links to the neighboring pages", async () => {
  const { headers } = await ada.api.get("/chats?page_size=5&page=2&search=chat");
  expect(headers.get("x-total-count")).toBe("12");
  const links = headers.get("link") ?? "";
  expect(links).toContain('page=3&search=chat>; rel="next"');
  expect(links).toContain('page=1&search=chat>; rel="prev"');
  const [, next] = /<([^>]+)>; rel="next"/.exec(links)!;
  const answer = await fetch(server.url + next, { headers: { authorization: ada.api.authorization! } });
  expect(await answer.json()).toHaveLength(2);
  expect((await ada.api.get("/chats?page_size=100")).headers.get("link")).toBeNull();
  expect((await ada.api.get("/chats?page=9&page_size=5")).headers.get("link")).toContain("page=3");
});

test("a page beyond the last one is empty and has the total in its header", async () => {
  const beyond = await ada.api.get("/chats?page=1000&page_size=100");
  expect(beyond.body).toEqual([]);
  expect(beyond.headers.get("x-total-count")).toBe("12");
});

test("lists omit the canvas, which the chat itself has", async () => {
  const chat = (await ada.api.post("/chats", { name: "Drawn", canvas: "# Plan" })).body;
  expect(chat).not.toHaveProperty("canvas");
  expect((await ada.api.get(`/chats/${chat.id}`)).body).toMatchObject({
    canvas: "# Plan",
    created_by: { full_name: "Ada Example" },
    documents_count: 0,
  });
});
