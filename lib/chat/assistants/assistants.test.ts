import sharp from "sharp";
import { expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
const ada = await person(server.url, "Ada Owner");
const eve = await colleague(server.url, ada.group, "Eve Editor");
const max = await colleague(server.url, ada.group, "Max Member");
const { api } = ada;
const path = "/virtual-assistants";
let count = 0;
const newAssistant = async (body: object = {}) => {
  const made = await api.post(path, { name: `Helper ${++count}`, ...body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
};
const names = (list: { name: string }[]) => list.map(({ name }) => name);

test("an assistant for chosen people is in no list, mention, chat or endpoint of other people", async () => {
  const people = [{ user_id: eve.user.id, can_edit: true }];
  const body = { name: "Payroll", mention_name: "payroll", usable_by: "people", people };
  const { id } = await newAssistant(body);
  const open = await newAssistant({ name: "Open", mention_name: "open" });
  const lists = async (who: typeof max) => [
    names((await who.api.get(path)).body),
    names((await who.api.get("/chats/vas")).body),
    names((await who.api.get("/chats/available-mentions")).body.virtual_assistants),
    (await who.api.get("/openai/models")).body.data?.map((one: { id: string }) => one.id) ?? [],
  ];
  for (const list of await lists(eve)) expect(list.join()).toMatch(/payroll/i);
  for (const list of await lists(max)) expect(list.join()).not.toMatch(/payroll/i);
  expect((await max.api.get(`${path}/${id}`)).status).toBe(404);
  expect((await max.api.post("/chats", { virtual_assistant_id: id })).status).toBe(404);
  const own = (await max.api.post("/chats", { virtual_assistant_id: open.id })).body;
  expect((await max.api.put(`/chats/${own.id}/va`, { virtual_assistant_id: id })).status).toBe(404);
  const said = await max.api.multipart(`/chats/${own.id}/messages`, { message_input: "@payroll hi" });
  expect(said.body.responses[0].from_virtual_assistant_id).toBe(open.id);

  // In a shared chat with a colleague, the assistant replies only to people who may use it.
  const both = { virtual_assistant_id: id, member_user_ids: [max.user.id] };
  const shared = (await eve.api.post("/chats", both)).body;
  const ask = async (who: typeof max) =>
    (await who.api.multipart(`/chats/${shared.id}/messages`, { message_input: "hello" })).body.responses[0];
  expect((await ask(eve)).extra.error).toBeUndefined();
  const calls = model.calls;
  expect((await ask(max)).extra.error).toEqual({
    code: "forbidden",
    message:
      "Payroll is limited to specific people. Ask its creator, or an owner or admin of the group, to add you.",
  });
  expect(model.calls).toBe(calls);

  // Editors may change its content, but may neither change its audience nor delete it.
  expect((await eve.api.patch(`${path}/${id}`, { description: "Pay" })).body.description).toBe("Pay");
  expect((await eve.api.patch(`${path}/${id}`, { people: [] })).status).toBe(403);
  expect((await eve.api.patch(`${path}/${id}`, { usable_by: "group" })).status).toBe(403);
  expect((await eve.api.del(`${path}/${id}`)).status).toBe(403);
  expect((await max.api.get(`${path}/${open.id}`)).body).toMatchObject({ may_change: false, people: [] });
  expect((await api.patch(`${path}/${id}`, { is_default: true })).status).toBe(422);
  expect((await api.patch(`${path}/${id}`, { people: [{ user_id: 999_999 }] })).status).toBe(422);
  await api.patch(`${path}/${id}`, { people: [{ user_id: max.user.id }] });
  expect((await eve.api.get(`${path}/${id}`)).status).toBe(404);
  expect((await max.api.patch(`${path}/${id}`, { description: "Mine" })).status).toBe(403);
});

test("each change of an assistant is a version, and restoring an earlier one drops deleted documents", async () => {
  const [file] = (await api.multipart("/documents", { files: [new File(["Tea at five."], "tea.txt")] })).body;
  const made = await newAssistant({ name: "First", instructions: "Be brief.", document_ids: [file.id] });
  const at = `${path}/${made.id}`;
  await api.patch(at, { name: "Second", instructions: "Be kind." });
  // An update without changes creates no version, and neither does a change of the audience.
  await api.patch(at, { name: "Second" });
  await api.patch(at, { usable_by: "people", people: [{ user_id: eve.user.id, can_edit: true }] });
  expect((await eve.api.patch(at, { temperature: 0.5 })).body.version).toBe(3);
  const list = await api.get(`${at}/versions?page_size=2`);
  expect(list.headers.get("x-total-count")).toBe("3");
  expect(list.body).toMatchObject([
    { number: 3, created_by: { full_name: "Eve Editor" }, changed: ["temperature"] },
    { number: 2, created_by: { full_name: "Ada Owner" }, changed: ["name", "instructions"] },
  ]);
  await api.del(`/documents/${file.id}`);
  const first = (await api.get(`${at}/versions/1`)).body;
  expect(first.fields).toMatchObject({ name: "First", document_ids: [file.id], temperature: null });
  const restored = (await api.post(`${at}/versions/1/restore`)).body;
  expect(restored).toMatchObject({ name: "First", instructions: "Be brief.", documents: [], version: 4 });
  expect(restored.usable_by).toBe("people");
  expect((await api.get(`${at}/versions/9`)).status).toBe(404);
  expect((await max.api.get(`${at}/versions`)).status).toBe(404);

  // The default assistant of a new group has no version yet, like assistants older than the version history.
  const [parley] = (await api.get(path)).body.filter(({ is_default }: { is_default: boolean }) => is_default);
  await api.patch(`${path}/${parley.id}`, { description: "New words" });
  const kept = (await api.get(`${path}/${parley.id}/versions`)).body;
  expect(kept.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
});

test("a picture of an assistant is cropped to a square, and a file that is no picture is refused", async () => {
  const { id } = await newAssistant({ name: "Face" });
  const at = `${path}/${id}/picture`;
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: "#0a7" } })
    .withExif({ IFD0: { Copyright: "somebody" } })
    .jpeg()
    .toBuffer();
  const send = (bytes: BlobPart, name: string) => api.multipart(at, { file: [new File([bytes], name)] });
  const { body } = await send(new Uint8Array(photo), "me.jpg");
  expect(body.avatar_url).toMatch(new RegExp(`^/api/v1/virtual-assistants/${id}/picture\\?v=`));
  const response = await fetch(`${server.url}${body.avatar_url}`, {
    headers: { authorization: api.authorization! },
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "private, max-age=31536000, immutable",
  });
  const kept = sharp(Buffer.from(await response.arrayBuffer()));
  const { width, height, exif } = await kept.metadata();
  expect({ width, height, exif }).toEqual({ width: 256, height: 256, exif: undefined });
  expect((await api.get("/chats/vas")).body.find((one: { id: number }) => one.id === id).avatar_url).toBe(
    body.avatar_url,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  for (const bytes of ["no picture", svg, ""]) {
    expect((await send(bytes, "x.png")).status).toBeGreaterThanOrEqual(400);
  }
  const stranger = await person(server.url);
  expect((await stranger.api.get(at)).status).toBe(404);
  expect((await max.api.del(at)).status).toBe(403);
  expect((await api.del(at)).body.avatar_url).toBeNull();
  expect((await api.get(at)).status).toBe(404);
});

test("an assistant can be duplicated, exported and imported, and errors name what is wrong with a hostile file", async () => {
  const own = { name: "Guide", mention_name: "guide", instructions: "Lead.", fallback_models: ["builtin"] };
  const { id } = await newAssistant({ ...own, people: [{ user_id: eve.user.id }], usable_by: "people" });
  const copy = (await api.post(`${path}/${id}/duplicate`)).body;
  expect(copy).toMatchObject({ ...own, name: "Guide (2)", mention_name: null, usable_by: "people" });
  expect(copy.people).toHaveLength(1);

  const { body: file } = await api.get(`${path}/${id}/export`);
  expect(file).toMatchObject({ format: "parley-assistant", version: 1, assistant: own });
  expect(JSON.stringify(file)).not.toMatch(/people|user|document|key/);
  const stranger = await person(server.url);
  const imported = (await stranger.api.post(`${path}/import`, file)).body;
  expect(imported).toMatchObject({ ...own, usable_by: "group", people: [], documents: [] });
  // The mention name is already taken in this group.
  expect((await api.post(`${path}/import`, file)).body.mention_name).toBeNull();

  const { assistant } = file;
  const picture = Buffer.from("<svg onload=alert(1)>").toString("base64");
  const hostile: [object, RegExp | number][] = [
    [{ ...file, version: 2 }, /version/],
    [{ ...file, format: "other" }, /format/],
    [{ ...file, assistant: { ...assistant, group_id: ada.group.id } }, /group_id/],
    [{ ...file, assistant: { ...assistant, tools: ["rm -rf"] } }, /tools/],
    [{ ...file, assistant: { ...assistant, instructions: "x".repeat(50_001) } }, /instructions/],
    [{ ...file, assistant: { ...assistant, name: "\0" } }, /name/],
    [{ ...file, extra: 1 }, /extra/],
    [{ ...file, picture: "../../etc/passwd?" }, /picture/],
    [{ ...file, picture }, 415],
    [JSON.parse(`{"__proto__":{"isAdmin":true},"format":"parley-assistant"}`), /assistant|__proto__/],
    [[], 422],
  ];
  for (const [body, wrong] of hostile) {
    const answer = await api.post(`${path}/import`, body);
    if (typeof wrong === "number") expect(answer.status).toBe(wrong);
    else expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringMatching(wrong)]);
  }
  const ofMember = (await max.api.post(`${path}/import`, file)).body;
  expect(ofMember).toMatchObject({ usable_by: "creator", mention_name: null });
});

test("unsaved fields of an assistant can be tried without storing anything", async () => {
  const { id } = await newAssistant({ name: "Saved", instructions: "Old words." });
  const chats = async () => (await api.get("/chats")).headers.get("x-total-count");
  const before = await chats();
  const assistant = { name: "Draft", instructions: "New words." };
  const messages = [
    { role: "user", text: "one" },
    { role: "assistant", text: "two" },
    { role: "user", text: "three" },
  ];
  const { body } = await api.post(`${path}/try`, { assistant, messages });
  expect(body).toMatchObject({ text: expect.stringContaining("three"), passed_over: [] });
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toMatch(/New words.*one.*two.*three/s);
  const streamed = await api.send("POST", `${path}/try`, {
    body: JSON.stringify({ assistant: { name: "Draft" }, id, messages }),
    headers: { "content-type": "application/json", accept: "text/event-stream" },
  });
  expect(streamed.body).toMatch(/event: text\ndata: .*event: done\n/s);
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("Old words.");
  expect(await chats()).toBe(before);
  expect((await max.api.post(`${path}/try`, { assistant, id, messages })).status).toBe(403);
  const other = { ...assistant, document_ids: [999_999] };
  expect((await api.post(`${path}/try`, { assistant: other, messages })).status).toBe(422);
});
