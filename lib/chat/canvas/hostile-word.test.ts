import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { hostileTexts } from "@/test/hostile/texts";

// A text at its limits must not block the server while it becomes a Word document.
const child = await startChild({ ...STEADY_MEMORY, RATE_LIMIT_HEAVY: "1000" });
afterAll(() => child.remove());
const { api } = await person(child.url);
const chat = (await api.post("/chats", { virtual_assistant_id: null, name: "Large" })).body;

const MAX_CHARACTERS = 1_048_576;
const row = (cell: string, columns: number) => `|${`${cell}|`.repeat(columns)}\n`;
const TEXTS = [
  // A sample, because the tests of messages and exports parse all of them.
  ...hostileTexts.filter((_, at) => at % 4 === 0),
  { name: "10,000 nested quotes", make: () => `${">".repeat(10_000)} x` },
  { name: "10,000 nested lists", make: () => `${"- ".repeat(10_000)}x` },
  { name: "100,000 cells", make: () => row("a", 10) + row("-", 10) + row("a", 10).repeat(10_000) },
  { name: "many lists", make: () => Array.from({ length: 40_000 }, (_, n) => `${n}. a\n\nb\n`).join("\n") },
  { name: "many links", make: () => "[a](http://a.b) ".repeat(60_000) },
  { name: "many lines of code", make: () => `\`\`\`\n${"a\tb\n".repeat(200_000)}\`\`\`` },
].map(({ name, make }) => ({ name, make: () => make().replaceAll("\0", "").slice(0, MAX_CHARACTERS) }));

test(
  `${TEXTS.length} texts at their limits become Word documents, or are refused with advice`,
  { timeout: 600_000 },
  () =>
    feedHostileInputs(child, TEXTS, async ({ name, make }) => {
      const stored = await api.put(`/chats/${chat.id}/canvas`, { canvas: make() });
      expect(stored.status, name).toBe(200);
      const response = await fetch(`${child.url}/api/v1/chats/${chat.id}/canvas/export`, {
        headers: { authorization: api.authorization! },
      });
      if (response.status === 413)
        expect((await response.json()).message).toMatch(/too large for a Word file\. Divide it/);
      else {
        expect(response.status, name).toBe(200);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(bytes.subarray(0, 2).toString()).toBe("PK");
      }
    }),
);
