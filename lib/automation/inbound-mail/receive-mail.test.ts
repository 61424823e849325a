import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { beforeEach, expect, test, vi } from "vitest";
import { isInTransaction } from "@/db/transaction";
import { client, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

// Stored files, and whether a transaction was open while each was stored.
const kept: { key: string; isWaitedFor: boolean }[] = [];
const deleted: string[] = [];
vi.mock("@/lib/platform/storage/service", async (original) => {
  const storage = await original<typeof import("@/lib/platform/storage/service")>();
  const storeFileContent: typeof storage.storeFileContent = async (file) => {
    kept.push({ key: file.key, isWaitedFor: isInTransaction() });
    await storage.storeFileContent(file);
  };
  const deleteFile: typeof storage.deleteFile = async (key) => {
    deleted.push(key);
    await storage.deleteFile(key);
  };
  return { ...storage, storeFileContent, deleteFile };
});

const SECRET = "a secret of the webhooks";
const { server } = await startServerWithModel({
  INBOUND_EMAIL_DOMAIN: "in.example.test",
  INBOUND_EMAIL_SECRET: SECRET,
  INBOUND_EMAIL_AUTHSERV_ID: "mx.example.test",
  TRUST_PROXY: "1",
});

const ada = await person(server.url);
const chat = (await ada.api.post("/chats", { email_integration_enabled: true })).body;
const address = (await ada.api.get(`/chats/${chat.id}`)).body.email_address;
const mailFrom = (from: string) =>
  [
    "Authentication-Results: mx.example.test; spf=pass smtp.mailfrom=example.test",
    `From: ${from}`,
    `To: ${address}`,
    `Message-ID: <${randomUUID()}@example.test>`,
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b\r\n\r\nHi.\r\n--b",
    'Content-Disposition: attachment; filename="a.txt"\r\n\r\nA file.\r\n--b--',
  ].join("\r\n");
function push(raw: string, from = "192.0.2.1") {
  const signature = `sha256=${createHmac("sha256", SECRET).update(raw).digest("hex")}`;
  const headers = {
    "content-type": "message/rfc822",
    "x-signature": signature,
    "x-forwarded-for": from,
  };
  return client(server.url).send("POST", "/inbound-mail/raw", { body: raw, headers });
}
const bring = async (raw: string): Promise<string[]> => (await push(raw)).body.states;
const getStatus = async (raw: string, from?: string) => (await push(raw, from)).status;

beforeEach(() => {
  kept.length = 0;
  deleted.length = 0;
});

test("files of a member's mail are stored outside a transaction and kept", async () => {
  const raw = mailFrom(ada.email);
  expect(await bring(raw)).toEqual(["accepted"]);
  expect(kept).toEqual([{ key: expect.any(String), isWaitedFor: false }]);
  expect(deleted).toEqual([]);
  // A repeated delivery stores nothing.
  expect(await bring(raw)).toEqual(["ignored"]);
  expect(deleted).toEqual([kept[1]!.key]);
});

test("files of a held mail are stored outside a transaction, and only its message keeps them", async () => {
  expect(await bring(mailFrom("sam@stranger.test"))).toEqual(["held"]);
  const [mail] = (await ada.api.get(`/chats/${chat.id}/mails?state=held`)).body;
  const path = `/chats/${chat.id}/mails/${mail.id}/approve`;
  const answers = await Promise.all([ada.api.post(path), ada.api.post(path)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(kept.map(({ isWaitedFor }) => isWaitedFor)).not.toContain(true);
  const left = kept.filter(({ key }) => !deleted.includes(key));
  expect(left).toHaveLength(1);
});

// Starts a delivery and does not finish it.
function begun(from: string) {
  const headers = {
    "content-type": "message/rfc822",
    "x-signature": `sha256=${"0".repeat(64)}`,
    "x-forwarded-for": from,
  };
  const one = request(`${server.url}/api/v1/inbound-mail/raw`, { method: "POST", headers });
  one.on("error", () => {}).write("From: ");
  return one;
}

test("a client that never completes its mails holds few slots, and only until a timeout", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const open = Array.from({ length: 9 }, () => begun("192.0.2.9"));
  // One request is rejected once the others use up the limit per address.
  await Promise.any(open.map((one) => once(one, "response")));
  expect(await getStatus(mailFrom(ada.email), "192.0.2.9")).toBe(503);
  expect(await getStatus(mailFrom(ada.email))).toBe(200);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const status = () => getStatus(mailFrom(ada.email), "192.0.2.9");
  await expect.poll(status).toBe(200);
  for (const one of open) one.destroy();
});

test("incomplete mails for one service don't block another service", async () => {
  const open = Array.from({ length: 12 }, (_, at) => begun(`192.0.2.${10 + (at % 4)}`));
  await Promise.any(open.map((one) => once(one, "response")));
  expect(await getStatus(mailFrom(ada.email))).toBe(503);
  const authorization = `Basic ${Buffer.from(`postmark:${SECRET}`).toString("base64")}`;
  const mail = { FromFull: { Email: ada.email }, OriginalRecipient: address, TextBody: "Hi." };
  const answer = await client(server.url).post("/inbound-mail/postmark", mail, { authorization });
  expect(answer.body.states).toEqual(["held"]);
  for (const one of open) one.destroy();
  await expect.poll(() => getStatus(mailFrom(ada.email))).toBe(200);
});
