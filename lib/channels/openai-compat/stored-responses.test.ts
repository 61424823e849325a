import { sql } from "drizzle-orm";
import OpenAI from "openai";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { processorTime } from "@/test/processor-time";
import { startServerWithModel } from "@/test/server-with-model";
import { sweep } from "./service";

/** Covers stored responses that refer to each other by `previous_response_id` and `item_reference`. */
const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada");
const createKey = async ({ api }: typeof ada) =>
  (await api.post("/users/me/api-tokens", { name: "x" })).body.token;
const baseURL = `${server.url}/api/v1/openai`;
const openai = new OpenAI({ apiKey: await createKey(ada), baseURL, maxRetries: 0 });

type Input = OpenAI.Responses.ResponseInput;
type Stored = OpenAI.Responses.Response;
const create = (input: string | Input, previous?: Stored) =>
  openai.responses.create({ model: "parley", input, previous_response_id: previous?.id });
const getError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );
const referenceTo = ({ output }: Stored) => ({ type: "item_reference" as const, id: output[0]!.id! });
const said = () =>
  model.requests
    .at(-1)!
    .messages.filter(({ role }) => role !== "system")
    .map(({ content }) => content);
// Returns the size in bytes and number of rows of all stored responses.
async function stored() {
  const [row] = await db().execute<{ bytes: number; responses: number }>(sql`
    select (select coalesce(sum(octet_length(r::text)), 0) from openai_responses r)::int +
        (select coalesce(sum(octet_length(i::text)), 0) from openai_output_items i)::int as bytes,
      (select count(*) from openai_responses)::int as responses`);
  return row!;
}
// Makes a response exceed its retention.
const age = ({ id }: Stored) =>
  db().execute(sql`update openai_responses set created_at = now() - interval '31 days' where id = ${id}`);
const removeAll = async () => {
  await db().execute(sql`update openai_responses set created_at = now() - interval '31 days'`);
  await sweep();
};

const LONG = "word ".repeat(180_000);

describe("a request", () => {
  test("with 1,999 references to one long item is refused before the item is loaded", async () => {
    model.setMode(`say ${LONG}`);
    const long = await create("Hello");
    model.setMode("echo");
    const calls = model.calls;
    const many: Input = Array.from({ length: 1999 }, () => referenceTo(long));
    let error: InstanceType<typeof OpenAI.APIError> | undefined;
    const spent = await processorTime(async () => {
      error = await getError(create([...many, { role: "user", content: "Go on." }]));
    });
    expect(error).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      code: "context_length_exceeded",
      message: expect.stringMatching(/17\d\d(\.\d)? MB.*2 MB/),
    });
    // In milliseconds. Resolving each reference separately takes 18,900 ms.
    expect(spent).toBeLessThan(2000);
    expect(model.calls).toBe(calls);
    const thrice = [referenceTo(long), referenceTo(long), referenceTo(long)];
    expect(await getError(create([...thrice, { role: "user", content: "Go on." }]))).toMatchObject({
      status: 400,
      code: "context_length_exceeded",
    });
    await create([referenceTo(long), { role: "user", content: "Go on." }]);
    expect(said()).toEqual([LONG.trim(), "Go on."].map((text) => expect.stringContaining(text)));
  });

  test("with many references to a short item equals one that contains the item as often", async () => {
    const short = await create("Hi");
    const many = Array.from({ length: 1999 }, () => referenceTo(short));
    await create([...many, { role: "user", content: "Go on." }]);
    expect(JSON.stringify(said()).match(/You said: Hi/g)).toHaveLength(1999);
    expect(
      await getError(create([...many, referenceTo(short), { role: "user", content: "Go on." }])),
    ).toMatchObject({ status: 400, param: "input" });
  });

  test("that continues a conversation of more than 2 MB is refused", async () => {
    const text = "a".repeat(500_000);
    const first = await create(text);
    const second = await create(text, first);
    const error = await getError(create("And?", second));
    expect(error).toBeUndefined();
    const third = await getError(create(text, second));
    expect(third).toMatchObject({ status: 400, code: "context_length_exceeded" });
  });

  test("that continues 999 responses reads them in order, and one that continues 1,000 is refused", async () => {
    const first = await create("Message 1");
    const getId = (nth: number) => `resp_${String(nth).padStart(32, "0")}`;
    await db().execute(sql`
      insert into openai_responses (id, group_id, user_id, previous_id, response, input, bytes, context_items, context_bytes)
      select 'resp_' || lpad(nth::text, 32, '0'), group_id, user_id,
        case nth when 2 then id else 'resp_' || lpad((nth - 1)::text, 32, '0') end, response,
        jsonb_build_array(jsonb_build_object('role', 'user', 'content', 'Message ' || nth)), bytes, 2 * nth, 100 * nth
      from openai_responses, generate_series(2, 999) nth where id = ${first.id}`);
    await db().execute(sql`
      insert into openai_output_items (response_id, position, item, bytes)
      select 'resp_' || lpad(nth::text, 32, '0'), position, item, bytes
      from openai_output_items, generate_series(2, 999) nth where response_id = ${first.id}`);
    const last = await create("Message 1000", { id: getId(999) } as Stored);
    expect(said().filter((_, index) => index % 2 === 0)).toEqual(
      Array.from({ length: 1000 }, (_, index) => `Message ${index + 1}`),
    );
    expect(await getError(create("Message 1001", last))).toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      message: expect.stringMatching(/2,001 items.*2,000/),
    });
  });

  test("cannot refer to items of other people, deleted items and unknown items", async () => {
    const bob = await person(server.url, "Bob");
    const bobs = new OpenAI({ apiKey: await createKey(bob), baseURL, maxRetries: 0 });
    const first = await create("Mine");
    const reference = referenceTo(first);
    expect(await getError(bobs.responses.create({ model: "parley", input: [reference] }))).toMatchObject({
      status: 400,
      param: "input.0.id",
    });
    const other = { ...reference, id: reference.id.replace(/_0$/, "_7") };
    expect(await getError(create([other]))).toMatchObject({ status: 400, param: "input.0.id" });
    await openai.responses.delete(first.id);
    expect(await getError(create([reference]))).toMatchObject({ status: 400, param: "input.0.id" });
  });
});

describe("stored responses", () => {
  beforeEach(removeAll);

  test("of one conversation contain each item once", async () => {
    const text = "a".repeat(90_000);
    let last: Stored | undefined;
    for (let n = 0; n < 10; n++) last = await create(text, last);
    expect(said()).toHaveLength(19);
    // Ten inputs and outputs, each stored once, although every response continues the whole conversation.
    expect((await stored()).bytes).toBeLessThan(10 * 2 * 95_000);
  });

  test("that refer to an item do not store it again", async () => {
    model.setMode(`say ${"b".repeat(90_000)}`);
    const first = await create("Hello");
    model.setMode("echo");
    const before = await stored();
    for (let n = 0; n < 5; n++) await create([referenceTo(first), { role: "user", content: "Why?" }]);
    expect((await stored()).bytes - before.bytes).toBeLessThan(20_000);
  });

  test("can be continued after one among them is deleted, which is 404 for other requests", async () => {
    const first = await create("One");
    const second = await create("Two", first);
    const third = await create("Three", second);
    const referring = await create([referenceTo(second), { role: "user", content: "Four" }]);
    await openai.responses.delete(second.id);
    await openai.responses.delete(first.id);
    for (const { id } of [first, second]) {
      expect(await getError(openai.responses.retrieve(id))).toMatchObject({ status: 404 });
      expect(await getError(openai.responses.delete(id))).toMatchObject({ status: 404 });
      expect(await getError(create("x", { id } as Stored))).toMatchObject({
        status: 400,
        param: "previous_response_id",
      });
    }
    await create("Five", third);
    expect(said()).toEqual([
      "One",
      "You said: One",
      "Two",
      "You said: Two",
      "Three",
      "You said: Three",
      "Five",
    ]);
    await create("Six", referring);
    expect(said()).toEqual(["You said: Two", "Four", "You said: Four", "Six"]);
  });

  test("are removed with the last one that needs them", async () => {
    const first = await create("One");
    const second = await create("Two", first);
    const third = await create("Three", second);
    await openai.responses.delete(first.id);
    await openai.responses.delete(second.id);
    expect((await stored()).responses).toBe(3);
    await openai.responses.delete(third.id);
    expect(await stored()).toEqual({ bytes: 0, responses: 0 });
  });

  test("that are only referred to keep the item and nothing else", async () => {
    const secret = "what was asked at first";
    const first = await create(secret);
    const second = await create("Two", first);
    const referring = await create([referenceTo(second), { role: "user", content: "Three" }]);
    await openai.responses.delete(first.id);
    await openai.responses.delete(second.id);
    expect((await stored()).responses).toBe(2);
    const rows = await db().execute(sql`select r::text as row from openai_responses r`);
    expect(JSON.stringify(rows)).not.toContain(secret);
    await create("Four", referring);
    expect(said()).toEqual(["You said: Two", "Three", "You said: Three", "Four"]);
  });

  test("expire unless a newer one continues them", async () => {
    const first = await create("One");
    const second = await create("Two", first);
    const alone = await create("Alone");
    await Promise.all([first, alone].map(age));
    await sweep();
    expect(await getError(openai.responses.retrieve(first.id))).toMatchObject({ status: 404 });
    await create("Three", second);
    expect(said()).toEqual(["One", "You said: One", "Two", "You said: Two", "Three"]);
    expect((await stored()).responses).toBe(3);
    await removeAll();
    expect(await stored()).toEqual({ bytes: 0, responses: 0 });
  });

  test("contain the whole conversation when the continued one is deleted meanwhile", async () => {
    const first = await create("One");
    model.setMode("tokens=20 delay=20");
    const reply = create("Two", first);
    await expect.poll(() => model.requests.at(-1)?.messages.at(-1)?.content).toBe("Two");
    await openai.responses.delete(first.id);
    const second = await reply;
    model.setMode("echo");
    await create("Three", second);
    expect(said()).toEqual(["One", "You said: One", "Two", second.output_text, "Three"]);
    expect((await stored()).responses).toBe(2);
  });

  test("are returned as they were created", async () => {
    const made = await openai.responses.create({
      model: "parley",
      input: '[[fake call weather {"city":"Oslo"}]]',
      instructions: "Be kind.",
      metadata: { a: "b" },
      tools: [{ type: "function", name: "weather", parameters: { type: "object" }, strict: false }],
    });
    expect(await openai.responses.retrieve(made.id)).toEqual(made);
  });
});

test("the input tokens of a response are estimated, including those of the continued one", async () => {
  const first = await create("word ".repeat(4000));
  const calls = model.calls;
  const count = async (asked: OpenAI.Responses.InputTokenCountParams) =>
    (await openai.responses.inputTokens.count(asked)).input_tokens;
  const few = await count({ model: "parley", input: "Hello" });
  expect(few).toBeGreaterThan(0);
  expect(few).toBeLessThan(40);
  expect(await count({ input: "Hello", instructions: "word ".repeat(4000) })).toBeGreaterThan(5000);
  expect(await count({ input: "Hello", previous_response_id: first.id })).toBeGreaterThan(5000);
  expect(model.calls).toBe(calls);
  const unknown = openai.responses.inputTokens.count({ model: "nobody", input: "Hello" });
  expect(await getError(unknown)).toMatchObject({ status: 404, code: "model_not_found" });
});
