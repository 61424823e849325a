import { expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
const ada = await person(server.url, "Ada Example");
const chat = (await ada.api.post("/chats", { canvas: "One old line.\nTwo." })).body;
const suggest = (body: object, who = ada.api, place = chat) =>
  who.post(`/chats/${place.id}/canvas/suggestions`, {
    ...{ passage: "One old line.", after: "\nTwo.", language: "markdown", task: "shorter" },
    ...body,
  });

test("a passage is rewritten by the chat's model, and nothing is stored", async () => {
  const { status, body } = await suggest({
    task: "custom",
    instruction: "Say it. [[fake say <passage>\nOne line.\n</passage>]]",
  });
  expect(status).toBe(200);
  expect(body.text).toBe("One line.");
  expect(body.model).not.toBe("");
  const prompt = JSON.stringify(model.requests.at(-1)!.messages);
  expect(prompt).toContain("<passage>\\nOne old line.\\n</passage>");
  expect(prompt).toContain("<after>");
  expect(prompt).toContain("Say it.");
  expect((await ada.api.get(`/chats/${chat.id}`)).body.canvas).toBe("One old line.\nTwo.");
  expect((await ada.api.get(`/chats/${chat.id}/messages`)).body).toEqual([]);
  expect((await ada.api.get(`/chats/${chat.id}/canvas/versions`)).body).toEqual([]);
});

test("a suggestion arrives as it is written, and ends with the whole text", async () => {
  const response = await fetch(`${server.url}/api/v1/chats/${chat.id}/canvas/suggestions`, {
    method: "POST",
    headers: {
      authorization: ada.api.authorization!,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      ...{ passage: "One", language: "text", task: "custom", instruction: "[[fake tokens=5]]" },
    }),
  });
  const events = (await response.text()).match(/^event: (\w+)$/gm);
  expect(events?.[0]).toBe("event: text");
  expect(events?.at(-1)).toBe("event: done");
});

test("only owners and admins of the chat ask for suggestions, with an instruction where one is needed", async () => {
  const bo = await colleague(server.url, ada.group, "Bo Example");
  expect((await suggest({}, bo.api)).status).toBe(404);
  const shared = (await ada.api.post("/chats", { member_user_ids: [bo.user.id] })).body;
  expect((await suggest({}, bo.api, shared)).status).toBe(403);
  for (const bad of [
    { task: "custom" },
    { task: "custom", instruction: " " },
    { task: "sing" },
    { passage: "" },
    { passage: "x".repeat(20_001) },
    { passage: "a\u0000b" },
  ])
    expect((await suggest(bad)).status, JSON.stringify(bad)).toBe(422);
});
