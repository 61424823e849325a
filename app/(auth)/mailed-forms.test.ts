import { afterAll, describe, expect, test } from "vitest";
import { POST as forgot } from "@/app/(auth)/forgot-password/submit/route";
import { POST as askForLink } from "@/app/(auth)/login/email/submit/route";
import { POST as useLink } from "@/app/(auth)/login/magic/submit/route";
import { POST as confirm } from "@/app/(auth)/register/confirm/submit/route";
import { POST as register } from "@/app/(auth)/register/submit/route";
import { POST as reset } from "@/app/(auth)/reset-password/submit/route";
import { findSetupLink } from "@/lib/identity/auth/setup-link";
import { config } from "@/lib/platform/config";
import { client, PASSWORD } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";
import { submit } from "@/test/submit";

process.env.REQUIRE_EMAIL_CONFIRMATION = "true";
const server = await startServer();
afterAll(() => server.close());
const anyone = client(server.url);
const mails = outbox(config().DATA_DIR);
let addresses = 0;
const newEmail = () => `forms${++addresses}@example.test`;
const setup_token = new URL((await findSetupLink())!).searchParams.get("setup")!;
const account = { password: PASSWORD, full_name: "Ada Example", setup_token };

// Registers a user through the form and the mailed link.
async function member() {
  const email = newEmail();
  await submit(register, { ...account, email });
  const link = linkIn(await mails.next(email), "/register/confirm/");
  await anyone.get(`/auth/register/confirm/${link.split("/").pop()}`);
  return email;
}

describe.each([
  ["/login/email", askForLink, "/login/magic/"],
  ["/forgot-password", forgot, "/reset-password/"],
] as const)("the form %s", (page, post, path) => {
  test("gives the same answer for every address, and its mailed link preserves the requested page", async () => {
    const email = await member();
    for (const address of [email, newEmail()]) {
      const answer = await submit(post, { email: ` ${address} `, next: "/chats/1?a=b" });
      expect(answer).toEqual({ status: 200, body: { next: `${page}?sent=1&next=%2Fchats%2F1%3Fa%3Db` } });
    }
    const link = new URL(linkIn(await mails.next(email), path));
    expect(link.origin).toBe(new URL(config().appUrl).origin);
    expect(link.searchParams.get("next")).toBe("/chats/1?a=b");
  });

  test.each([
    "//evil.test",
    "https://evil.test/",
    "/\\evil.test",
    "javascript:alert(1)",
    "/".padEnd(5000, "x"),
  ])("adds no address of another site to the mailed link: %s", async (next) => {
    const email = await member();
    await submit(post, { email, next });
    expect(new URL(linkIn(await mails.next(email), path)).search).toBe("");
  });

  test("refuses an invalid address", async () => {
    for (const email of ["", "nobody", "a\0@b.test", "x".repeat(10_000)]) {
      const { status, body } = await submit(post, { email });
      expect(status).toBe(400);
      expect(body.faults[0].loc).toEqual(["body", "email"]);
    }
    expect((await submit(post, {})).status).toBe(400);
  });
});

test("registration shows the same page for known and unknown addresses", async () => {
  const known = await member();
  for (const email of [known, newEmail()]) {
    const answer = await submit(register, { ...account, email, next: "/chats/1" });
    expect(answer).toEqual({ status: 200, body: { next: "/register?sent=1&next=%2Fchats%2F1" } });
  }
});

test("a password reset names errors, works once, and leads to the sign-in page", async () => {
  const email = await member();
  await submit(forgot, { email });
  const token = linkIn(await mails.next(email), "/reset-password/")
    .split("/")
    .pop()!;
  const refused = await submit(reset, { token, new_password: "password123" });
  expect(refused.body.faults).toEqual([
    { loc: ["body", "new_password"], msg: "This password is too common.", type: "value_error" },
  ]);
  const done = await submit(reset, { token, new_password: "quite another secret", next: "/chats/1" });
  expect(done).toEqual({ status: 200, body: { next: "/login?done=reset&next=%2Fchats%2F1" } });
  const again = await submit(reset, { token, new_password: "a third long secret" });
  expect(again.status).toBe(400);
  expect(again.body.message).toContain("already used");
  const login = await anyone.form("/auth/login", { username: email, password: "quite another secret" });
  expect(login.status).toBe(200);
});

test("forged links are refused", async () => {
  for (const post of [useLink, confirm]) {
    for (const token of ["", "x", "../../evil", "a".repeat(43)]) {
      const { status, body } = await submit(post, { token });
      expect([status, body.message]).toEqual([400, expect.stringContaining("has expired")]);
    }
  }
});

test("a form from another site is refused and changes nothing", async () => {
  const email = await member();
  for (const post of [askForLink, forgot, reset, useLink, confirm]) {
    const answer = await submit(post, { email, token: "x" }, { "sec-fetch-site": "cross-site" });
    expect(answer.status).toBe(403);
  }
});
