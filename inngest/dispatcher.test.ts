import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest } from "inngest";
import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { emit } from "@/lib/platform/background/service";
import { startDispatcher } from "./dispatcher";

const arrived: { name: string }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const events = JSON.parse(Buffer.concat(chunks).toString());
  arrived.push(...events);
  response.end(JSON.stringify({ ids: events.map(() => "1"), status: 200 }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const PLATFORM = Symbol.for("@next/request-context");

afterAll(async () => {
  Reflect.deleteProperty(globalThis, PLATFORM);
  await closeDatabase();
  server.close();
});

test("pending events are passed to waitUntil on a platform that suspends processes after an answer", async () => {
  await migrateDatabase();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = startDispatcher(new Inngest({ id: "parley", isDev: false, eventKey: "key", baseUrl }));
  const awaited: Promise<void>[] = [];
  Object.assign(globalThis, {
    [PLATFORM]: { get: () => ({ waitUntil: (work: Promise<void>) => awaited.push(work) }) },
  });
  await emit("messages.stored", { group_id: randomUUID() });
  expect(awaited).not.toEqual([]);
  await Promise.all(awaited);
  expect(arrived.map(({ name }) => name)).toEqual(["messages.stored"]);
  await engine.stop();
});
