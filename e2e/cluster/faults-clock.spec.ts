import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { client, PASSWORD } from "@/test/client";
import { expect, test } from "@/test/test";
import type { Acknowledged } from "./invariant";
import { followed, insist, newChat, withCluster } from "./people";

const MINUTE = 60_000;

/** Clocks of processes that can be changed while they run. */
function clocks(count: number) {
  const folder = mkdtempSync(join(tmpdir(), "parley-clocks-"));
  const file = (n: number) => join(folder, String(n));
  const set = (n: number, ms: number) => writeFileSync(file(n), String(ms));
  const each = Array.from({ length: count }, (_, n) => {
    set(n, 0);
    return {
      NODE_OPTIONS: `--import ${resolve("test/other-clock.mjs")}`,
      CLOCK_OFFSET_FILE: file(n),
    };
  });
  return { each, set, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

test("processes with clocks a minute apart don't take over each other's work", async ({ model }) => {
  test.setTimeout(120_000);
  const { each, set, remove } = clocks(2);
  set(1, -MINUTE);
  await withCluster({ env: { OPENAI_BASE_URL: model.url }, each }, async (_, api) => {
    const chat = await newChat(api);
    const sent: Acknowledged = new Map();
    const before = model.calls;
    // Each reply takes longer than the interval at which processes look for orphaned replies.
    await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const text = `${n} [[fake tokens=60 delay=200]]`;
        const answer = await api.multipart(`/chats/${chat}/messages`, {
          message_input: text,
          is_sync: String(n % 2 === 0),
        });
        expect(answer.status).toBe(200);
        sent.set(text, answer.body.user_message_id);
        if (n % 2 === 1) expect(await followed(api, answer.body.streaming_task_id)).toBe("completed");
      }),
    );
    // Each reply ran once: no process took over a live one.
    expect(model.calls - before).toBe(6);
    return new Map([[chat, sent]]);
  });
  remove();
});

test("messages and replies survive jumps of a process's clock by twenty minutes in both directions", async ({
  model,
}) => {
  test.setTimeout(180_000);
  const { each, set, remove } = clocks(2);
  await withCluster({ env: { OPENAI_BASE_URL: model.url }, each }, async (cluster, api) => {
    const chat = await newChat(api);
    const sent: Acknowledged = new Map();
    const [one, other] = cluster.processes as [(typeof cluster.processes)[0], (typeof cluster.processes)[0]];
    const me = await api.get("/users/me");
    const say = async (text: string) => {
      const { user_message_id, streaming_task_id } = await insist(api, chat, text);
      sent.set(text, user_message_id);
      return streaming_task_id;
    };
    for (const jump of [20 * MINUTE, -20 * MINUTE, 0]) {
      const before = model.calls;
      const begun = await Promise.all(
        [0, 1, 2, 3].map((n) => say(`before ${jump} ${n} [[fake tokens=40 delay=100]]`)),
      );
      const reading = begun.map((task) => followed(api, task));
      set(0, jump);
      // A reply is finished by the process that started it, and earlier credentials remain valid.
      expect(await Promise.all(reading)).toEqual(["completed", "completed", "completed", "completed"]);
      expect(model.calls - before).toBe(4);
      for (const { url } of [one, other])
        expect((await client(url, api.authorization).get("/users/me")).status).toBe(200);
      // Credentials of one process are valid in the other.
      for (const [here, there] of [
        [one, other],
        [other, one],
      ] as const) {
        const login = await client(here.url).form("/auth/login", {
          username: me.body.email,
          password: PASSWORD,
        });
        const groups = await client(there.url, `Bearer ${login.body.access_token}`).post(
          "/auth/login/group",
          [],
        );
        expect(groups.status).toBe(200);
        const [{ access_token, refresh_token }] = groups.body;
        expect((await client(here.url, `Bearer ${access_token}`).get("/users/me")).status).toBe(200);
        const next = await client(here.url).post("/auth/refresh-token", { refresh_token });
        expect(next.status).toBe(200);
        expect((await client(there.url, `Bearer ${next.body.access_token}`).get("/users/me")).status).toBe(
          200,
        );
      }
      expect(await followed(api, await say(`after ${jump} [[fake tokens=5]]`))).toBe("completed");
    }
    return new Map([[chat, sent]]);
  });
  remove();
});
