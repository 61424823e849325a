import { randomUUID } from "node:crypto";
import { client, joined, listen, person } from "@/test/client";
import { flappingNetwork } from "@/test/flapping";
import { startProduct } from "@/test/product";
import { expect, test } from "@/test/test";

const WRITERS = 4;
const READERS = 4;
const MESSAGES = 25;
const LAST = "the end";

/**
 * Four writers retry until they are answered, and four readers resume their streams, over a network that keeps
 * cutting connections to a server that is killed twice. Every message must be stored once, and every reader must see
 * all of them in the same order.
 */
test("messages are not lost, duplicated or reordered", async ({ model }) => {
  test.setTimeout(120_000);
  const product = await startProduct({
    // Disables rate limits, which other tests cover.
    env: { OPENAI_BASE_URL: model.url, RATE_LIMIT_REQUESTS: "100000", RATE_LIMIT_MESSAGES: "100000" },
  });
  const network = await flappingNetwork(Number(new URL(product.url).port));
  try {
    const ada = await person(product.url);
    const others = await Promise.all(
      Array.from({ length: WRITERS - 1 }, (_, n) => joined(product.url, ada, `Writer ${n + 1}`)),
    );
    const people = await Promise.all(
      [ada, ...others].map(async ({ api }) => {
        const { token } = (await api.post("/users/me/api-tokens", { name: "delivery" })).body;
        return client(network.url, `Token ${token}`);
      }),
    );
    const chat = (
      await ada.api.post("/chats", {
        member_user_ids: others.map(({ user }) => user.id),
        virtual_assistant_id: null,
      })
    ).body;

    const acknowledged = new Map<string, number>();
    const write = async (writer: number) => {
      for (let n = 0; n < MESSAGES; n++) {
        const text = `${writer}:${n}`;
        const key = randomUUID();
        for (;;) {
          const answer = await people[writer]!.multipart(
            `/chats/${chat.id}/messages`,
            { message_input: text, is_sync: "false" },
            { "idempotency-key": key },
          ).catch(() => undefined);
          if (answer?.status !== 200) continue;
          acknowledged.set(text, answer.body.user_message_id);
          break;
        }
      }
    };

    /** Readers whose stream has started; a stream only delivers later events. */
    const listening = new Set<number>();
    const read = async (reader: number): Promise<number[]> => {
      const seen: number[] = [];
      let last = 0;
      let isOver = false;
      for (;;) {
        const headers: Record<string, string> = last > 0 ? { "last-event-id": String(last) } : {};
        const stream = await listen(people[reader]!, `/chats/${chat.id}/events`, { headers }).catch(
          () => undefined,
        );
        if (!stream) continue;
        listening.add(reader);
        await stream.ended(({ event, id, data }) => {
          last = Math.max(last, id ?? 0);
          if (event === "message.created" && !seen.includes(data.message.id)) seen.push(data.message.id);
          isOver ||= event === "message.created" && data.message.message === LAST;
          return isOver;
        });
        stream.close();
        if (isOver) return seen;
      }
    };

    const reading = Array.from({ length: READERS }, (_, reader) => read(reader));
    await expect.poll(() => listening.size, { timeout: 30_000 }).toBe(READERS);
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    for (const share of [0.3, 0.7]) {
      await expect
        .poll(() => acknowledged.size, { timeout: 60_000 })
        .toBeGreaterThan(share * WRITERS * MESSAGES);
      await product.kill();
      await product.start();
    }
    await Promise.all(writing);
    network.calm();
    const last = await people[0]!.multipart(`/chats/${chat.id}/messages`, { message_input: LAST });
    acknowledged.set(LAST, last.body.user_message_id);
    const heard = await Promise.all(reading);

    const stored: { id: number; message: string }[] = [];
    for (let before = ""; ; before = `&message_id=${stored[0]!.id}`) {
      const page = (await people[0]!.get(`/chats/${chat.id}/messages?size=100${before}`)).body;
      stored.unshift(...page);
      if (page.length < 100) break;
    }
    expect(stored).toHaveLength(WRITERS * MESSAGES + 1);
    for (const [text, id] of acknowledged)
      expect(stored.filter(({ message }) => message === text).map((message) => message.id)).toEqual([id]);
    for (let writer = 0; writer < WRITERS; writer++) {
      const own = stored.filter(({ message }) => message.startsWith(`${writer}:`));
      expect(own.map(({ message }) => Number(message.split(":")[1]))).toEqual([...Array(MESSAGES).keys()]);
    }
    const order = stored.map(({ id }) => id);
    for (const seen of heard) expect(seen).toEqual(order);
  } finally {
    network.close();
    await product.remove();
  }
});
