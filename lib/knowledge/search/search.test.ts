import { describe, expect, test, vi } from "vitest";
import { type Client, person } from "@/test/client";
import { colleague, removeFromChat } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel({ EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });

const ada = await person(server.url, "Ada Example");
const eve = await person(server.url, "Eve Elsewhere");
const [mia, noa] = [
  await colleague(server.url, ada.group, "Mia Member"),
  await colleague(server.url, ada.group, "Noa Outside"),
];

const newChat = async (body: object = {}, { api }: { api: Client } = ada) =>
  (await api.post("/chats", { virtual_assistant_id: null, ...body })).body;
const say = async (chat: { id: number }, message_input: string, { api }: { api: Client } = ada) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.user_message_id as number;
const indexed = (chat: { id: number }, { api }: { api: Client } = ada) =>
  vi.waitFor(
    async () => {
      const { body } = await api.get(`/chats/${chat.id}/messages?size=100`);
      expect(body.every((message: { indexed: boolean }) => message.indexed)).toBe(true);
    },
    { timeout: 60_000, interval: 100 },
  );
type Query = Record<string, string | number | boolean>;
const parameters = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
const search = ({ api }: { api: Client }, query: string, more: Query = {}) =>
  api.get(
    `/chats/chat_semantic_search_messages?${parameters({ query, collection_name: "chat_messages", ...more })}`,
  );
const texts = async (who: { api: Client }, query: string, more: Query = {}): Promise<string[]> =>
  (await search(who, query, more)).body.map(
    (found: { message: { message: string } }) => found.message.message,
  );

const chat = await newChat({ name: "Office", member_user_ids: [mia.user.id] });
const sentences = [
  "The printer on the second floor is out of toner again.",
  "Our travel costs are paid back within two weeks.",
  "The cafeteria serves vegetable soup on Fridays.",
  "Der Urlaubsantrag muss spätestens zwei Wochen vorher eingereicht werden.",
  "La réunion du conseil est reportée au mardi suivant.",
  "Совещание по бюджету переносится на четверг.",
  "请假申请需要提前两周提交给经理。",
  "يجب تقديم طلب الإجازة قبل أسبوعين.",
];
for (const sentence of sentences) await say(chat, sentence);
const hers = await newChat({ name: "Elsewhere" }, eve);
await say(hers, "The printer of the other company works well.", eve);
await indexed(chat);
await indexed(hers, eve);

describe("messages", () => {
  test("are found by meaning, the best first, in the specified format", async () => {
    const { status, body } = await search(ada, "When do I get my money for the trip?", {
      search_type: "similarity",
      top_k: 2,
    });
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect(body[0]).toEqual({
      score: expect.any(Number),
      message: expect.objectContaining({ message: sentences[1], chat_id: chat.id, indexed: true }),
      chat: { id: chat.id, uuid: chat.uuid, name: "Office" },
    });
    expect(body[0].score).toBeGreaterThan(body[1].score);
  });

  test.each([
    ["German", "Wann muss ich den Urlaubsantrag einreichen?", 3],
    ["French", "Quand est la réunion du conseil ?", 4],
    ["Russian", "Когда совещание по бюджету?", 5],
    ["Chinese", "请假申请怎么提交", 6],
    ["Arabic", "طلب الإجازة", 7],
  ])("are found in %s", async (_, query, at) => {
    for (const search_type of ["mmr", "similarity", "hybrid"]) {
      expect((await texts(ada, query, { search_type }))[0]).toBe(sentences[at]);
    }
  });

  test("are found by a question in another language without shared words", async () => {
    for (const search_type of ["mmr", "similarity", "hybrid"])
      expect(await texts(ada, "Wann wird der Drucker repariert?", { search_type })).not.toEqual([]);
  });

  test("are selected by maximal marginal relevance by default", async () => {
    const twice = await newChat({ name: "Twice" });
    for (const text of [
      "The server room is too hot.",
      "The server room is too hot!",
      "Computers need cooling.",
    ])
      await say(twice, text);
    await indexed(twice);
    const [question, query] = ["What is wrong in the server room?", { chat_id: twice.id, top_k: 2 }];
    const similar = await texts(ada, question, { ...query, search_type: "similarity" });
    expect(similar.every((text) => text.startsWith("The server room"))).toBe(true);
    const various = await texts(ada, question, query);
    expect(various).toContain("Computers need cooling.");
  });

  test("below the score threshold are left out in every mode", async () => {
    for (const search_type of ["mmr", "similarity", "hybrid"]) {
      const all = (await search(ada, "printer without toner", { search_type })).body;
      expect(all.length).toBeGreaterThan(1);
      const least = Math.max(...all.map(({ score }: { score: number }) => score)) - 0.001;
      const some = (await search(ada, "printer without toner", { search_type, score_threshold: least })).body;
      expect(some.length).toBeGreaterThan(0);
      expect(some.length).toBeLessThan(all.length);
      expect(some.every(({ score }: { score: number }) => score >= least)).toBe(true);
    }
    expect(await texts(ada, "printer without toner", { score_threshold: 1 })).toEqual([]);
  });

  test("with a long text are found once, by their best passage", async () => {
    const long = await newChat({ name: "Long" });
    const filler = "Nothing in this sentence matters to anybody who reads it. ".repeat(80);
    await say(long, `${filler}\n\nThe vault opens with a brass key.\n\n${filler}`);
    await say(long, "Lunch is at noon.");
    await indexed(long);
    for (const search_type of ["mmr", "similarity", "hybrid"]) {
      const found = await texts(ada, "What opens the vault?", { chat_id: long.id, search_type, top_k: 5 });
      expect(found).toHaveLength(search_type === "hybrid" ? found.length : 2);
      expect(found[0]).toContain("brass key");
      expect(new Set(found).size).toBe(found.length);
    }
  });

  test("are filtered by chat and author", async () => {
    const other = await newChat({ name: "Other", member_user_ids: [mia.user.id] });
    await say(other, "The printer upstairs hums.", mia);
    await indexed(other);
    expect(await texts(ada, "printer", { chat_id: other.id })).toEqual(["The printer upstairs hums."]);
    expect(await texts(ada, "printer", { user_id: mia.user.id })).toEqual(["The printer upstairs hums."]);
    expect(await texts(ada, "printer", { user_id: mia.user.id, chat_id: chat.id })).toEqual([]);
    expect(await texts(ada, "printer", { virtual_assistant_id: 1 })).toEqual([]);
    const [{ id: assistant }] = (await ada.api.get("/virtual-assistants")).body;
    await say(other, "@parley the printer, please");
    await indexed(other);
    const replies = await texts(ada, "printer", { virtual_assistant_id: assistant });
    expect(replies).toHaveLength(1);
    expect(replies[0]).toContain("You said");
    const either = await texts(ada, "printer", { virtual_assistant_id: assistant, user_id: mia.user.id });
    expect(either).toHaveLength(2);
    expect(await texts(eve, "printer", { chat_id: chat.id })).toEqual([]);
  });

  test("are found by phrases and without excluded words", async () => {
    const words = await newChat({ name: "Words" });
    for (const text of ["alpha beta gamma", "alpha gamma beta", "alpha delta"]) await say(words, text);
    await indexed(words);
    const found = (query: string) =>
      texts(ada, query, { chat_id: words.id, search_type: "hybrid", top_k: 1 });
    expect(await found('"gamma beta"')).toEqual(["alpha gamma beta"]);
    expect(await found("alpha -beta -gamma")).toEqual(["alpha delta"]);
  });
});

describe("search results", () => {
  test("leave out messages of other groups and chats", async () => {
    expect(await texts(eve, "printer")).toEqual(["The printer of the other company works well."]);
    expect(await texts(ada, "printer of the other company")).not.toContain(
      "The printer of the other company works well.",
    );
    expect(await texts(mia, "printer")).toContain(sentences[0]);
    for (const search_type of ["mmr", "similarity", "hybrid"])
      expect(await texts(noa, "printer", { search_type })).toEqual([]);
  });

  test("leave out deleted messages, old texts of edited ones and chats that the member has left", async () => {
    const gone = await newChat({ name: "Gone", member_user_ids: [mia.user.id, noa.user.id] });
    const [deleted, edited] = [
      await say(gone, "The launch code is marigold."),
      await say(gone, "The launch date is the ninth of May."),
    ];
    await indexed(gone);
    expect(await texts(mia, "launch code marigold", { chat_id: gone.id })).toHaveLength(2);
    await ada.api.del(`/chats/${gone.id}/messages/${deleted}`);
    await ada.api.put(`/chats/update_message_text/${edited}`, { message: "Nothing is known." });
    for (const search_type of ["mmr", "similarity", "hybrid"]) {
      const found = await texts(mia, "launch code marigold date May", { chat_id: gone.id, search_type });
      expect(found.join()).not.toMatch(/launch/);
    }
    await indexed(gone);
    expect(await texts(mia, "nothing is known", { chat_id: gone.id })).toEqual(["Nothing is known."]);
    await removeFromChat(gone, noa.user.id);
    expect(await texts(noa, "nothing is known")).toEqual([]);
    await mia.api.post(`/chats/${gone.id}/leave`);
    expect(await texts(mia, "nothing is known", { chat_id: gone.id })).toEqual([]);
    await ada.api.del(`/chats/${gone.id}`);
    expect(await texts(ada, "nothing is known", { chat_id: gone.id })).toEqual([]);
  });
});

test.each(['"', "-", '-""', "& | ! ( ) :*", "''", "\\", "<->", "…", "a".repeat(5000), "x y ".repeat(1000)])(
  "%j is a valid query",
  async (query) => {
    for (const search_type of ["mmr", "similarity", "hybrid"])
      expect((await search(ada, query, { search_type })).status).toBe(200);
    expect((await ada.api.get(`/search?${parameters({ query })}`)).status).toBe(200);
  },
);

test.each<[Query, number]>([
  [{ collection_name: "documents" }, 404],
  [{ top_k: 0 }, 422],
  [{ top_k: "many" }, 422],
  [{ search_type: "best" }, 422],
  [{ score_threshold: "high" }, 422],
  [{ score_threshold: 1.5 }, 422],
  [{ query: "  " }, 422],
  [{ chat_id: "x" }, 422],
  [{ chat_id: 99_999_999_999 }, 200],
])("%j returns %i", async (query, status) => {
  expect((await search(ada, "printer", query)).status).toBe(status);
});

test("the built-in model is reported as English-only", async () => {
  expect((await ada.api.get("/search/state")).body).toEqual({ english_only: true, behind_since: null });
});

describe("codes and names", async () => {
  const codes = await newChat({ name: "Codes" });
  const said = [
    "The pump stops with ERR-4021 at night.",
    "Restart it after ERR 7788.",
    "The log has err7788 twice.",
    "The report says ERR-7788.",
    "Invoice 2024-0042 is paid.",
    "Invoice 2024-0043 is open.",
    "The server answers 204 to all of them.",
    "We won! 🎉",
    "O'Brien signs on Monday.",
    "OBrien called again.",
    "Use -G to send it as a query.",
    "With -g it reads no brackets.",
    "Error 28 is a timeout, and the connection is closed.",
    "Error 35 means that the connection could not be encrypted.",
  ];
  for (const sentence of said) await say(codes, sentence);
  await indexed(codes);

  test.each([
    ["4021", ["ERR-4021"]],
    ["ERR-4021", ["ERR-4021"]],
    ["err4021", ["ERR-4021"]],
    ["ERR 7788", ["ERR 7788", "err7788", "ERR-7788"]],
    ["ERR-7788", ["ERR 7788", "err7788", "ERR-7788"]],
    ["err7788", ["ERR 7788", "err7788", "ERR-7788"]],
    ["2024-0042", ["2024-0042"]],
    ["0042", ["2024-0042"]],
    ["204", ["204"]],
    ["🎉", ["🎉"]],
    ["O'Brien", ["O'Brien", "OBrien"]],
    ["obrien", ["O'Brien", "OBrien"]],
    ["option -G", ["-G"]],
    ["-g", ["-g"]],
    ["why is the connection closed with error 35", ["Error 35"]],
  ])("%s finds its messages first in every notation", async (query, expected) => {
    for (const search_type of ["hybrid", "mmr"]) {
      const first = (await texts(ada, query, { search_type, chat_id: codes.id })).slice(0, expected.length);
      const found = expected.filter((code) => first.some((text) => text.includes(code)));
      expect([search_type, found]).toEqual([search_type, expected]);
    }
  });
});

describe("documents with headings", async () => {
  const shop = await newChat({ name: "Shop" });
  const sections = {
    "Can I stop a parcel that is on its way?":
      "Yes. Call the depot with the number on the slip, before six in the evening. The clerk asks for your name and your street. It goes back to the shop within a week, which pays you when it has it. Nothing is charged for this.",
    "Opening hours":
      "The depot is open from eight to six. On Saturdays a delivery can be fetched until noon. Deliveries of the morning are on the van before nine, and none of them is handed out before it is back. The delivery of heavy things needs a second person.",
    Insurance:
      "Each delivery is insured for 500 euros. A higher sum is agreed with the depot before the delivery begins. Damage is to be told to the driver on delivery, who notes it on the slip. Photos of the box help a claim. Deliveries abroad are not insured.",
    荷造り:
      "A box is to be twice as strong as it looks. Fill the gaps with paper. Bottles stand upright and are wrapped one by one. Tape all the edges. The label of an old delivery is to be removed from the box, or the delivery goes where it was.",
  };
  const markdown = Object.entries(sections).map(([heading, text]) => `## ${heading}\n\n${text}\n`);
  const { body } = await ada.api.multipart("/documents", {
    files: [new File([`# Handbook of the shop\n\n${markdown.join("\n")}`], "deliveries.md")],
    chat_id: String(shop.id),
  });
  await vi.waitFor(
    async () => expect((await ada.api.get(`/documents/${body[0].id}`)).body.status).toBe("ready"),
    { timeout: 60_000, interval: 100 },
  );
  const find = async (query: string): Promise<{ text: string; score: number }[]> =>
    (
      await ada.api.get(
        `/chats/${shop.id}/semantic_search?${parameters({ query, search_type: "similarity" })}`,
      )
    ).body.documents;

  test("are found by a heading whose words are missing in the text", async () => {
    expect((await find("I want to cancel a delivery"))[0]?.text).toContain("before six in the evening");
  });

  test("are found by their text where the model cannot embed the heading", async () => {
    const [first] = await find("How are bottles wrapped?");
    expect(first?.text).toContain("wrapped one by one");
    expect(first?.score).toBeGreaterThan(0.3);
  });
});
