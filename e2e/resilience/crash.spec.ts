import { type Client, person, readEvents } from "@/test/client";
import { startProduct } from "@/test/product";
import { expect, test } from "@/test/test";
import { type Message, surviveKills } from "./rounds";

test("kill -9 at any moment of a reply loses and duplicates nothing", async ({ model }) => {
  test.setTimeout(180_000);
  const product = await startProduct({ env: { OPENAI_BASE_URL: model.url } });
  try {
    await surviveKills(product, 10);
  } finally {
    await product.remove();
  }
});

/** Starts a reply of 40 words in a new chat. */
async function beginReply(api: Client) {
  const chat = (await api.post("/chats", {})).body;
  const { body } = await api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "[[fake tokens=40 delay=20]]",
    is_sync: "false",
  });
  return { chat, stream: `/chats/streaming/${body.streaming_task_id}` };
}

test("readers of a reply whose process is killed are told that its text starts again", async ({ model }) => {
  const product = await startProduct({ env: { OPENAI_BASE_URL: model.url } });
  try {
    const { api } = await person(product.url);
    const { chat, stream } = await beginReply(api);
    // Kills the process early, while part of what the reader has seen is not persisted yet.
    const seen = await readEvents(api, stream, { until: ({ event }) => event === "text" });
    await product.kill();
    await product.start();
    const events = await readEvents(api, stream, { headers: { "last-event-id": String(seen.at(-1)!.id) } });
    expect(events[0]?.event).toBe("restart");
    const texts = events.flatMap(({ event, data }) => (event === "text" ? [data.text] : []));
    const reply = (await api.get(`/chats/${chat.id}/messages`)).body.at(-1);
    expect(texts.join("")).toBe(reply.message);
    expect(reply.message.trim().split(/\s+/)).toHaveLength(40);
  } finally {
    await product.remove();
  }
});

test("a stop signal lets a running reply finish, and the process exits cleanly", async ({ model }) => {
  // In a cluster a reader may be connected to a process without runs, which stops immediately; e2e/cluster/faults
  // stops one of two.
  test.skip(Boolean(process.env.TEST_CLUSTER), "it stops all processes");
  const product = await startProduct({ env: { OPENAI_BASE_URL: model.url } });
  try {
    const { api } = await person(product.url);
    const { chat, stream } = await beginReply(api);
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const events = readEvents(api, stream, {
      until: () => {
        hear();
        return false;
      },
    });
    await heard;
    const code = await product.stop();
    expect(code).toBe(0);
    expect((await events).at(-1)).toMatchObject({ event: "done", data: { status: "completed" } });
    await product.start();
    const stored: Message[] = (await api.get(`/chats/${chat.id}/messages`)).body;
    expect(stored).toHaveLength(2);
  } finally {
    await product.remove();
  }
});
