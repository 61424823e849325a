import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { hostileTexts } from "@/test/hostile/texts";
import { watchTurns } from "@/test/processor-time";
import { startServer } from "@/test/server";

/** Of processor time without a pause, in ms. The export is received by the same thread. */
const MAX_TURN_MS = 100;

describe("a chat of 100 messages at their limits", async () => {
  const server = await startServer();
  const { api } = await person(server.url);
  let chat: { id: number };
  beforeAll(async () => {
    chat = (await api.post("/chats", { virtual_assistant_id: null, name: "Large" })).body;
    for (let n = 0; n < 100; n++)
      await db().execute(sql`insert into messages (chat_id, user_type, text)
        values (${chat.id}, 'user', ${hostileTexts[n % hostileTexts.length]!.make()})`);
  });
  afterAll(() => server.close());

  test.each(["html", "md", "json"])("is exported as %s while the server answers others", async (format) => {
    const turns = watchTurns();
    turns.start();
    const { status } = await api.get(`/chats/${chat.id}/export?format=${format}`);
    turns.stop();
    expect(status).toBe(200);
    expect(turns.longest(1)).toBeLessThan(MAX_TURN_MS);
  });
});
