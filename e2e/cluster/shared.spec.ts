import { randomUUID } from "node:crypto";
import { client, joined, listen, PASSWORD, person } from "@/test/client";
import { type Cluster, startCluster } from "@/test/cluster";
import { expect, test } from "@/test/test";

// Processes share all state in the database.

let cluster: Cluster;
test.beforeAll(async ({ model }) => {
  cluster = await startCluster({ env: { OPENAI_BASE_URL: model.url, RATE_LIMIT_MESSAGES: "20" } });
});
test.afterAll(() => cluster.remove());

const sides = (authorization: string | undefined) =>
  cluster.processes.map(({ url }) => client(url, authorization)) as [
    ReturnType<typeof client>,
    ReturnType<typeof client>,
  ];

test("requests alternate between both processes", async () => {
  for (let n = 0; n < 10; n++) await client(cluster.url).get("/health/live");
  const [one, other] = cluster.served();
  expect(Math.abs(one! - other!)).toBeLessThanOrEqual(1);
});

test("rate limits are shared by both processes", async () => {
  const { api } = await person(cluster.url);
  const both = sides(api.authorization);
  const chat = (await api.post("/chats", { virtual_assistant_id: null })).body;
  const statuses = [];
  for (let n = 0; n < 30; n++) {
    const sent = await both[n % 2]!.multipart(`/chats/${chat.id}/messages`, { message_input: `${n}` });
    statuses.push(sent.status);
  }
  const taken = statuses.filter((status) => status === 200).length;
  expect(statuses).toContain(429);
  // Tolerates a new minute, which resets the limit. Separate counters per process would let all requests through.
  expect(taken).toBeGreaterThanOrEqual(20);
  expect(taken).toBeLessThan(30);
});

test("sessions and tokens are valid at both processes, and end at both", async () => {
  const { email, api } = await person(cluster.processes[0]!.url);
  const [here, there] = sides(api.authorization);
  expect((await there.get("/users/me")).status).toBe(200);
  const { body } = await here.post("/users/me/api-tokens", { name: "both" });
  const token = sides(`Token ${body.token}`);
  expect((await token[1].get("/users/me")).status).toBe(200);
  await here.del(`/users/me/api-tokens/${body.id ?? body.api_token?.id}`);
  await expect.poll(async () => (await token[1].get("/users/me")).status).toBe(401);
  const login = await client(cluster.processes[1]!.url).form("/auth/login", {
    username: email,
    password: PASSWORD,
  });
  expect(login.status).toBe(200);
});

test("a repeated request gets the same response from the other process", async () => {
  const { api } = await person(cluster.url);
  const both = sides(api.authorization);
  const chat = (await api.post("/chats", { virtual_assistant_id: null })).body;
  const key = { "idempotency-key": randomUUID() };
  const send = (side: 0 | 1) =>
    both[side].multipart(`/chats/${chat.id}/messages`, { message_input: "once" }, key);
  const answers = await Promise.all([send(0), send(1), send(0), send(1)]);
  const again = await send(1);
  expect(again.status).toBe(200);
  for (const { status, body } of answers) {
    // A request during the first one may be rejected with 409.
    expect([200, 409]).toContain(status);
    if (status === 200) expect(body.user_message_id).toBe(again.body.user_message_id);
  }
  expect((await api.get(`/chats/${chat.id}/messages`)).body).toHaveLength(1);
});

test("presence at one process is visible at the other", async () => {
  const ada = await person(cluster.url);
  const max = await joined(cluster.url, ada, "Max");
  const chat = (await ada.api.post("/chats", { member_user_ids: [max.user.id] })).body;
  const [, adaThere] = sides(ada.api.authorization);
  const [maxHere] = sides(max.api.authorization);
  const watching = await listen(adaThere, `/chats/${chat.id}/events`);
  await watching.named("ready");
  const present = await listen(maxHere, `/chats/${chat.id}/events`);
  const isMax = ({ event, data }: { event: string; data: { user_id: number; is_online: boolean } }) =>
    event === "presence" && data.user_id === max.user.id && data.is_online;
  expect(await watching.ended(isMax)).toBeDefined();
  present.close();
  watching.close();
});
