import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { client, person } from "@/test/client";
import { type Passing, startDatabaseProxy } from "@/test/database-proxy";
import { logged } from "@/test/logged";
import { startServerWithModel } from "@/test/server-with-model";
import { setMaxWait } from "./overload";

type Stored = {
  id: number;
  user_type: string;
  message: string;
  replying_to_message: { id: number } | null;
  extra: { error?: unknown } | null;
};

// Uses a proxy that slows the database down or breaks its connection at COMMIT.
const { DATABASE_URL } = process.env;
logged();
describe.skipIf(!DATABASE_URL)("PostgreSQL behind a faulty network", async () => {
  if (!DATABASE_URL) return;
  const proxy = await startDatabaseProxy(DATABASE_URL);
  afterAll(() => proxy.close());
  process.env.DATABASE_URL = proxy.url;
  const { model, server } = await startServerWithModel({ DATABASE_POOL: "4" });
  afterEach(() => proxy.setHook(() => {}));
  let ada: Awaited<ReturnType<typeof person>>;
  let chat: { id: number };
  beforeAll(async () => {
    ada = await person(server.url);
    chat = (await ada.api.post("/chats", {})).body;
  });
  const send = (message_input: string, key: string) =>
    ada.api.multipart(
      `/chats/${chat.id}/messages`,
      // A file turns the request into a transaction of several statements.
      { message_input, files: [new File([message_input], "a.txt")] },
      { "idempotency-key": key },
    );
  const stored = async () => (await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body as Stored[];

  const insertsMessage = (text: string) => /insert into "?messages"?/i.test(text);
  const statements: Record<string, (statement: Passing) => boolean> = {
    "the claim of its key": ({ text }) => /^insert into "idempotency_keys"/i.test(text),
    "its row": ({ text }) => insertsMessage(text),
    COMMIT: ({ text, transaction }) => /^commit/i.test(text) && transaction.some(insertsMessage),
    "its answer": ({ text }) => /^update "idempotency_keys" set "status"/i.test(text),
  };

  test("a connection that breaks around a statement of a message returns 503, and a retry with the key stores one", async () => {
    const calls = model.calls;
    const texts: string[] = [];
    for (const [name, isIt] of Object.entries(statements))
      for (const when of ["before", "after"] as const) {
        await expect.poll(async () => (await ada.api.get("/chats")).status).toBe(200);
        let isCut = false;
        proxy.setHook((statement) => {
          if (isCut || !isIt(statement)) return;
          isCut = true;
          statement.cut(when);
        });
        const text = `${when} ${name}`;
        texts.push(text);
        const { status, body } = await send(text, text);
        proxy.setHook(() => {});
        expect([text, isCut, status, body.message]).toEqual([
          text,
          true,
          503,
          expect.stringContaining("database"),
        ]);
      }

    const repeated = async (text: string) => {
      // A retry succeeds once the broken request's lease on the idempotency key has expired.
      await expect.poll(async () => (await send(text, text)).status, { message: text }).toBe(200);
      const questions = (await stored()).filter(({ message }) => message === text);
      expect(questions.map(({ user_type }) => user_type)).toEqual(["user"]);
      // Exactly one reply or one failure message.
      const replies = async () =>
        (await stored()).filter(({ replying_to_message: to }) => to?.id === questions[0]!.id);
      await expect.poll(async () => (await replies()).length, { message: text }).toBe(1);
      const [reply] = await replies();
      expect(reply!.extra?.error ? reply!.message : reply!.message.includes(text)).toBeTruthy();
    };
    await Promise.all(texts.map(repeated));
    expect(model.calls - calls).toBeLessThanOrEqual(2 * texts.length);
  });

  test("requests wait for a connection in turn while each statement takes two more seconds", async () => {
    proxy.setHook(() => wait(2000));
    const crowd = Array.from({ length: 6 }, (_, n) => ada.api.get(`/chats?search=${n}`));
    expect((await client(server.url).get("/health/live")).status).toBe(200);
    expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(crowd.map(() => 200));
  });

  test("requests are refused while the oldest one waits too long, queued ones are served, and the pool recovers", async () => {
    setMaxWait(100);
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    proxy.setHook(() => opened);
    const crowd = Array.from({ length: 12 }, (_, n) => ada.api.get(`/chats?search=${n}`));
    const late: Promise<unknown>[] = [];
    const refused: { status: number; headers: Headers; body: { message: string } }[] = [];
    // New requests are queued, too, until the first one has exceeded the maximum wait.
    const come = () => {
      late.push(ada.api.get("/chats").then((answer) => answer.status === 503 && refused.push(answer)));
      return refused.length;
    };
    await expect.poll(come, { interval: 100 }).toBeGreaterThan(3);
    expect(refused[0]!.body.message).toBe("The database has too much to do. Try again shortly.");
    expect(refused[0]!.headers.get("retry-after")).toBe("5");
    expect((await client(server.url).get("/health/live")).status).toBe(200);
    open();
    expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(crowd.map(() => 200));
    await Promise.all(late);
    expect((await ada.api.get("/chats")).status).toBe(200);
    setMaxWait(10_000);
  });
});
