import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { client, joined, listen, person, readEvents } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startProduct } from "@/test/product";
import { startReply, words } from "@/test/replies";

// Skipped with the embedded database, which supports a single process.
describe.skipIf(!process.env.DATABASE_URL)("two processes on one database", async () => {
  if (!process.env.DATABASE_URL) return;
  const model = await startModelServer();
  const env = {
    DATABASE_URL: process.env.DATABASE_URL,
    OPENAI_BASE_URL: model.url,
    AUTH_SECRET: "s".repeat(32),
    INDEX_AFTER_MS: "300",
  };
  const [one, other] = await Promise.all([startProduct({ env }), startProduct({ env })]);
  afterAll(async () => {
    await Promise.all([one.remove(), other.remove()]);
    await model.close();
  });
  const ada = await person(one.url);
  const there = client(other.url, ada.api.authorization);
  const ask = (text: string) => startReply(ada.api, text);

  test("stream a reply of one at the other, each word once", async () => {
    const { task } = await ask("[[fake tokens=60 delay=20]]");
    const events = await readEvents(there, `/chats/streaming/${task}`);
    const texts = events.filter(({ event }) => event === "text").map(({ data }) => data.text);
    expect(texts.join("").trim()).toBe(words(60));
    // The text arrives in several pieces instead of all at the end.
    expect(texts.length).toBeGreaterThan(2);
    expect(events.at(-1)?.event).toBe("done");
  });

  test("index messages of either for semantic search within seconds", async () => {
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    const isIndexed = async () =>
      (await ada.api.get(`/chats/${chat.id}/messages`)).body.every(
        ({ indexed }: { indexed: boolean }) => indexed,
      );
    for (let n = 1; n <= 8; n++) {
      const { status } = await (n % 2 ? ada.api : there).multipart(`/chats/${chat.id}/messages`, {
        message_input: `Message ${n} is about gardens.`,
      });
      expect(status).toBe(200);
      await expect.poll(isIndexed).toBe(true);
    }
  }, 120_000);

  test("stop a reply of one from the other", async () => {
    const { chat, task } = await ask("[[fake tokens=2000 delay=20]]");
    await expect.poll(async () => (await there.get(`/chats/streaming/${task}`)).body.text).toContain("w5");
    await there.del(`/chats/streaming_response/${task}`);
    await expect
      .poll(async () => (await ada.api.get(`/chats/${chat.id}/messages`)).body.at(-1)?.extra?.stopped)
      .toBe(true);
  });

  test("show people at both one order and each other's typing", async () => {
    const max = await joined(one.url, ada, "Max");
    const maxThere = client(other.url, max.api.authorization);
    const chat = (await ada.api.post("/chats", { member_user_ids: [max.user.id] })).body;
    const here = await listen(ada.api, `/chats/${chat.id}/events`);
    const yonder = await listen(maxThere, `/chats/${chat.id}/events`);
    await Promise.all([here.named("ready"), yonder.named("ready")]);
    await ada.api.post(`/chats/${chat.id}/typing`);
    expect((await yonder.named("typing"))?.data.user_id).toBe(ada.user.id);
    const say = (api: typeof there, text: string) =>
      api.multipart(`/chats/${chat.id}/messages`, { message_input: text, is_sync: "false" });
    const writers = [ada.api, maxThere].map(async (api, writer) => {
      for (let n = 0; n < 8; n++) await say(api, `${writer} ${n} [[fake tokens=3]]`);
    });
    await Promise.all(writers);
    await expect
      .poll(async () => (await there.get(`/chats/${chat.id}/messages?size=100`)).body.length)
      .toBe(32);
    const order = (await there.get(`/chats/${chat.id}/messages?size=100`)).body.map(
      ({ id }: { id: number }) => id,
    );
    for (const listener of [here, yonder]) {
      await listener.ended(({ data }) => data.message?.id === order.at(-1));
      const told = listener.events.filter(({ event }) => event === "message.created");
      expect(told.map(({ data }) => data.message.id)).toEqual(order);
      listener.close();
    }
  });

  test("use a changed assistant at the other process, too", async () => {
    const [assistant] = (await ada.api.get("/virtual-assistants")).body;
    const chat = (await ada.api.post("/chats", {})).body;
    const asked = async () => {
      await there.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
      const reply = (await there.get(`/chats/${chat.id}/messages`)).body.at(-1);
      return reply.extra.usage.model as string;
    };
    await asked();
    await ada.api.patch(`/virtual-assistants/${assistant.id}`, { model: "openai-compatible:another" });
    await expect.poll(asked, { interval: 100, timeout: 1000 }).toContain("another");
    await ada.api.patch(`/virtual-assistants/${assistant.id}`, { model: null });
  });

  test("finish a reply of one that dies", async () => {
    const { chat, task } = await ask("[[fake tokens=80 delay=50]]");
    await expect.poll(async () => (await there.get(`/chats/streaming/${task}`)).body.status).toBe("running");
    // Either process may run a reply. The process that received the request starts it.
    await one.kill();
    await expect
      .poll(async () => (await there.get(`/chats/streaming/${task}`)).body.status)
      .toBe("completed");
    const messages = (await there.get(`/chats/${chat.id}/messages`)).body;
    expect(messages).toHaveLength(2);
    expect(messages[1].message.trim()).toBe(words(80));
    await one.start();
  });

  test("finish a regeneration with its instruction, and a continued reply, of one that dies", async () => {
    const { chat, task } = await ask("[[fake tokens=80 delay=50]]");
    const state = async (id: string) => (await there.get(`/chats/streaming/${id}`)).body;
    const newest = async () => (await there.get(`/chats/${chat.id}/messages`)).body.at(-1);
    await expect.poll(async () => (await state(task)).text).toContain("w5");
    await ada.api.del(`/chats/streaming_response/${task}`);
    await expect.poll(async () => (await newest())?.extra?.stopped).toBe(true);
    const stopped = await newest();

    model.setMode("tokens=80 delay=50");
    const continued = randomUUID();
    await ada.api.post(`/chats/messages/${stopped.id}/continue?streaming_task_id=${continued}`);
    await expect.poll(async () => (await state(continued)).text).toContain(`${stopped.message}w0 w1 w2`);
    await one.kill();
    await expect.poll(async () => (await state(continued)).status).toBe("completed");
    const whole = await newest();
    expect([whole.id, whole.message.trim()]).toEqual([stopped.id, `${stopped.message}${words(80)}`]);
    await one.start();

    const regenerated = randomUUID();
    const path = `/chats/messages/${whole.id}/regenerate?streaming_task_id=${regenerated}`;
    await ada.api.post(path, { instruction: "Shorter" });
    await expect.poll(async () => (await state(regenerated)).text).toContain("w5");
    await one.kill();
    await expect.poll(async () => (await state(regenerated)).status).toBe("completed");
    const prompt = String(model.requests.at(-1)!.messages[0]!.content);
    expect(prompt).toContain(`<earlier_reply>\n${whole.message}`);
    expect(prompt).toMatch(/:\nShorter$/);
    expect((await newest()).extra.regeneration.instruction).toBe("Shorter");
    model.setMode("echo");
    await one.start();
  }, 120_000);

  test("resume a reply of one that dies after its last step", async () => {
    const [assistant] = (await ada.api.get("/virtual-assistants")).body;
    await ada.api.patch(`/virtual-assistants/${assistant.id}`, { most_rounds: 20 });
    const step = (state: string) => `call! update_plan {"steps":[{"text":"Count","state":"${state}"}]}`;
    const before = model.calls;
    const { chat, task } = await ask(`[[fake ${step("open")} >> ${step("doing")} >> tokens=80 delay=50]]`);
    await expect.poll(async () => (await there.get(`/chats/streaming/${task}`)).body.text).toContain("w5");
    await one.kill();
    await expect
      .poll(async () => (await there.get(`/chats/streaming/${task}`)).body.status)
      .toBe("completed");
    const reply = (await there.get(`/chats/${chat.id}/messages`)).body.at(-1);
    expect(reply.message.trim()).toBe(words(80));
    expect(reply.extra.plan).toEqual([{ text: "Count", state: "doing" }]);
    // The first two model calls are not repeated; only the answer is generated a second time.
    expect(model.calls - before).toBe(4);
    await one.start();
  });
});
