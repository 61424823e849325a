import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { type Client, client, person } from "@/test/client";
import { isEmbedded } from "../client";

let child: Awaited<ReturnType<typeof startChild>>;
let api: Client;
let chat: number;
let threads: number;
// Texts of acknowledged messages and of those answered with 503.
let kept: string[];
let refused: string[];

beforeAll(async () => {
  child = await startChild();
  const someone = await person(child.url);
  const { token } = (await someone.api.post("/users/me/api-tokens", { name: "watchdog" })).body;
  api = client(child.url, `Token ${token}`);
}, 180_000);
beforeEach(async () => {
  await child.order("limit", { query: 10_000, work: 600_000 });
  chat = (await api.post("/chats", { virtual_assistant_id: null })).body.id;
  threads = await child.order("threads", true);
  kept = [];
  refused = [];
});
afterAll(() => child.remove());

async function send(text: string): Promise<number> {
  const { status, body } = await api.multipart(`/chats/${chat}/messages`, { message_input: text });
  if (status === 200) kept.push(text);
  else refused.push(`${status}: ${body.message}`);
  return status;
}
const several = (what: string) => Promise.all([1, 2, 3, 4].map((n) => send(`${what} ${n}`)));

async function expectAllThere(): Promise<void> {
  const stored: { message: string }[] = (await api.get(`/chats/${chat}/messages?size=100`)).body;
  expect(stored.map(({ message }) => message).sort()).toEqual([...kept].sort());
  expect(child.uncaught).toEqual([]);
}
const AWAY = "503: The database cannot be reached. Try again shortly.";

describe.runIf(isEmbedded())("the watchdog of the embedded database", () => {
  test("keeps a database whose process was frozen longer than a query may take", async () => {
    await child.order("limit", { query: 2000 });
    await several("before");
    for (let n = 0; n < 2; n++) {
      const [query, statuses] = await Promise.all([child.order("freeze", 4000), several(`during ${n}`)]);
      expect(query).toBe("answered");
      expect(statuses).toEqual([200, 200, 200, 200]);
    }
    expect(await child.order("threads", true)).toBe(threads);
    await expectAllThere();
  }, 120_000);

  test("ends a hanging query: waiting requests get 503, and acknowledged writes persist", async () => {
    await several("before");
    // In milliseconds. Not lower, because ordinary queries can take seconds on a busy machine.
    await child.order("limit", { query: 5000 });
    for (let n = 0; n < 2; n++) {
      const [hung, live] = await Promise.all([
        child.order("hang", 600),
        api.get("/health/live"),
        several(`during ${n}`),
      ]);
      expect(live.status).toBe(200);
      expect(hung).toBe("CONNECTION_CLOSED");
      expect(await several(`after ${n}`)).toEqual([200, 200, 200, 200]);
    }
    expect(await child.order("threads", true)).toBe(threads + 2);
    expect(refused.filter((answer) => answer !== AWAY)).toEqual([]);
    await expectAllThere();
  }, 120_000);

  test("ends a hanging query in the same time while a long operation waits behind it", async () => {
    await several("before");
    await child.order("limit", { query: 5000 });
    const [hung] = await Promise.all([child.order("hang", 600), child.order("long", "vacuum users")]);
    expect(hung).toBe("CONNECTION_CLOSED");
    await expect.poll(() => send("after")).toBe(200);
    await expectAllThere();
  }, 120_000);

  test("ends a database while it reopens without losing data, and it opens when it can", async () => {
    await several("before");
    for (let n = 0; n < 2; n++) {
      await child.order("limit", { work: 1 });
      await child.order("lose", true);
      await several(`meanwhile ${n}`);
      expect(await send("while it does not open")).toBe(503);
      expect((await api.get("/health/live")).status).toBe(200);
      expect((await api.get("/health/ready")).status).toBe(503);
      await child.order("limit", { work: 600_000 });
      await expect.poll(() => send(`after ${n}`)).toBe(200);
    }
    expect(new Set(refused)).toEqual(new Set([AWAY]));
    await expectAllThere();
  }, 120_000);
});
