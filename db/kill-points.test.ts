import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { type Answer, type Client, client, PASSWORD, person, readEvents } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { zipped } from "@/test/files";
import type { KillPoint } from "@/test/kill-points";
import { words } from "@/test/replies";

// Kills the process immediately before and after each write, and checks recovery.
const model = await startModelServer();
const child = await startChild({ OPENAI_BASE_URL: model.url });
afterAll(async () => {
  await child.remove();
  await model.close();
});
let { url } = child;
const ada = await person(url);
// Returns a client of the current process.
const now = ({ authorization }: Client = ada.api) => client(url, authorization);
const restart = async () => {
  url = await child.start();
};

const UNHARMED = "unharmed";
type Work<Subject> = {
  prepare: () => Promise<Subject>;
  ask: (subject: Subject) => Promise<Answer>;
  /** Further statuses that a retry may get once the work is done. */
  gone?: number[];
  /** Waits for the final state, reached by retry or background recovery. `moment`: the kill point */
  settle: (subject: Subject, moment: string) => Promise<unknown>;
};

// This statement is sent every second, so a fast reply may end before it.
const HEARTBEAT = "update streaming_tasks";

// Returns the kill points of a run, one per name, that also occur in a second run.
async function listKillPoints<Subject>({ prepare, ask, settle }: Work<Subject>): Promise<KillPoint[]> {
  const run = async (): Promise<KillPoint[]> => {
    const subject = await prepare();
    await child.order("killAt", undefined);
    await ask(subject);
    await settle(subject, UNHARMED);
    return child.order("killPoints", true);
  };
  const names = new Set((await run()).map(({ name }) => name));
  names.delete(HEARTBEAT);
  return (await run()).filter(({ name, nth }) => nth === 1 && names.has(name));
}

// Kills the process at a kill point and restarts it; a request without a response is sent again.
async function interrupt<Subject>(
  point: KillPoint,
  { prepare, ask, settle, gone }: Work<Subject>,
): Promise<void> {
  const moment = `${point.when} ${point.name}`;
  const subject = await prepare();
  await child.order("killAt", point);
  const asked = ask(subject).catch(() => undefined);
  await expect.poll(child.isRunning, { message: moment }).toBe(false);
  await restart();
  if (!(await asked)) expect([200, 201, ...(gone ?? [])], moment).toContain((await ask(subject)).status);
  await settle(subject, moment);
}

type Message = {
  id: number;
  user_type: string;
  message: string;
  replying_to_message: { id: number } | null;
  extra: { error?: unknown } | null;
};

const WORDS = 30;
const listMessages = async (chat: number): Promise<Message[]> =>
  (await now().get(`/chats/${chat}/messages`)).body;

// Sends a message with a unique text in a new chat.
const message: Work<{ chat: number; text: string; calls: number }> = {
  prepare: async () => {
    const { id: chat } = (await now().post("/chats", {})).body;
    return { chat, text: `Question ${chat}`, calls: model.calls };
  },
  ask: ({ chat, text }) =>
    now().multipart(
      `/chats/${chat}/messages`,
      { message_input: text, is_sync: "false" },
      { "idempotency-key": text },
    ),
  // Expects exactly one question and one response to it: a complete reply or a failure message.
  settle: async ({ chat, text, calls }, moment) => {
    await expect.poll(async () => (await listMessages(chat)).length, { message: moment }).toBe(2);
    const [question, reply] = await listMessages(chat);
    expect([question!.user_type, question!.message], moment).toEqual(["user", text]);
    expect(reply!.replying_to_message?.id, moment).toBe(question!.id);
    if (reply!.extra?.error) expect(reply!.message, moment).not.toBe("");
    else expect(reply!.message.trim(), moment).toBe(words(WORDS));
    expect(model.calls - calls, moment).toBeLessThanOrEqual(2);
    // The title is generated last. After a crash, it may be left to the next reply.
    const getName = async () => (await now().get(`/chats/${chat}`)).body.name;
    if (moment === UNHARMED) await expect.poll(getName).toBe(text);
  },
};

// State of the model when the process is killed: silent after the request, or in the middle of a reply.
const SILENCES = {
  "a model that is silent": "first=3600000",
  "a model in mid-sentence": `stall=${WORDS / 2}`,
};

test("a process that is killed at any step of a message leaves one reply, or one failure with a message", async () => {
  const whole = `tokens=${WORDS} delay=10`;
  model.setMode(whole);
  const points = await listKillPoints(message);
  const names = points.map(({ when, name }) => `${when} ${name}`).join("; ");
  for (const table of [
    "insert idempotency_keys",
    "insert messages",
    "insert streaming_chunks",
    "insert usage",
  ])
    for (const when of ["before", "after"]) expect(names).toMatch(new RegExp(`${when} [^;]*${table}`));
  expect(points.length + Object.keys(SILENCES).length).toBeGreaterThanOrEqual(20);
  for (const point of points) await interrupt(point, message);

  for (const [moment, script] of Object.entries(SILENCES)) {
    const subject = await message.prepare();
    model.setMode(script);
    const { body } = await message.ask(subject);
    if (moment === "a model in mid-sentence")
      await readEvents(now(), `/chats/streaming/${body.streaming_task_id}`, {
        until: ({ event }) => event === "text",
      });
    else await expect.poll(() => model.calls).toBeGreaterThan(subject.calls);
    model.setMode(whole);
    await child.kill();
    await restart();
    await message.settle(subject, moment);
  }
}, 600_000);

// Uploads an archive with a unique text in each file.
const archive: Work<{ folder: string }> = {
  prepare: async () => ({ folder: `Papers ${++archives}` }),
  ask: async ({ folder }) => {
    const sent = (await listed(folder)).find(({ file_name }) => file_name === `${folder}.zip`);
    // After a lost response, the client looks the document up.
    if (sent) return now().get(`/documents/${sent.id}`);
    const content = await zipped({ "one.txt": `One of ${folder}`, "more/two.txt": `Two of ${folder}` });
    const files = [new File([content as BlobPart], `${folder}.zip`)];
    return now().multipart("/documents", { files });
  },
  settle: async ({ folder }, moment) => {
    // Abandoned work is recovered only every few minutes, so the test backdates the documents and starts the recovery.
    if (moment !== UNHARMED) {
      await child.order("query", "update documents set created_at = created_at - interval '5 minutes'");
      await child.order("sweep", true);
    }
    const states = async () =>
      (await listed(folder)).map((one) => `${one.folder}/${one.file_name} ${one.status}`).sort();
    const inside = `${folder}.zip`;
    await expect
      .poll(states, { message: moment })
      .toEqual([`/${inside} ready`, `${inside}/more/two.txt ready`, `${inside}/one.txt ready`]);
    for (const { id, file_name: name } of await listed(folder)) {
      const { text } = (await now().get(`/documents/${id}/text`)).body;
      expect(text, moment).toContain(name.startsWith("one") ? `One of ${folder}` : folder);
    }
  },
};
let archives = 0;
type Listed = { id: number; file_name: string; folder: string; status: string };
const listed = async (folder: string): Promise<Listed[]> =>
  (await now().get("/documents?page_size=100")).body.filter((one: Listed) =>
    `${one.folder}/${one.file_name}`.includes(`${folder}.zip`),
  );

test("a process that is killed at any step of reading an archive ends up with one copy of it", async () => {
  const points = await listKillPoints(archive);
  const names = points.map(({ name }) => name).join("; ");
  for (const table of [
    "insert documents",
    "insert document_texts",
    "insert passages",
    "insert passage_vectors",
  ])
    expect(names).toContain(table);
  for (const point of points) if (point.when === "after") await interrupt(point, archive);
}, 600_000);

type Leaver = { someone: Awaited<ReturnType<typeof person>>; secret: string };

// Deletes an account that has a chat, a message and a file.
const leaving: Work<Leaver> = {
  prepare: async () => {
    const someone = await person(url);
    const secret = `The secret of ${someone.email}`;
    const api = now(someone.api);
    const chat = (await api.post("/chats", {})).body.id;
    const file = () => [new File([secret], "secret.txt")];
    const sent = await api.multipart(`/chats/${chat}/messages`, { message_input: secret, files: file() });
    expect(sent.status).toBe(200);
    return { someone, secret };
  },
  ask: ({ someone }) => now(someone.api).del("/users/me", { password: PASSWORD }),
  gone: [401],
  settle: async ({ someone, secret }, moment) => {
    const account = { username: someone.email, password: PASSWORD };
    expect((await client(url).form("/auth/login", account)).status, moment).toBe(401);
    const tables = ["users", "groups", "chats", "messages", "documents", "document_texts", "passages"];
    for (const table of tables) {
      const rows = await child.order(
        "query",
        `select * from ${table} t where t::text like '%${someone.email}%'`,
      );
      expect([table, rows], moment).toEqual([table, []]);
    }
    // Files without a row are deleted after an hour, when no request can still be using them.
    for (const path of files()) utimesSync(path, new Date(0), new Date(Date.now() - 2 * 3_600_000));
    if (moment !== UNHARMED) await child.order("sweep", true);
    expect(
      files().filter((path) => readFileSync(path, "utf8").includes(secret)),
      moment,
    ).toEqual([]);
  },
};
const files = () =>
  readdirSync(join(child.dataDir, "files"), { recursive: true, encoding: "utf8" })
    .map((name) => join(child.dataDir, "files", name))
    .filter((path) => statSync(path).isFile());

test("a process that is killed while deleting an account leaves all or nothing, and a retry completes it", async () => {
  const points = (await listKillPoints(leaving)).filter(({ name }) => name.includes("delete users"));
  expect(points.map(({ when }) => when)).toEqual(["before", "after"]);
  for (const point of points) await interrupt(point, leaving);
}, 600_000);
