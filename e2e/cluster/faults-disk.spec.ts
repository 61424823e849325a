import { randomBytes, randomUUID } from "node:crypto";
import { client, person } from "../fixtures/client";
import { startProcess } from "../fixtures/process";
import { expect, test } from "../fixtures/test";
import { smallDisk } from "./disk";

const MB = 1024 * 1024;

/** With room for a while the database grows first and then its log has no room for its next part, of 16 MB. */
for (const room of [0, 12]) {
  test(`the disk of the embedded database has ${room} MB left, and then none: what was acknowledged stays`, async () => {
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
      const refused: [text: string, key: string][] = [];
      const say = async (text: string, key: string = randomUUID()) => {
        const answer = await api
          .multipart(`/chats/${chat}/messages`, { message_input: text }, { "idempotency-key": key })
          .catch(() => undefined);
        if (answer?.status === 200) sent.set(text, answer.body.user_message_id);
        else refused.push([text, key]);
        return answer;
      };
      // What cannot be compressed fills a disk as it looks.
      const long = (n: number) => `${n} ${randomBytes(36_000).toString("base64")}`;
      await say("before");
      disk!.fill(room * MB);
      for (let n = 0; n < 400 && refused.length < 10; n++) {
        const answer = await say(long(n));
        if (answer?.status !== 200) {
          console.log(n, answer?.status, JSON.stringify(answer?.body));
        }
      }
      expect(refused.length).toBe(10);
      console.log((await api.get(`/chats/${chat}/messages`).catch((e) => e)).status, product.isRunning());
      disk!.makeRoom();
      await expect
        .poll(async () => (await api.get("/health/ready").catch(() => undefined))?.status, {
          timeout: 60_000,
        })
        .toBe(200);
      for (const [text, key] of refused.splice(0)) await say(text, key);
      expect(refused).toEqual([]);
      console.log(product.output().slice(-1500));
      for (const restart of [async () => {}, product.restart]) {
        await restart();
        const texts: { id: number; message: string }[] = [];
        for (let before = ""; ; before = `&message_id=${texts[0]!.id}`) {
          const page = (await api.get(`/chats/${chat}/messages?size=50${before}`)).body;
          texts.unshift(...page);
          if (page.length < 50) break;
        }
        expect(texts.map(({ message, id }) => [message.slice(0, 20), id])).toEqual(
          [...sent].map(([text, id]) => [text.slice(0, 20), id]),
        );
      }
    } finally {
      await product.remove();
      disk!.remove();
    }
  });
}
