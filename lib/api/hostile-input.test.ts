import { afterAll, describe, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { fillAddress } from "@/test/addresses";
import { type Client, client, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";
import type { Operation } from "./contract";

// Malformed and oversized bodies get the contract's status, and the server survives.
const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url);
const login = (await ada.api.form("/auth/login", { username: ada.email, password: PASSWORD })).body;
const withLogin = ada.api.as(`Bearer ${login.access_token}`);
const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
await ada.api.put(`/chats/${chat.id}/public?is_public=true`);
const visitor = { id: (await ada.api.post(`/public/chats/${chat.uuid}/public-session`, {})).body };

// Sends raw bytes without the client's serialization.
const raw = (api: Client, method: string, path: string, body: BodyInit, type = "application/json") =>
  api.send(method, path, { body, headers: { "content-type": type, "x-session-id": visitor.id } });
const works = async () => {
  const value = { at: Math.random() };
  expect((await ada.api.put(`/chats/${chat.id}/extra`, value)).body.extra).toEqual(value);
  expect((await ada.api.get(`/chats/${chat.id}`)).body.extra).toEqual(value);
};

describe("every operation that takes JSON", () => {
  const jsonRoutes = routes.filter(({ operation }) => operation.body?.kind === "json");
  const broken = ["{", '{"a":1,}', "/*x*/{}", "NaN", "{'a':1}", '\ufeff{"a":1', "undefined", "{}{}"];
  const cases = jsonRoutes.map(
    ({ name, operation }) =>
      [name, operation, fillAddress(operation.path, { chat, group: ada.group })] as const,
  );
  const getCaller = (operation: Operation) => (operation.access === "login" ? withLogin : ada.api);

  test.each(cases)("%s returns 400 for invalid JSON", async (_, operation, path) => {
    const { method } = operation;
    for (const body of broken) {
      const answer = await raw(getCaller(operation), method, path, body);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    const notUtf8 = await raw(getCaller(operation), method, path, Buffer.from([0x22, 0xff, 0xfe, 0x22]));
    expect(notUtf8.status).toBe(400);
  });

  // Compatible APIs have their own error formats and tests.
  const ours = cases.filter(([, { speaks }]) => speaks === undefined);
  test.each(ours)("%s returns 422 for JSON of another shape", async (_, operation, path) => {
    const { method, body } = operation;
    const values = [null, [], [[]], 1, true, "x", { name: { a: [] } }, "\0", ["\ud800"], { "\ud800": 1 }];
    for (const value of values) {
      const isFit = body!.schema.safeParse(value).success && !/\\u0000|\\ud800/.test(JSON.stringify(value));
      if (isFit) continue;
      const answer = await raw(getCaller(operation), method, path, JSON.stringify(value));
      expect([value, answer.status, answer.body.detail?.[0]?.loc?.[0]]).toEqual([value, 422, "body"]);
    }
  });

  test.each(cases)("%s returns 415 for another media type", async (_, operation, path) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"]) {
      expect([type, (await raw(getCaller(operation), operation.method, path, "{}", type)).status]).toEqual([
        type,
        415,
      ]);
    }
  });
});

describe("requests without a body", () => {
  const needed = routes
    .filter(({ operation: { body, speaks } }) => body?.required && speaks === undefined)
    .map(
      ({ name, operation }) =>
        [name, operation, fillAddress(operation.path, { chat, group: ada.group })] as const,
    );
  const getCaller = (operation: Operation) => (operation.access === "login" ? withLogin : ada.api);
  // A chunked body without chunks. It is known to be empty only when it ends.
  const noChunks = () =>
    ({ body: new ReadableStream({ start: (it) => it.close() }), duplex: "half" }) as RequestInit;
  const headers = { "x-session-id": visitor.id };

  test.each(needed)("%s returns 422", async (_, operation, path) => {
    const ways: [string, RequestInit][] = [
      ["nothing", {}],
      ["no chunks", noChunks()],
      ["no bytes of JSON", { body: "", headers: { "content-type": "application/json" } }],
      ["no bytes of text", { body: "", headers: { "content-type": "text/plain" } }],
    ];
    for (const [way, init] of ways) {
      const api = getCaller(operation);
      const answer = await api.send(operation.method, path, {
        ...init,
        headers: { ...headers, ...init.headers },
      });
      expect([way, answer.status]).toEqual([way, 422]);
    }
  });

  test("are refused with the name of the missing field", async () => {
    const { body } = await ada.api.send("PUT", `/chats/${chat.id}/goal`);
    expect(body).toMatchObject({ detail: [{ loc: ["body", "goal"], type: "invalid_type" }] });
    const none = (await ada.api.send("PUT", "/chats/ordering")).body;
    expect(none).toEqual({ detail: [{ loc: ["body"], msg: "A body is required.", type: "missing" }] });
  });

  test("are accepted where the body is optional, and missing fields are named", async () => {
    const eve = await person(server.url);
    const assistant = (await eve.api.post("/virtual-assistants", { name: "Helper" })).body;
    const missing = async (path: string, init: () => RequestInit) => {
      const { status, body } = await eve.api.send("POST", path, init());
      return [status, ...body.detail.map(({ loc }: { loc: string[] }) => loc.join("."))];
    };
    const noBytes = () => ({ body: "", headers: { "content-type": "application/json" } });
    for (const init of [() => ({}), noChunks, noBytes]) {
      expect(await missing("/auth/register", init)).toContain("body.email");
      expect(await missing("/auth/register", init)).toContain(422);
      expect(await missing("/auth/register/passwordless", init)).toEqual(
        expect.arrayContaining([422, "body.email"]),
      );
      const temporary = `/chats/temp_chat/messages?virtual_assistant_id=${assistant.id}`;
      expect(await missing(temporary, init)).toEqual([422, "body.message_input"]);
      const session = await eve.api.send("POST", `/public/chats/${chat.uuid}/public-session`, init());
      expect([session.status, session.body]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)]);
    }
    expect((await eve.api.post("/auth/logout")).status).toBe(200);
  });

  test("chunked bodies are read", async () => {
    const inChunks = (text: string) =>
      ({
        body: new Blob([text]).stream(),
        duplex: "half",
        headers: { "content-type": "application/json" },
      }) as RequestInit;
    const { status, body } = await ada.api.send(
      "PUT",
      `/chats/${chat.id}/goal`,
      inChunks('{"goal":"In chunks"}'),
    );
    expect([status, body.goal]).toEqual([200, "In chunks"]);
    const form = new FormData();
    form.append("message_input", "In parts");
    const parts = new Response(form);
    const sent = await ada.api.send("POST", `/chats/${chat.id}/messages?is_sync=false`, {
      body: parts.body,
      duplex: "half",
      headers: { "content-type": parts.headers.get("content-type")! },
    } as RequestInit);
    expect([sent.status, sent.body.user_message_id]).toEqual([200, expect.any(Number)]);
  });
});

describe("deep JSON", () => {
  const nested = (open: string, close: string, depth: number) =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;

  test("32 levels are stored, and 33 are refused", async () => {
    const path = `/chats/${chat.id}/extra`;
    expect((await raw(ada.api, "PUT", path, nested('{"a":', "}", 32))).status).toBe(200);
    const { status, body } = await raw(ada.api, "PUT", path, nested('{"a":', "}", 33));
    expect([status, body.detail[0].type]).toEqual([422, "too_deep"]);
  });

  test.each([33, 7_000, 30_000])("%i levels are refused, and the next write is stored", async (depth) => {
    for (const body of [`{"a":${nested("[", "]", depth)}}`, nested('{"a":', "}", depth)]) {
      for (let time = 0; time < 3; time++) {
        expect((await raw(ada.api, "PUT", `/chats/${chat.id}/extra`, body)).status).toBe(422);
        expect((await raw(ada.api, "POST", "/chats", `{"extra":${body}}`)).status).toBe(422);
        expect((await raw(ada.api, "POST", "/chats", body)).status).toBe(422);
      }
    }
    await works();
  });

  test("64 KB of extra are stored, and a byte more is refused", async () => {
    const of = (length: number) => ({ a: "x".repeat(length - '{"a":""}'.length) });
    expect((await ada.api.put(`/chats/${chat.id}/extra`, of(65_536))).status).toBe(200);
    expect((await ada.api.put(`/chats/${chat.id}/extra`, of(65_537))).status).toBe(422);
    expect((await ada.api.put(`/chats/${chat.id}/extra`, { a: "é".repeat(32_768) })).status).toBe(422);
  });
});

describe("characters that cannot be stored", () => {
  const strange = ["a\0b", "\0", "a\ud800b", "\udc00\ud800"];

  test.each(strange)("%j is refused in every text field", async (text) => {
    const member = { email: "x@example.test", password: "a long enough secret", full_name: text };
    const answers = [
      await ada.api.post("/chats", { name: text }),
      await ada.api.post("/chats", { extra: { deep: [{ er: text }] } }),
      await ada.api.post("/chats", { extra: { [text]: 1 } }),
      await ada.api.put(`/chats/${chat.id}/goal`, { goal: text }),
      await ada.api.put(`/chats/${chat.id}/canvas`, { canvas: text }),
      await ada.api.put(`/chats/${chat.id}/extra`, { [text]: text }),
      await ada.api.post("/virtual-assistants", { name: "x", instructions: text }),
      await ada.api.post("/auth/register", member),
      await ada.api.post("/users/me/api-tokens", { name: text }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
  });

  test("NUL is refused in paths, queries, forms and multipart fields", async () => {
    const anyone = client(server.url);
    const answers = [
      await ada.api.get("/chats/%00"),
      await ada.api.get("/chats?search=a%00b"),
      await ada.api.put(`/chats/${chat.id}/memo?memo=%00`),
      await anyone.form("/auth/login", { username: "a\0@example.test", password: "a long enough secret" }),
      await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "a\0b" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
  });

  // As with JSON, invalid UTF-8 is rejected rather than silently replaced.
  test.each(["%ff", "%ed%a0%80", "%c3%28", "ok%f0%9f"])("%s is refused as invalid UTF-8", async (bytes) => {
    expect((await ada.api.get(`/chats?search=${bytes}`)).status).toBe(422);
    expect((await ada.api.put(`/chats/${chat.id}/memo?memo=${bytes}`)).status).toBe(422);
    expect((await ada.api.get(`/chats/${bytes}`)).status).toBe(404);
    const form = `username=a${bytes}%40example.test&password=a+long+enough+secret`;
    const login = await raw(
      client(server.url),
      "POST",
      "/auth/login",
      form,
      "application/x-www-form-urlencoded",
    );
    expect(login.status).toBe(400);
  });
});

describe("duplicate keys and keys with a meaning in JavaScript", () => {
  test("the last of two equal keys counts", async () => {
    const { body } = await raw(ada.api, "PUT", `/chats/${chat.id}/name`, '{"name":"first","name":"last"}');
    expect(body.name).toBe("last");
  });

  test("prototypes stay unchanged", async () => {
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}';
    const put = await raw(ada.api, "PUT", `/chats/${chat.id}/extra`, hostile);
    expect(put.status).toBeLessThan(500);
    expect(
      (await raw(ada.api, "POST", "/chats", `{"extra":${hostile},"__proto__":{"temp":true}}`)).body.temp,
    ).toBe(false);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    for (const name of ["__proto__", "constructor", "password_hash", "id,uuid", ""]) {
      expect((await ada.api.get(`/chats/${chat.id}/fields?fields=${name}`)).status).toBe(422);
    }
    await works();
  });

  test("fields that only the server sets are ignored", async () => {
    const given = {
      id: chat.id,
      uuid: chat.uuid,
      group_id: 1,
      created_by: 1,
      my_role: "member",
      unread_count: 9,
      created_at: "2001-01-01T00:00:00.000Z",
      name: "Mine",
    };
    const { status, body } = await ada.api.post("/chats", given);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Mine", my_role: "owner", unread_count: 0 });
    expect(body.id).not.toBe(chat.id);
    expect(body.uuid).not.toBe(chat.uuid);
    expect(body.created_at).not.toBe(given.created_at);
    const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "x",
      user_type: "assistant",
      extra: '{"usage":1}',
      id: "1",
      from_user_id: "1",
    });
    const [message] = (await ada.api.get(`/chats/${chat.id}/messages?size=1`)).body;
    expect(message).toMatchObject({
      id: sent.body.user_message_id,
      user_type: "user",
      from_user_id: ada.user.id,
    });
    const email = `role${Date.now()}@example.test`;
    const registration = {
      email,
      password: "a long enough secret",
      full_name: "R",
      role: "owner",
      group_id: ada.group.id,
      is_admin: true,
      id: 1,
    };
    const made = await client(server.url).post("/auth/register", registration);
    expect(made.body.user_id).not.toBe(1);
    const login = await client(server.url).form("/auth/login", {
      username: email,
      password: "a long enough secret",
    });
    expect(login.body.groups.map(({ id }: { id: string }) => id)).not.toContain(ada.group.id);
  });
});
