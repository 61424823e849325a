import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(server.close);

test("suggestCanvasChange without a language model says who can connect one", async () => {
  const ada = await person(server.url, "Ada Example");
  const chat = (await ada.api.post("/chats", { canvas: "Text" })).body;
  const { status, body } = await ada.api.post(`/chats/${chat.id}/canvas/suggestions`, {
    ...{ passage: "Text", language: "text", task: "longer" },
  });
  expect(status).toBe(502);
  expect(JSON.stringify(body)).toContain("No language model is connected.");
});
