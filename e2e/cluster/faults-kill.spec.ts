import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { client } from "@/test/client";
import type { Cluster } from "@/test/cluster";
import { words } from "@/test/replies";
import { expect, test } from "@/test/test";
import type { Acknowledged } from "./invariant";
import { followed, insist, newChat, withCluster } from "./people";

test("messages and replies survive repeated kills of either process", async ({ model }) => {
  test.setTimeout(240_000);
  await withCluster({ env: { OPENAI_BASE_URL: model.url } }, async (cluster, api) => {
    const chats = await Promise.all([0, 1, 2, 3].map(() => newChat(api)));
    const all = new Map<number, Acknowledged>(chats.map((chat) => [chat, new Map()]));
    const ends: Promise<string>[] = [];
    let isOver = false;
    const writing = chats.map(async (chat, writer) => {
      for (let n = 0; n < 40 && !isOver; n++) {
        const text = `${writer} ${n} [[fake tokens=30 delay=20]]`;
        const file = new File([`${writer} ${n}`], `${n}.txt`, { type: "text/plain" });
        const { user_message_id, streaming_task_id } = await insist(
          api,
          chat,
          text,
          n % 4 === 0 ? { files: [file] } : {},
        );
        all.get(chat)!.set(text, user_message_id);
        ends.push(followed(api, streaming_task_id));
        await ends.at(-1);
      }
    });
    const acknowledged = () => [...all.values()].reduce((sum, sent) => sum + sent.size, 0);
    for (let round = 0; round < 4; round++) {
      const before = acknowledged();
      // Waits until more messages are acknowledged since the last kill, and kills a process while others are sent.
      await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + 3);
      const victim = cluster.processes[round % 2]!;
      await victim.kill();
      await victim.start();
    }
    isOver = true;
    await Promise.all(writing);
    // The other process finishes the replies.
    expect(new Set(await Promise.all(ends))).toEqual(new Set(["completed"]));
    for (const chat of chats) {
      const stored = (await api.get(`/chats/${chat}/messages?size=100`)).body;
      const replies = stored.filter(({ user_type }: { user_type: string }) => user_type === "assistant");
      expect(replies).toHaveLength(all.get(chat)!.size);
      for (const { message } of replies) expect(message.trim()).toBe(words(30));
    }
    return all;
  });
});

/** Holds the chat's lock like a slow transaction, which blocks new messages. Returns a function that releases it. */
async function held(cluster: Cluster, chat: number): Promise<() => Promise<void>> {
  const sql = postgres(cluster.databaseUrl, { max: 1, onnotice: () => {} });
  const own = await sql.reserve();
  await own`begin`;
  await own`select id from chats where id = ${chat} for update`;
  return async () => {
    await own`commit`;
    own.release();
    await sql.end();
  };
}

for (const fault of ["the other process restarts", "its own process dies"]) {
  test(`a repeated request runs once when ${fault} while the first one runs`, async ({ model }) => {
    test.setTimeout(120_000);
    await withCluster({ env: { OPENAI_BASE_URL: model.url } }, async (cluster, api) => {
      const [one, other] = cluster.processes as [Cluster["processes"][0], Cluster["processes"][0]];
      const chat = await newChat(api);
      const key = { "idempotency-key": randomUUID() };
      const text = "once [[fake tokens=5]]";
      const send = (to: string) =>
        client(to, api.authorization)
          .multipart(`/chats/${chat}/messages`, { message_input: text, is_sync: "true" }, key)
          .catch(() => undefined);
      const before = model.calls;
      const release = await held(cluster, chat);
      const first = send(one.url);
      const waiting = postgres(cluster.databaseUrl, { max: 1, onnotice: () => {} });
      await expect
        .poll(async () => (await waiting`select key from idempotency_keys`).length, { timeout: 10_000 })
        .toBe(1);
      await waiting.end();
      if (fault === "its own process dies") await one.kill();
      else await other.restart();
      const repeated = send(other.url);
      const early = await Promise.race([repeated, new Promise((over) => setTimeout(over, 12_000, "waits"))]);
      if (early !== "waits") expect((early as { status: number }).status).toBe(409);
      await release();
      await Promise.all([first, repeated]);
      let last = await send(other.url);
      await expect
        .poll(
          async () => {
            last = await send(other.url);
            return last?.status;
          },
          { timeout: 30_000 },
        )
        .toBe(200);
      for (const answer of [await first, await repeated])
        if (answer?.status === 200) expect(answer.body).toEqual(last!.body);
      expect((await api.get(`/chats/${chat}/messages`)).body).toHaveLength(2);
      expect(model.calls - before).toBe(1);
      if (!one.isRunning()) await one.start();
      return new Map([[chat, new Map([[text, last!.body.user_message_id]])]]);
    });
  });
}
