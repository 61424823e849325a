import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { transaction } from "@/db/transaction";
import { startEngine } from "@/inngest/engine";
import * as background from "@/lib/platform/background/service";
import { startMailServer } from "@/test/fakes/mail-server";
import { logged } from "@/test/logged";
import { setEnvironment } from "@/test/renewal";
import { mail, sweep } from "./service";

const server = await startMailServer();
setEnvironment({ SMTP_URL: server.url, MAIL_FROM: "Parley <parley@example.test>" });
let engine: Awaited<ReturnType<typeof startEngine>>;
beforeAll(async () => {
  await migrateDatabase();
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
  await closeDatabase();
  await server.stop();
});

let count = 0;
let to: string;
beforeEach(() => {
  to = `reader${++count}@example.test`;
});
const letter = () => ({ to, subject: `Letter ${count}`, lines: ["Hello."] });
const rows = async <T>(query: ReturnType<typeof sql>) => [...(await db().execute(query))] as T[];
const waiting = async () => (await rows(sql`select id from mails where "to" = ${to}`)).length;
const failures = async () => {
  const [row] = await rows<{ count: number }>(sql`
    select coalesce(sum(attempt), 0)::int as count from background_runs, mails
    where event #>> '{data,mail_id}' = mails.id::text and "to" = ${to}`);
  return row!.count;
};
const sentTo = () => server.mails.filter((received) => received.to.includes(to));
const age = (interval: string) =>
  db().execute(sql`update mails set created_at = now() - ${interval}::interval where "to" = ${to}`);
// Simulates that all runs have exhausted their retries.
const giveUp = () =>
  db().execute(
    sql`update background_runs set status = 'failed', finished_at = now() where status = 'queued'`,
  );

describe("a mail", () => {
  test("has the same content as text and as HTML without remote resources", async () => {
    const url = "https://parley.example/login/magic/a?b=1&c=2";
    await mail({
      ...letter(),
      lines: ["Hello <b>Ada</b> & co.", "Second."],
      action: { label: "Sign in", url },
    });
    const { mail: got, to: recipients } = await server.next(to);
    expect(recipients).toEqual([to]);
    expect(got.from).toEqual({ name: "Parley", address: "parley@example.test" });
    expect(got.to).toEqual([{ name: "", address: to }]);
    expect(got.subject).toBe(`Letter ${count}`);
    expect(got.text?.trim()).toBe(`Hello <b>Ada</b> & co.\n\nSecond.\n\nSign in:\n${url}\n\nParley`);
    expect(got.html).toContain("Hello &lt;b&gt;Ada&lt;/b&gt; &amp; co.");
    expect(got.html).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
    expect(got.html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/i);
    expect(got.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
    expect(got.messageId).toMatch(/^<parley\.[0-9a-f-]{36}@example\.test>$/);
  });

  test("renders Markdown as HTML, with a plain-text alternative", async () => {
    const markdown = [
      "# Plan\n\nSee **this** [page](https://a.test/p?a=1&b=2), [file](/api/v1/documents/1/content) and [1](#source-1).\n",
      "- one\n- two\n  1. deep\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n\n```js\nif (a < b) {}\n```\n\n> quoted\n> words\n",
      "![pixel](https://evil.test/p.png) <img src=x onerror=alert(1)> [x](javascript:alert(1)) - [x] done",
    ].join("\n");
    await mail({ ...letter(), lines: [], markdown: [markdown] });
    const { mail: got } = await server.next(to);
    const html = got.html!;
    for (const part of [
      '<h1 dir="ltr">Plan</h1>',
      "<strong>this</strong>",
      '<a href="https://a.test/p?a=1&amp;b=2">page</a>',
      '<a href="http://localhost:3000/api/v1/documents/1/content">file</a> and 1.',
      '<a href="https://evil.test/p.png">pixel</a>',
      "&lt;img src=x onerror=alert(1)&gt;",
    ])
      expect(html).toContain(part);
    expect(html).toMatch(/<ul[^>]*>.*<li>one<\/li>.*<ol[^>]*>.*deep.*<table[^>]*>.*<td[^>]*>1<\/td>/s);
    expect(html).toMatch(/<pre[^>]*><code[^>]*>if \(a &lt; b\) {}<\/code><\/pre>/);
    expect(html).not.toMatch(/<(img|link|script|iframe)|src="|javascript:|\*\*|\|---/i);
    expect(got.text).toContain("Plan\n\nSee this page (https://a.test/p?a=1&b=2), file (http");
    expect(got.text).toContain(
      "- one\n- two\n  1. deep\n\nA | B\n1 | 2\n\n    if (a < b) {}\n\n> quoted\n> words\n\npixel (https://evil.test/p.png)",
    );
    expect(got.text).not.toMatch(/\*\*|```|\]\(|^#/m);
  });

  test("arrives unchanged in any script", async () => {
    const subject = "Einladung: „Größe“ 群 😀".repeat(10);
    await mail({ ...letter(), subject, lines: [`Zeile mit Ümlaut, 群 und 😀. ${"lang ".repeat(500)}`] });
    const { mail: got } = await server.next(to);
    expect(got.subject).toBe(subject);
    expect(got.text).toContain("Zeile mit Ümlaut, 群 und 😀.");
  });

  test.each([
    ["subject", { subject: "Hi\r\nBcc: eve@example.test\r\n\r\nbody" }],
    ["subject", { subject: "Hi\nBcc: eve@example.test" }],
    ["line", { lines: ["x\r\n.\r\nMAIL FROM:<eve@example.test>\r\nRCPT TO:<eve@example.test>\r\nDATA"] }],
    ["line", { lines: ["\r\nBcc: eve@example.test"] }],
    ["label", { action: { label: "Go\r\nBcc: eve@example.test", url: "https://parley.example/" } }],
  ])("gets no further recipient through its %s: %j", async (_what, given) => {
    await mail({ ...letter(), ...given });
    const received = await server.next(to);
    expect(received.to).toEqual([to]);
    expect(received.mail.bcc ?? []).toEqual([]);
    expect(received.mail.to).toEqual([{ name: "", address: to }]);
    const headers = received.raw.slice(0, received.raw.indexOf("\r\n\r\n"));
    expect(headers).not.toMatch(/^(bcc|cc):/im);
    await expect.poll(waiting).toBe(0);
    expect(server.mails.flatMap((one) => one.to)).not.toContain("eve@example.test");
  });

  test.each([
    (address: string) => `${address},eve@example.test`,
    (address: string) => `eve@example.test, ${address}`,
  ])("goes to one address, also if it looks like several", async (several) => {
    await mail({ ...letter(), to: several(to) });
    await expect
      .poll(
        async () =>
          (await rows(sql`select id from background_runs where attempt > 0 and status = 'queued'`)).length,
      )
      .toBeGreaterThan(0);
    expect(server.mails.flatMap((one) => one.to)).not.toContain("eve@example.test");
    await db().execute(sql`delete from mails where "to" = ${several(to)}`);
    await giveUp();
  });

  test("is sent only if its transaction commits", async () => {
    await expect(
      transaction(async () => {
        await mail(letter());
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await waiting()).toBe(0);
    await transaction(() => mail(letter()));
    background.wakeEngine();
    await server.next(to);
    await expect.poll(waiting).toBe(0);
    expect(sentTo()).toHaveLength(1);
  });

  test("is encrypted in the database until it is sent", async () => {
    await server.stop();
    await mail({ ...letter(), lines: ["the secret link"] });
    const [row] = await rows<{ content: string }>(sql`select content from mails where "to" = ${to}`);
    expect(row!.content).not.toContain("secret");
    expect(Buffer.from(row!.content, "base64").toString()).not.toContain("secret");
    await server.start();
    await server.next(to);
  });
});

describe("an unreachable mail server", () => {
  test("blocks no caller and gets the mail once when it is back", async () => {
    await server.stop();
    await mail(letter());
    await expect.poll(failures).toBeGreaterThan(0);
    expect(await waiting()).toBe(1);
    await server.start();
    expect((await server.next(to)).mail.subject).toBe(`Letter ${count}`);
    await expect.poll(waiting).toBe(0);
    expect(sentTo()).toHaveLength(1);
  });

  test("gets the mail also after a restart of the sender", async () => {
    await server.stop();
    await mail(letter());
    await expect.poll(failures).toBeGreaterThan(0);
    await engine.stop();
    await server.start();
    engine = await startEngine();
    await server.next(to);
    await expect.poll(waiting).toBe(0);
    expect(sentTo()).toHaveLength(1);
  });

  test("gets the mail after temporary refusals", async () => {
    server.refuseWith(451);
    const before = server.refused();
    await mail(letter());
    await expect.poll(server.refused).toBeGreaterThan(before);
    server.refuseWith(undefined);
    await server.next(to);
    await expect.poll(waiting).toBe(0);
    expect(sentTo()).toHaveLength(1);
  });
});

describe("the sweep", () => {
  const waitInVain = async () => {
    await server.stop();
    await mail(letter());
    await expect.poll(failures).toBeGreaterThan(0);
    await giveUp();
  };

  test("leaves recent mails to their own retries", async () => {
    await waitInVain();
    await age("50 minutes");
    await server.start();
    await sweep();
    const runs = await rows(sql`select id from background_runs where status in ('queued', 'running')`);
    expect(runs).toHaveLength(0);
    await age("61 minutes");
    await sweep();
    await server.next(to);
  });

  test("retries abandoned mails once an hour, and each is sent once", async () => {
    await waitInVain();
    await age("61 minutes");
    await Promise.all([sweep(), sweep(), sweep()]);
    const runs = await rows<{ count: number }>(sql`
      select count(*)::int as count from background_runs, mails
      where event #>> '{data,mail_id}' = mails.id::text and "to" = ${to}`);
    expect(runs[0]!.count).toBe(2);
    await age("121 minutes");
    await sweep();
    await server.start();
    await server.next(to);
    await expect.poll(waiting).toBe(0);
    await expect
      .poll(
        async () =>
          (await rows(sql`select id from background_runs where status in ('queued', 'running')`)).length,
      )
      .toBe(0);
    expect(sentTo()).toHaveLength(1);
  });

  test("deletes a mail after three days and logs that", async () => {
    await waitInVain();
    await age("71 hours");
    await sweep();
    expect(await waiting()).toBe(1);
    await age("73 hours");
    const lines = logged();
    await sweep();
    expect(await waiting()).toBe(0);
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(errors).toEqual([expect.objectContaining({ to, mail: expect.any(String) })]);
    await server.start();
  });
});
