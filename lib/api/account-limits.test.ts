import { afterAll, expect, test } from "vitest";
import { inOneMinute, untilRefused } from "@/test/allowances";
import { client, joined, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";

/** Rate limits per account and group hold across all sessions, tokens and members. */
process.env.RATE_LIMIT_REQUESTS = "60";
process.env.RATE_LIMIT_GROUP_TIMES = "4";
const server = await startServer();
afterAll(() => server.close());

test(
  "the sessions of an account share three times the calls of one",
  inOneMinute(async () => {
    const one = await person(server.url);
    const { body } = await client(server.url).form("/auth/login", {
      username: one.email,
      password: PASSWORD,
    });
    const again = client(server.url, `Bearer ${body.access_token}`);
    const sessions = [];
    for (let n = 0; n < 4; n++) {
      const [{ access_token }] = (await again.post("/auth/login/group", [])).body;
      sessions.push(client(server.url, `Bearer ${access_token}`));
    }
    let answered = 0;
    for (const session of sessions) {
      const { count } = await untilRefused(() => session.get("/users/me"), 60);
      answered += count;
    }
    expect(answered).toBe(180);
  }),
);

test(
  "the members of a group share a limit of calls",
  inOneMinute(async () => {
    const host = await person(server.url);
    const guests = [];
    for (let n = 0; n < 4; n++) guests.push(await joined(server.url, host, `Guest ${n}`));
    let answered = guests.length;
    for (const { api } of [host, ...guests]) {
      const { count } = await untilRefused(() => api.get("/users/me"), 60);
      answered += count;
    }
    expect(answered).toBe(240);
  }),
);
