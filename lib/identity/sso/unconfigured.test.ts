import { afterAll, expect, test } from "vitest";
import { client, person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

test("both Firebase operations return 503 with an explanation if no project is configured", async () => {
  const answer = await client(server.url).post("/auth/login/firebase?firebase_token=x");
  expect(answer.status).toBe(503);
  expect(answer.body.message).toBe("Signing in with Firebase is not configured here.");
  const ada = await person(server.url);
  expect((await ada.api.post("/auth/link_firebase_user?firebase_token=x")).status).toBe(503);
});
