import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { isEmbedded } from "../client";

let child: Awaited<ReturnType<typeof startChild>>;
beforeAll(async () => {
  child = await startChild();
}, 180_000);
afterAll(() => child.remove());

describe.runIf(isEmbedded())("the embedded database", () => {
  test("returns 503 with a message for a corrupt page, and uses nothing of it", async () => {
    const { api } = await person(child.url);
    const chat = (await api.post("/chats", { virtual_assistant_id: null })).body.id;
    const messages = `/chats/${chat}/messages`;
    for (const text of ["one", "two", "three"]) await api.multipart(messages, { message_input: text });
    // A checkpoint writes the data to its file, so that WAL recovery doesn't restore it.
    await child.order("query", "checkpoint");
    const [{ path }] = await child.order("query", "select pg_relation_filepath('messages') as path");
    const file = openSync(join(child.dataDir, "database", path), "r+");
    writeSync(file, "?", 8000);
    closeSync(file);
    await child.order("lose", true);
    const me = async () => (await api.get("/users/me")).status;
    await expect.poll(me).toBe(200);

    for (const ask of [() => api.get(messages), () => api.multipart(messages, { message_input: "four" })])
      expect(await ask()).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining("A part of the database is damaged.") },
      });
    expect(await me()).toBe(200);
    expect(child.uncaught).toEqual([]);
  }, 120_000);
});
