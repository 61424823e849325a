import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { hostileTexts } from "@/test/hostile/texts";
import { watchTurns } from "@/test/processor-time";
import { startServer } from "@/test/server";

/** Of processor time without a pause, in ms. The export is received by the same thread. */
const MAX_TURN_MS = 100;

describe("a chat of 100 messages and 50 pages at their limits", async () => {
  const server = await startServer();
  const { api } = await person(server.url);
  let chat: { id: number };
  const pathOf = (format: string) =>
    format === "zip" ? "/users/me/export" : `/chats/${chat.id}/export?format=${format}`;
  beforeAll(async () => {
    chat = (await api.post("/chats", { virtual_assistant_id: null, name: "Large" })).body;
    for (let n = 0; n < 100; n++)
      await db().execute(sql`insert into messages (chat_id, user_type, text)
        values (${chat.id}, 'user', ${hostileTexts[n % hostileTexts.length]!.make()})`);
    await db().execute(sql`insert into canvas_pages (chat_id, title, kind, text)
      select ${chat.id}, 'Page', 'document', repeat('字', 1000000) from generate_series(1, 50)`);
  });
  afterAll(() => server.close());

  test.each(["html", "md", "json", "zip"])(
    "is exported as %s while the server answers others",
    async (format) => {
      const turns = watchTurns();
      turns.start();
      const { status } = await api.get(pathOf(format));
      turns.stop();
      expect(status).toBe(200);
      expect(turns.longest(1)).toBeLessThan(MAX_TURN_MS);
    },
  );
});
