import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { client } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";
import { CANARY, QUESTION, twoReaders } from "@/test/two-readers";
import { createVisitor } from "@/test/visitor";

// Tests the audience of replies that are mailed or read by a visitor.
const SECRET = "a secret of the webhooks";
const { model, server } = await startServerWithModel({
  EMBEDDING_MODEL: "builtin",
  INDEX_AFTER_MS: "50",
  INBOUND_EMAIL_DOMAIN: "in.example.test",
  INBOUND_EMAIL_SECRET: SECRET,
  INBOUND_EMAIL_AUTHSERV_ID: "mx.example.test",
});
const all = await twoReaders(server.url, model);
const { bea, shared, newChat, say, stored, retry, prompts, offered, expectNothingOfBea } = all;
beforeEach(all.begin);

describe("mail", () => {
  const bring = (from: string, to: string, text: string, isVerified = true) => {
    const mail = [
      ...(isVerified ? ["Authentication-Results: mx.example.test; spf=pass smtp.mailfrom=example.test"] : []),
      `From: ${from}`,
      `To: ${to}`,
      "Subject: The safe",
      `Message-ID: <${randomUUID()}@example.test>`,
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
    ].join("\r\n");
    const signature = createHmac("sha256", SECRET).update(mail).digest("hex");
    return client(server.url).send("POST", "/inbound-mail/raw", {
      body: mail,
      headers: { "content-type": "message/rfc822", "x-signature": `sha256=${signature}` },
    });
  };
  const answered = (chat: { id: number }, count: number) =>
    expect.poll(async () => (await stored(chat)).length).toBe(count);

  test("of Bea into a chat that Max reads is answered without her data", async () => {
    const chat = await shared({ email_integration_enabled: true });
    expect((await bring(bea.email, `${chat.uuid}@in.example.test`, QUESTION)).body.states).toEqual([
      "accepted",
    ]);
    await answered(chat, 2);
    await expectNothingOfBea(chat);
  });

  test("of a guest is answered from their mails and the chat's documents, not from members' messages", async () => {
    const chat = await shared({
      email_integration_enabled: true,
      memo: "MEMO",
      canvas: "CANVAS",
      goal: "THE-GOAL",
    });
    await say(chat, "Between us: the guest pays TOO-MUCH.");
    const guest = async (from: string, text: string, count: number) => {
      await bring(from, `${chat.uuid}@in.example.test`, text, false);
      const [held] = (await bea.api.get(`/chats/${chat.id}/mails?state=held`)).body;
      expect((await bea.api.post(`/chats/${chat.id}/mails/${held.id}/approve`)).status).toBe(200);
      await answered(chat, count);
    };
    all.begin();
    await guest("kim@else.test", "I am KIM.", 4);
    await guest("lou@else.test", "I am LOU.", 6);
    await guest("kim@else.test", "What do you know?", 8);
    const prompt = JSON.stringify(model.requests.at(-1));
    for (const known of ["THE-GOAL", "I am KIM.", "What do you know?"]) expect(prompt).toContain(known);
    expect(prompt).not.toMatch(/MEMO|CANVAS|TOO-MUCH|LOU/);
    expect(model.requests.at(-1)?.tools ?? []).toEqual([]);
    // A member who regenerates the reply gets the same restricted context.
    const last = (await stored(chat)).at(-1);
    await retry(last.id, bea);
    expect(JSON.stringify(model.requests.at(-1))).not.toMatch(/MEMO|CANVAS|TOO-MUCH|LOU/);
    await expectNothingOfBea(chat);
  });
});

test("a conversation with a visitor gets none of Bea's data when she takes it over or retries in it", async () => {
  const rules = { name: "Desk", instructions: "PROJECT-RULES" };
  const project = (await bea.api.post("/chat-workspaces", rules)).body;
  const place = { chat_workspace_id: project.id };
  const desk = await newChat({ ...all.open, ...place, is_public: true, memo: "MEMO" });
  const visitor = await createVisitor(server.url, desk);
  const { id } = await visitor.ask(QUESTION);
  const [{ chat_id }] = (await bea.api.get(`/chats/${desk.id}/visitors`)).body;
  const conversation = { id: chat_id };
  for (const name of ["global_memory", "search_in_workspace"])
    await bea.api.put(`/chats/${chat_id}/${name}?${name}=true`);
  await bea.api.put(`/chats/${chat_id}/workspace`, place);
  await retry(id, bea);
  await bea.api.post(`/chats/${chat_id}/take-over`, {});
  await bea.api.post("/virtual-assistants", { name: "Third", mention_name: "third" });
  await say(conversation, `@third ${QUESTION}`);
  expect(prompts()).not.toMatch(/MEMO|PROJECT-RULES/);
  expect(offered()).toEqual([]);
  await expectNothingOfBea(conversation, bea);
  expect(JSON.stringify(await visitor.read())).not.toMatch(CANARY);
});
