import { randomBytes, randomUUID } from "node:crypto";
import { type Client, client, person } from "@/test/client";
import { smallDisk } from "@/test/disk";
import { startProcess } from "@/test/process";
import { expect, test } from "@/test/test";

const MB = 1024 * 1024;
const REFUSALS = 4;

test("acknowledged messages survive a temporarily full disk of the embedded database", async () => {
  test.setTimeout(240_000);
  const disk = smallDisk(240 * MB);
  test.skip(disk === undefined, "it mounts a small disk, which takes the rights of root");
  const product = await startProcess({ dataDir: disk!.folder });
  try {
    const someone = await person(product.url);
    const { token } = (await someone.api.post("/users/me/api-tokens", { name: "disk" })).body;
    const api = client(product.url, `Token ${token}`);
    const chat = (await api.post("/chats", { virtual_assistant_id: null })).body.id;
    const sent = new Map<string, number>();
    const say = async (text: string, key: string) => {
      const answer = await api.multipart(
        `/chats/${chat}/messages`,
        { message_input: text },
        { "idempotency-key": key },
      );
      if (answer.status === 200) sent.set(text, answer.body.user_message_id);
      return answer;
    };
    await say("before", randomUUID());
    disk!.fill();
    const refused: [text: string, key: string][] = [];
    const reasons: string[] = [];
    for (let n = 0; n < 400 && refused.length < REFUSALS; n++) {
      // Incompressible text occupies its full length on disk.
      const [text, key] = [`${n} ${randomBytes(36_000).toString("base64")}`, randomUUID()];
      const { status, body } = await say(text, key);
      if (status === 200) continue;
      expect(status).toBe(503);
      refused.push([text, key]);
      reasons.push(body.message);
    }
    expect(reasons).toHaveLength(REFUSALS);
    for (const reason of reasons) expect(reason).toContain("disk of the database is full");

    disk!.makeRoom();
    await expect.poll(async () => (await api.get("/health/ready")).status, { timeout: 60_000 }).toBe(200);
    for (const [text, key] of refused) expect((await say(text, key)).status).toBe(200);
    const acknowledged = [...sent].map(([text, id]) => ({ text, id }));
    expect(await stored(api, chat)).toEqual(acknowledged);
    await product.restart();
    expect(await stored(api, chat)).toEqual(acknowledged);
  } finally {
    await product.remove();
    disk!.remove();
  }
});

async function stored(api: Client, chat: number): Promise<{ text: string; id: number }[]> {
  const all: { id: number; message: string }[] = [];
  for (let before = ""; ; before = `&message_id=${all[0]!.id}`) {
    const page = (await api.get(`/chats/${chat}/messages?size=50${before}`)).body;
    all.unshift(...page);
    if (page.length < 50) return all.map(({ id, message }) => ({ text: message, id }));
  }
}
