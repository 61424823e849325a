import { afterAll, describe, expect, test } from "vitest";
import { client, person } from "@/test/client";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

Object.assign(process.env, { APP_URL: "https://parley.example.test", SIGN_UP: "open" });
const server = await startServer();
afterAll(() => server.close());
const mails = outbox(process.env.DATA_DIR!);

// Posts with the `Accept-Language` of a browser.
async function post(path: string, body: object, language: string): Promise<number> {
  const { status } = await fetch(`${server.url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": language },
    body: JSON.stringify(body),
  });
  return status;
}

describe("a mail is written in the language", () => {
  test("of the request, to a recipient without an account", async () => {
    const email = `neu.${Date.now()}@example.test`;
    expect(await post("/auth/register/passwordless", { email, full_name: "Neu" }, "de-AT, en;q=0.5")).toBe(
      200,
    );
    const { mail } = await mails.next(email);
    expect(mail.subject).toBe("Bestätigen Sie Ihre Adresse für Parley");
    expect(mail.html).toContain('<html lang="de" dir="ltr">');
  });

  test("of the account, regardless of the request's language", async () => {
    const ada = await person(server.url);
    await ada.api.patch("/users/me", { language: "ar" });
    expect(await post("/auth/forgot-password", { email: ada.email }, "de")).toBe(200);
    const { mail } = await mails.next(ada.email);
    expect(mail.subject).toMatch(/\p{Script=Arabic}/u);
    expect(mail.html).toContain('dir="rtl"');
  });

  test("of the form that created the account", async () => {
    const email = `nouveau.${Date.now()}@example.test`;
    const body = { email, full_name: "Nouveau", password: "a long enough pass phrase" };
    expect(await post("/auth/register", body, "fr-CA")).toBe(200);
    await client(server.url).post("/auth/forgot-password", { email });
    expect((await mails.next(email)).mail.html).toContain('<html lang="fr"');
  });

  test("of the inviting user, to a recipient without an account", async () => {
    const owner = await person(server.url);
    await owner.api.patch("/users/me", { language: "ja" });
    const email = `guest.${Date.now()}@example.test`;
    await owner.api.post(`/groups/${owner.group.id}/invitations`, { email });
    expect((await mails.next(email)).mail.html).toContain('<html lang="ja"');
  });
});
