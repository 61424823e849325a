import { expect, test } from "vitest";
import { joined, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
const ada = await person(server.url, "Ada Example");
const max = await joined(server.url, ada, "Max Member");
const path = "/users/me/instructions";
const NOTHING = { about: "", style: "", enabled: true };

async function ask(body: object = {}, who = ada): Promise<string> {
  const chat = (await who.api.post("/chats", { name: "Named", ...body })).body;
  await who.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there" });
  return JSON.stringify(model.requests.at(-1)!.messages.find(({ role }) => role === "system") ?? "");
}

test("replies in one's own chats use what one has said, below other instructions", async () => {
  expect((await ada.api.get(path)).body).toEqual(NOTHING);
  const told = { about: "Skipper of a ferry.", style: "At most two sentences." };
  expect((await ada.api.put(path, told)).body).toEqual({ ...told, enabled: true });
  const system = await ask({ instructions: "Speak of the sea." });
  expect(system.indexOf("Skipper of a ferry.")).toBeGreaterThan(system.indexOf("Speak of the sea."));
  expect(system).toContain("At most two sentences.");

  await ada.api.put(path, { ...told, enabled: false });
  expect(await ask()).not.toContain("Skipper");
  expect((await ada.api.get(path)).body).toEqual({ ...told, enabled: false });
  await ada.api.put(path, told);
  expect(await ask()).toContain("Skipper");
});

test("replies that others can read don't use them, and nobody else sees them", async () => {
  await ada.api.put(path, { about: "Skipper of a ferry." });
  expect(await ask({ member_user_ids: [max.user.id] })).not.toContain("Skipper");
  expect(await ask({}, max)).not.toContain("Skipper");
  expect((await max.api.get(path)).body).toEqual(NOTHING);
  // In another group of the same person there are none, either.
  const other = (await ada.api.post("/groups", { name: "Elsewhere" })).body;
  const groups = (await ada.api.get("/users/me")).body.groups.map(({ id }: { id: string }) => id);
  expect(groups).toContain(other.id ?? other.group?.id);
});

test("texts that are too long or invalid are refused and change nothing", async () => {
  await ada.api.put(path, { about: "Skipper." });
  for (const body of [
    { about: "x".repeat(2001) },
    { style: 1 },
    { about: "a\u0000b" },
    { enabled: "perhaps" },
  ])
    expect((await ada.api.put(path, body)).status).toBe(422);
  expect((await ada.api.get(path)).body.about).toBe("Skipper.");
});
