import { afterAll, describe, expect, test } from "vitest";
import { type Client, person } from "@/test/client";
import { chatNamed, getThread, imported, said } from "@/test/imports";
import { startServer } from "@/test/server";

process.env.RATE_LIMIT_HEAVY = "1000";
process.env.INDEX_AFTER_MS = "50";
const server = await startServer();
afterAll(() => server.close());

type Node = [id: string, parent: string | null, text?: string];
// Messages whose id begins with "q" are questions, and those without a text are hidden by ChatGPT.
const toMapping = (nodes: Node[]) =>
  Object.fromEntries(
    nodes.map(([id, parent, text]) => [
      id,
      {
        ...{ id, parent },
        message: text === undefined ? null : toMessage(id.startsWith("q") ? "user" : "assistant", text),
      },
    ]),
  );
const toMessage = (role: string, text: string) => ({
  ...{ author: { role }, content: { content_type: "text", parts: [text] } },
  ...{ recipient: "all", metadata: { model_slug: "gpt-4o" } },
});
const toChat = (title: string, nodes: Node[], current_node?: string) => ({
  ...{ title, create_time: 1_700_000_000, conversation_id: title, mapping: toMapping(nodes), current_node },
});
const listTexts = async (api: Client, name: string) =>
  (await getThread(api, name)).map(({ message }: { message: string }) => message);

describe("branches of a chat", () => {
  test("are versions of its questions, which are shown with what came after them", async () => {
    const { api } = await person(server.url);
    const nodes: Node[] = [
      ["root", null],
      ["q1", "root", "Where to?"],
      ["a1", "q1", "To Rome."],
      ["q2", "a1", "By train?"],
      ["a2", "q2", "Overnight."],
      ["q2b", "a1", "By ship?"],
      ["a2b", "q2b", "From Barcelona."],
      ["q3b", "a2b", "When?"],
      ["q3c", "a2b", "How long?"],
      ["q1b", "root", "Where not to?"],
    ];
    expect(await imported(api, JSON.stringify([toChat("Trip", nodes, "a2")]))).toMatchObject({ imported: 1 });
    const shown = ["Where to?", "To Rome.", "By train?", "Overnight."];
    expect(await listTexts(api, "Trip")).toEqual(shown);
    const chat = await chatNamed(api, "Trip");
    expect(chat).toMatchObject({ unread_count: 0, last_message: { message: "Overnight." } });
    const [first, , second] = await getThread(api, "Trip");
    expect(first.extra.versions).toHaveLength(2);
    expect(second.extra.versions).toHaveLength(2);
    const show = async (id: number) =>
      expect((await api.put(`/chats/${chat.id}/messages/${id}/shown`)).status).toBe(200);

    await show(second.extra.versions.find((id: number) => id !== second.id));
    expect(await listTexts(api, "Trip")).toEqual([
      ...["Where to?", "To Rome.", "By ship?", "From Barcelona.", "How long?"],
    ]);
    const last = (await getThread(api, "Trip")).at(-1);
    await show(last.extra.versions.find((id: number) => id !== last.id));
    expect((await listTexts(api, "Trip")).at(-1)).toBe("When?");
    await show(first.extra.versions.find((id: number) => id !== first.id));
    expect(await listTexts(api, "Trip")).toEqual(["Where not to?"]);
    await show(first.id);
    await show(second.id);
    expect(await listTexts(api, "Trip")).toEqual(shown);
    expect((await chatNamed(api, "Trip")).unread_count).toBe(0);
    const sent = await api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "And?",
      is_sync: "true",
    });
    expect(sent.status).toBe(200);
    expect(await listTexts(api, "Trip")).toHaveLength(6);
  });

  test("that only regenerate a reply are its earlier versions", async () => {
    const { api } = await person(server.url);
    const others = Array.from({ length: 12 }, (_, n): Node => [`a${n}`, "q1", `Try ${n}`]);
    const nodes: Node[] = [
      ["q1", null, "Ask"],
      ...others,
      ["call", "q1"],
      ["kept", "call", "Kept"],
      ["q2", "kept", "Thanks"],
    ];
    await imported(api, JSON.stringify([toChat("Tries", nodes, "q2")]));
    const thread = await getThread(api, "Tries");
    expect(said(thread)).toEqual([
      ["user", "Ask"],
      ["assistant", "Kept"],
      ["user", "Thanks"],
    ]);
    expect(thread[1].extra.previous).toHaveLength(10);
    expect(thread[1].extra.previous.at(-1)).toMatchObject({
      message: "Try 11",
      extra: { imported: { from: "ChatGPT", model: "gpt-4o" } },
    });
    expect(thread[0].extra?.versions).toBeUndefined();
  });

  test("that went on after another reply repeat their question", async () => {
    const { api } = await person(server.url);
    const nodes: Node[] = [
      ["q1", null, "Ask"],
      ["a1", "q1", "One"],
      ["q2", "a1", "After one"],
      ["b1", "q1", "Two"],
      ["q3", "b1", "After two"],
    ];
    await imported(api, JSON.stringify([toChat("Forked", nodes, "q3")]));
    const [question, ...rest] = await getThread(api, "Forked");
    expect(said(rest)).toEqual([
      ["assistant", "Two"],
      ["user", "After two"],
    ]);
    const chat = await chatNamed(api, "Forked");
    await api.put(`/chats/${chat.id}/messages/${question.extra.versions[0]}/shown`);
    expect(await listTexts(api, "Forked")).toEqual(["Ask", "One", "After one"]);
  });

  test("beyond fifty versions of a question are left out, and all versions are deleted together", async () => {
    const { api } = await person(server.url);
    const versions = Array.from({ length: 60 }, (_, n): Node => [`q${n}`, null, `Version ${n}`]);
    const report = await imported(api, JSON.stringify([toChat("Versions", versions, "q3")]));
    const [item] = (await api.get(`/imports/${report.id}/items`)).body;
    expect(item.reason).toMatch(/^10 messages of its other branches/);
    const [shown] = await getThread(api, "Versions");
    expect(shown).toMatchObject({ message: "Version 3" });
    expect(shown.extra.versions).toHaveLength(50);
    const chat = await chatNamed(api, "Versions");
    expect((await api.del(`/chats/${chat.id}/messages/${shown.id}`)).status).toBe(200);
    expect(await getThread(api, "Versions")).toEqual([]);
    for (const id of shown.extra.versions)
      expect((await api.put(`/chats/${chat.id}/messages/${id}/shown`)).status).toBe(404);
  });

  test("are searched only where they are shown", async () => {
    const { api } = await person(server.url);
    const nodes: Node[] = [
      ["q1", null, "A visible zebra"],
      ["q1b", null, "A hidden okapi"],
    ];
    await imported(api, JSON.stringify([toChat("Animals", nodes, "q1")]));
    const search = async (query: string) => JSON.stringify((await api.get(`/search?query=${query}`)).body);
    await expect.poll(() => search("zebra")).toContain("A visible zebra");
    expect(await search("okapi")).not.toContain("A hidden okapi");
  });
});

describe("hostile trees", () => {
  const chain = (count: number, parentOf: (n: number) => string | null): Node[] =>
    Array.from({ length: count }, (_, n) => [`${n % 2 ? "a" : "q"}${n}`, parentOf(n), `Text ${n}`]);
  const before = (n: number) => (n > 0 ? `${n % 2 ? "q" : "a"}${n - 1}` : null);

  test.each<[name: string, nodes: Node[], count: number]>([
    ["a chain of 1,000 messages", chain(1_000, before), 25],
    ["500 versions of one question", chain(1_000, (n) => (n % 2 ? `q${n - 1}` : null)), 2],
    [
      "1,000 replies to one question",
      [
        ["q", null, "Ask"],
        ...chain(1_000, () => "q").map(([, parent, text], n): Node => [`a${n}`, parent, text]),
      ],
      2,
    ],
    [
      "a circle",
      [
        ["q1", "a2", "One"],
        ["a2", "q1", "Two"],
      ],
      2,
    ],
    ["a message below itself", [["q1", "q1", "One"]], 1],
    [
      "answers that a question follows after each part",
      Array.from({ length: 1_000 }, (_, n): Node[] => [
        [`a${n}`, n > 0 ? `a${n - 1}` : null, "Part"],
        [`q${n}`, `a${n}`, "Why?"],
      ]).flat(),
      1,
    ],
    [
      "names of prototypes",
      [
        ["__proto__", null, "Odd"],
        ["constructor", "__proto__", "Names"],
        ["q1", "constructor", "Asked"],
      ],
      3,
    ],
  ])(
    "%s is imported",
    async (name, nodes, count) => {
      const { api } = await person(server.url);
      const chat = JSON.stringify({ ...toChat(name, []), mapping: 0 });
      // Object literals take no property of the name `__proto__`.
      const mapping = nodes.map(([id, ...rest]) => {
        const [node] = Object.values(toMapping([[`${id.startsWith("q") ? "q" : "a"}`, ...rest]]));
        return `${JSON.stringify(id)}:${JSON.stringify({ ...node, id })}`;
      });
      const report = await imported(api, `[${chat.replace('"mapping":0', () => `"mapping":{${mapping}}`)}]`);
      expect(report).toMatchObject({ state: "completed", imported: 1, failed: 0 });
      const thread = await getThread(api, name);
      expect(thread.length).toBeGreaterThanOrEqual(Math.min(count, 1));
    },
    120_000,
  );
});
