import { afterAll, beforeAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { hostileTexts } from "@/test/hostile/texts";

// Malicious content must not block the process during an export.
const child = await startChild({ ...STEADY_MEMORY, RATE_LIMIT_HEAVY: "1000" });
afterAll(() => child.remove());
const { api } = await person(child.url);
const chat = (await api.post("/chats", { virtual_assistant_id: null, name: "Large" })).body;

beforeAll(async () => {
  for (const { make } of [...hostileTexts, ...hostileTexts]) {
    const { status } = await api.multipart(`/chats/${chat.id}/messages`, { message_input: make() });
    // One of the inputs consists of empty lines and is rejected.
    expect([200, 400]).toContain(status);
  }
  await child.order(
    "query",
    `insert into canvas_pages (chat_id, title, kind, text)
     select ${chat.id}, 'Page', 'document', repeat('字', 1000000) from generate_series(1, 50) returning id`,
  );
}, 120_000);

const EXPORTS = [
  { name: "md", path: `/chats/${chat.id}/export?format=md` },
  { name: "html", path: `/chats/${chat.id}/export?format=html` },
  { name: "json", path: `/chats/${chat.id}/export?format=json` },
  { name: "all of an account", path: "/users/me/export" },
];

test(
  `${EXPORTS.length} exports of texts at their limits stall nobody and fill no memory`,
  { timeout: 600_000 },
  () =>
    feedHostileInputs(child, EXPORTS, async ({ path }) => {
      const response = await fetch(`${child.url}/api/v1${path}`, {
        headers: { authorization: api.authorization! },
      });
      expect(response.status).toBe(200);
      let bytes = 0;
      for await (const piece of response.body!) bytes += piece.byteLength;
      expect(bytes).toBeGreaterThan(100_000);
    }),
);
