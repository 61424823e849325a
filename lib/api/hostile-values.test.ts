import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

// Unusual spellings of numbers, IDs, booleans, pages and names that lenient parsers accept.
const server = await startServer();
afterAll(() => server.close());
const { api } = await person(server.url);
const chat = (await api.post("/chats", { virtual_assistant_id: null })).body;
// Begins with a letter, as names do, so that it can only be rejected for its UUID format.
const UUID = "aace9040-1cf3-4e31-b2ed-2aa28b10fabb";
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

test.each(["0", "-1", "2147483647", "2147483648", "9223372036854775808", "9".repeat(400)])(
  "the id %s is valid and returns 404",
  async (id) => {
    const json = { "content-type": "application/json" };
    const answers = await Promise.all([
      api.get(`/chats/${id}`),
      api.get(`/chats/${id}/messages`),
      api.multipart(`/chats/${id}/messages`, { message_input: "x" }),
      api.post(`/chats/messages/${id}/retry`),
      api.del(`/chats/${chat.id}/messages/${id}`),
      api.get(`/documents/${id}/content`),
      api.get(`/virtual-assistants/${id}`),
      api.del(`/users/me/api-tokens/${id}`),
      api.multipart(`/chats/${chat.id}/messages`, { message_input: "x", replying_to_message_id: id }),
      ...(Number(id) <= Number.MAX_SAFE_INTEGER
        ? [
            api.send("PUT", `/chats/${chat.id}/va`, {
              body: `{"virtual_assistant_id":${id}}`,
              headers: json,
            }),
            api.send("POST", "/chats", { body: `{"virtual_assistant_id":${id}}`, headers: json }),
            api.send("POST", "/chats", { body: `{"parent_chat_id":${id}}`, headers: json }),
            api.send("POST", "/chats", { body: `{"chat_workspace_id":${id}}`, headers: json }),
            api.send("POST", "/chats", { body: `{"member_user_ids":[${id}]}`, headers: json }),
          ]
        : []),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  },
);

test.each([
  "1e3",
  "1.0",
  "0x10",
  "+1",
  "01",
  " 1",
  "%201",
  "１",
  "true",
  "[]",
  "1,2",
  "1;x",
  "null",
  "1e400",
])("%s is refused as an id", async (id) => {
  expect(await status(api.get(`/chats/${encodeURI(id)}`))).toBe(422);
  expect(await status(api.get(`/chats?virtual_assistant_id=${encodeURIComponent(id)}`))).toBe(422);
  expect(await status(api.del(`/virtual-assistants/${encodeURI(id)}`))).toBe(422);
  const quoted = { message_input: "x", replying_to_message_id: id };
  expect(await status(api.multipart(`/chats/${chat.id}/messages`, quoted))).toBe(422);
});

test.each(["1e400", "1.5", '"1"', "true", "[]", "{}", "9007199254740993", "-1e400"])(
  "%s is refused as an id in JSON",
  async (id) => {
    for (const [method, path, field] of [
      ["PUT", `/chats/${chat.id}/va`, "virtual_assistant_id"],
      ["POST", "/chats", "virtual_assistant_id"],
      ["POST", `/chats/${chat.id}/read`, "message_id"],
    ] as const) {
      const body = `{"${field}":${id}}`;
      const answer = await api.send(method, path, { body, headers: { "content-type": "application/json" } });
      expect([path, field, answer.status]).toEqual([path, field, 422]);
    }
  },
);

test.each(["0", "-1", "9007199254740992", "1e3", "x", ""])(
  "a list cannot start from message %s",
  async (id) => {
    expect(await status(api.get(`/chats/${chat.id}/messages?message_id=${id}`))).toBe(422);
  },
);

test.each(["", "2", "-1", "t", "null", "truefalse", "true "])("%j is refused as a boolean", async (value) => {
  const text = encodeURIComponent(value);
  expect(await status(api.put(`/chats/${chat.id}/temp?temp=${text}`))).toBe(422);
  expect(await status(api.get(`/chats?starred=${text}`))).toBe(422);
  const sent = api.multipart(`/chats/${chat.id}/messages`, { message_input: "x", is_sync: value });
  expect(await status(sent)).toBe(422);
});

test.each([
  ["TRUE", true],
  ["oFF", false],
  ["0", false],
  ["yes", true],
  ["true&chat_history=false", false],
])("a boolean may be spelled %s", async (text, value) => {
  expect((await api.put(`/chats/${chat.id}/chat_history?chat_history=${text}`)).body.chat_history).toBe(
    value,
  );
});

test("invalid page numbers are refused, and a page beyond the end is empty", async () => {
  for (const query of [
    "page=0",
    "page=-1",
    "page=1.5",
    "page=1e2",
    "page=",
    "page_size=0",
    "page_size=101",
  ]) {
    expect([query, await status(api.get(`/chats?${query}`))]).toEqual([query, 422]);
    expect([query, await status(api.get(`/virtual-assistants?${query}`))]).toEqual([query, 422]);
  }
  for (const size of ["0", "101", "-1", "1.5"]) {
    expect(await status(api.get(`/chats/${chat.id}/messages?size=${size}`))).toBe(422);
  }
  for (const path of ["/chats", "/virtual-assistants", "/chats/vas"]) {
    const far = await api.get(`${path}?page=1000000000&page_size=100`);
    expect([path, far.status, far.body]).toEqual([path, 200, []]);
  }
});

test.each(["", "   ", "\u200b", "\u202e\u2066", "\u0301".repeat(5), "x".repeat(201)])(
  "%j is refused as an invisible or oversized name",
  async (name) => {
    expect(await status(api.post("/chats", { name }))).toBe(422);
    expect(await status(api.put(`/chats/${chat.id}/name`, { name }))).toBe(422);
    expect(await status(api.post("/virtual-assistants", { name }))).toBe(422);
  },
);

test.each([
  "%",
  "_",
  "\\",
  "'",
  "%a%a%a%a%a%a%",
  "a".repeat(3000),
  "(".repeat(3000),
  "😀".repeat(1000),
  "\\%_",
])("a search for %s takes it literally", async (search) => {
  const found = await api.get(`/chats?search=${encodeURIComponent(search)}`);
  expect([found.status, found.body]).toEqual([200, []]);
});

test("a search matches special characters literally", async () => {
  const made = (await api.post("/chats", { name: "50%_off \\ it's (Café)" })).body;
  for (const search of ["50%_off", "\\ it's", "(cafe", "F \\ I"]) {
    const { body } = await api.get(`/chats?search=${encodeURIComponent(search)}`);
    expect([search, body.map(({ id }: { id: number }) => id)]).toEqual([search, [made.id]]);
  }
});

test.each(["admin\u0000", "Ünï", "1abc", "a", "a".repeat(65), "has space", "-x", "12345", UUID])(
  "%j is refused as a mention name",
  async (mention) => {
    const path = `/chats/${chat.id}/mention_name?mention_name=${encodeURIComponent(mention)}`;
    expect(await status(api.put(path))).toBe(422);
    expect(await status(api.post("/chats", { mention_name: mention }))).toBe(422);
  },
);
