import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { colleague, makeChatAdmin, removeFromChat } from "@/test/colleague";
import { startMailServer } from "@/test/fakes/mail-server";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";
import { startDue } from "./running";
import { listNextRuns } from "./schedule";

const model = await startModelServer();
const mails = await startMailServer();
process.env.OPENAI_BASE_URL = model.url;
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
  await mails.stop();
});

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const ada = await person(server.url);
const mia = await colleague(server.url, ada.group, "Mia Member");
const stranger = await person(server.url);
// Configured after all sign-ups, because new accounts would otherwise have to confirm their address.
config().SMTP_URL = mails.url;
let chat: { id: number; uuid: string };
beforeEach(async () => {
  const made = await ada.api.post("/chats", { scheduled_jobs_enabled: true, member_user_ids: [mia.user.id] });
  chat = made.body;
});
const daily = { name: "Stand-up", prompt: "What is new?", cron: "0 9 * * *", time_zone: "Europe/Berlin" };
const schedule = async (body: object = {}, api = ada.api) =>
  (await api.post(`/chats/${chat.id}/jobs`, { ...daily, ...body })).body;
const listRuns = async (id: number) => (await ada.api.get(`/chats/${chat.id}/jobs/${id}/runs`)).body;
const messages = async () => (await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body;
const ended = async (id: number, count = 1) => {
  const over = async () =>
    (await listRuns(id)).filter(({ status }: { status: string }) => status !== "running").length;
  await expect.poll(over).toBe(count);
  return listRuns(id);
};
const off = (enabled = false) =>
  ada.api.put(`/chats/${chat.id}/scheduled_jobs_enabled?scheduled_jobs_enabled=${enabled}`);

describe("the schedule of a job", () => {
  const times = (cron: string, after: string, count: number) =>
    listNextRuns({ cron, timeZone: "Europe/Berlin" }, new Date(after), count).map((at) => at.toISOString());

  test("follows its time zone, also across daylight saving time", () => {
    expect(times("30 8 * * *", "2026-03-28T00:00:00Z", 2)).toEqual([
      "2026-03-28T07:30:00.000Z",
      "2026-03-29T06:30:00.000Z",
    ]);
  });

  test("runs a skipped hour late and a repeated hour once", () => {
    expect(times("0,30 2 * * *", "2026-03-28T12:00:00Z", 2)).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:00:00.000Z",
    ]);
    expect(times("30 2 * * *", "2026-10-24T12:00:00Z", 2)).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
    expect(times("0 * * * *", "2026-10-25T00:30:00Z", 2)).toEqual([
      "2026-10-25T01:00:00.000Z",
      "2026-10-25T02:00:00.000Z",
    ]);
  });

  test("lists the next five times", async () => {
    const job = await schedule();
    expect(job.next_runs).toHaveLength(5);
    expect(job.next_run_at).toBe(job.next_runs[0]);
    const berlin = new Intl.DateTimeFormat("en", {
      timeZone: "Europe/Berlin",
      hour: "numeric",
      hour12: false,
    });
    for (const at of job.next_runs) expect(berlin.format(new Date(at))).toBe("09");
  });

  test.each([
    [{ cron: "*/4 * * * *" }, "cron"],
    [{ cron: "58,2 8,9 * * *" }, "cron"],
    [{ cron: "0 0 31 2 *" }, "cron"],
    [{ cron: "@daily" }, "cron"],
    [{ cron: "0 9 * * * *" }, "cron"],
    [{ cron: "later" }, "cron"],
    [{ time_zone: "+02:00" }, "time_zone"],
    [{ time_zone: "Moon/Crater" }, "time_zone"],
    [{ cron: undefined, run_at: "2020-01-01T00:00:00Z" }, "run_at"],
    [{ run_at: "2120-01-01T00:00:00Z" }, undefined],
    [{ cron: undefined }, undefined],
    [{ prompt: " " }, "prompt"],
  ])("cannot be %j", async (given, field) => {
    const answer = await ada.api.post(`/chats/${chat.id}/jobs`, { ...daily, ...given });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(["body", ...(field ? [field] : [])]);
  });
});

describe("a job that is due", () => {
  test("sends its prompt as its creator, gets a reply, and is scheduled again", async () => {
    const job = await schedule();
    await startDue(inDays(1.1));
    const [run] = await ended(job.id);
    expect(run).toMatchObject({
      status: "completed",
      error: null,
      is_manual: false,
      due_at: job.next_run_at,
    });
    const [asked, answered] = await messages();
    expect(asked).toMatchObject({
      id: run.message_id,
      message: daily.prompt,
      from_user_id: ada.user.id,
      extra: { job: { id: job.id, name: daily.name } },
    });
    expect(answered).toMatchObject({
      user_type: "assistant",
      message: expect.stringContaining(daily.prompt),
    });
    const after = (await ada.api.get(`/chats/${chat.id}/jobs/${job.id}`)).body;
    expect(after).toMatchObject({ state: "active", last_run: run });
    expect(new Date(after.next_run_at).getTime()).toBeGreaterThan(inDays(1.1).getTime());
  });

  test("runs once per time, although several processes look for due jobs", async () => {
    const job = await schedule();
    const then = inDays(1.1);
    await Promise.all([startDue(then), startDue(then), startDue(then)]);
    await ended(job.id);
    await startDue(then);
    expect(await listRuns(job.id)).toHaveLength(1);
    expect(await messages()).toHaveLength(2);
  });

  test("runs once for all missed times", async () => {
    const job = await schedule();
    await startDue(inDays(10));
    await ended(job.id);
    expect(await listRuns(job.id)).toHaveLength(1);
  });

  test("is done after its only run", async () => {
    const job = await schedule({ cron: undefined, run_at: new Date().toISOString() });
    await startDue(inDays(1));
    await ended(job.id);
    const read = async () => (await ada.api.get(`/chats/${chat.id}/jobs/${job.id}`)).body;
    expect(await read()).toMatchObject({ state: "done", next_run_at: null, next_runs: [] });
    const path = `/chats/${chat.id}/jobs/${job.id}`;
    expect((await ada.api.patch(path, { paused: false })).status).toBe(409);
    const again = await ada.api.patch(path, { run_at: inDays(2).toISOString() });
    expect(again.body).toMatchObject({ state: "active" });
  });

  test("does not run while it is paused", async () => {
    const job = await schedule();
    const path = `/chats/${chat.id}/jobs/${job.id}`;
    const paused = await ada.api.patch(path, { paused: true });
    expect(paused.body).toMatchObject({ state: "paused", next_run_at: null, next_runs: [] });
    await startDue(inDays(3));
    expect(await listRuns(job.id)).toEqual([]);
    expect((await ada.api.patch(path, { paused: false })).body.next_runs).toEqual(job.next_runs);
  });

  test("gets a reply from the assistant that it names", async () => {
    const other = (await ada.api.post("/virtual-assistants", { name: "Otto" })).body;
    const job = await schedule({ virtual_assistant_id: other.id });
    await ada.api.post(`/chats/${chat.id}/jobs/${job.id}/run`);
    await ended(job.id);
    expect((await messages())[1]).toMatchObject({ from_virtual_assistant_id: other.id });
  });
});

describe("the result of a job", () => {
  test("is mailed once to members of the chat and posted once in another chat", async () => {
    const other = (await ada.api.post("/chats", { name: "Board" })).body;
    const job = await schedule({
      prompt: "**Two** orders are late.",
      mail_to_user_ids: [mia.user.id, mia.user.id],
      post_to_chat_id: other.uuid,
    });
    expect(job).toMatchObject({ mail_to_user_ids: [mia.user.id], post_to_chat_id: other.id });
    await ada.api.post(`/chats/${chat.id}/jobs/${job.id}/run`);
    expect(await ended(job.id)).toMatchObject([{ status: "completed", error: null }]);
    const { mail } = await mails.next(mia.user.email);
    expect(mail.subject).toBe("Stand-up");
    expect(mail.html).toContain("<strong>Two</strong> orders are late.");
    const posted = (await ada.api.get(`/chats/${other.id}/messages`)).body;
    expect(posted).toMatchObject([
      {
        user_type: "user",
        from_user_id: ada.user.id,
        message: "You said: Ada Example: **Two** orders are late.",
      },
    ]);
  });

  test("is not mailed to former members, and the run reports a failed post", async () => {
    const { body: other } = await mia.api.post("/chats", { member_user_ids: [ada.user.id] });
    const job = await schedule({ mail_to_user_ids: [mia.user.id], post_to_chat_id: other.id });
    await removeFromChat(chat, mia.user.id);
    await removeFromChat(other, ada.user.id);
    await ada.api.post(`/chats/${chat.id}/jobs/${job.id}/run`);
    const [run] = await ended(job.id);
    expect(run).toMatchObject({ status: "completed", error: expect.stringMatching(/couldn't be posted/) });
    expect(mails.mails.filter(({ to }) => to.includes(mia.user.email))).toHaveLength(1);
  });

  test("can only go to members of the chat and to another chat of the creator", async () => {
    const { body: theirs } = await stranger.api.post("/chats", {});
    const refused = async (body: object) =>
      (await ada.api.post(`/chats/${chat.id}/jobs`, { ...daily, ...body })).status;
    expect(await refused({ mail_to_user_ids: [stranger.user.id] })).toBe(422);
    expect(await refused({ post_to_chat_id: theirs.id })).toBe(404);
    expect(await refused({ post_to_chat_id: chat.uuid })).toBe(422);
  });
});

describe("a job that cannot run", () => {
  test("reports that scheduled jobs are turned off", async () => {
    const job = await schedule();
    await off();
    await startDue(inDays(1.1));
    const [run] = await ended(job.id);
    expect(run).toMatchObject({ status: "failed", message_id: null });
    expect(run.error).toBe("Scheduled jobs are turned off in the settings of this chat.");
    expect(await messages()).toEqual([]);
    expect((await ada.api.post(`/chats/${chat.id}/jobs`, daily)).status).toBe(409);
  });

  test("reports that its creator no longer has access", async () => {
    const job = await schedule({}, mia.api);
    await removeFromChat(chat, mia.user.id);
    await startDue(inDays(1.1));
    const [run] = await ended(job.id);
    expect(run).toMatchObject({ status: "failed", message_id: null });
    expect(run.error).toMatch(/no longer has access/);
    expect(await messages()).toEqual([]);
  });

  test("has failed runs with the model's error, and is paused with a mail after five of them", async () => {
    const job = await schedule({ prompt: "[[fake 500]] hello" });
    for (let n = 1; n <= 5; n++) {
      await ada.api.post(`/chats/${chat.id}/jobs/${job.id}/run`);
      const [run] = await ended(job.id, n);
      expect(run).toMatchObject({ status: "failed", is_manual: true });
      expect(run.message_id).not.toBeNull();
    }
    const after = (await ada.api.get(`/chats/${chat.id}/jobs/${job.id}`)).body;
    expect(after.state).toBe("paused");
    const { mail } = await mails.next(ada.email);
    expect(mail.subject).toBe("The job “Stand-up” is paused");
  });
});

describe("the jobs of a chat", () => {
  test("can be paused and deleted by its admins, but changed and run by their creator only", async () => {
    const job = await schedule({}, mia.api);
    const path = `/chats/${chat.id}/jobs/${job.id}`;
    expect((await ada.api.patch(path, { prompt: "I resign." })).status).toBe(403);
    expect((await ada.api.patch(path, { prompt: "I resign.", paused: true })).status).toBe(403);
    expect((await ada.api.post(`${path}/run`)).status).toBe(403);
    expect((await ada.api.patch(path, { paused: true })).status).toBe(200);
    await makeChatAdmin(chat, mia.user.id);
    expect((await ada.api.del(path)).status).toBe(200);
  });

  test("are limited to 20", async () => {
    const all = await Promise.all(
      Array.from({ length: 21 }, () => ada.api.post(`/chats/${chat.id}/jobs`, daily)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 409]);
  });
});

test("a job is deleted with its chat", async () => {
  const job = await schedule();
  await ada.api.post(`/chats/${chat.id}/jobs/${job.id}/run`);
  await ended(job.id);
  await ada.api.del(`/chats/${chat.id}`);
  const left = await db().execute(sql`select id from scheduled_jobs where id = ${job.id}::int`);
  expect([...left]).toEqual([]);
});
