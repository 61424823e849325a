import { expect, test } from "vitest";
import { GET as openPage } from "@/app/public/chats/[id]/route";
import { client } from "@/test/client";
import { startHelpDesk } from "@/test/help-desk";
import { createVisitor } from "@/test/visitor";

/** Covers a chat's publication settings and what visitors and sites see of them. */
const { server, staff, publicChat } = await startHelpDesk();
const anyone = client(server.url);
const set = (chat: { id: number }, body: object) => staff.api.put(`/chats/${chat.id}/publication`, body);
const read = async (chat: { id: number }) => (await staff.api.get(`/chats/${chat.id}/publication`)).body;
const settings = async (chat: { uuid: string }) =>
  (await anyone.get(`/public/chats/${chat.uuid}/settings`)).body;

const DEFAULTS = {
  title: null,
  avatar: null,
  greeting: null,
  suggested_questions: null,
  footer: null,
  appearance: {},
  hours: null,
  offline_text: null,
  handover: {},
  messages_per_visitor: null,
  challenge: "flooded",
  is_listed: false,
};
const weekdays = [1, 2, 3, 4, 5].map(() => [{ from: 540, to: 1020 }]);

test("settings are stored, others stay unchanged, and an empty text removes one", async () => {
  const chat = await publicChat();
  expect(await read(chat)).toEqual(DEFAULTS);
  const given = {
    title: "Ask us",
    avatar: "🦉",
    greeting: "Welcome",
    suggested_questions: ["Where is my parcel?", "What does it cost?"],
    footer: "We are a shop.",
    appearance: { ui_bg_color: "#fff", ui_launcher_position: "left", ui_language: "de" },
    hours: { time_zone: "Europe/Berlin", days: [...weekdays, [], []] },
    offline_text: "Back soon",
    handover: { on_request: true, words: ["refund"] },
    messages_per_visitor: 20,
    challenge: "always",
    is_listed: true,
  };
  expect((await set(chat, given)).body).toEqual(given);
  expect((await set(chat, { title: "  ", appearance: {} })).body).toEqual({
    ...given,
    title: null,
    appearance: {},
  });
  expect((await set(chat, {})).body).toMatchObject({ greeting: "Welcome" });
});

test("search engines can index the page where its owner allows it, but never a conversation", async () => {
  const chat = await publicChat();
  const sid = (await anyone.post(`/public/chats/${chat.uuid}/public-session`)).body;
  const robots = async (query = "") => {
    const request = new Request(`${server.url}/public/chats/${chat.uuid}${query}`, {
      headers: { "user-agent": "Googlebot/2.1" },
    });
    const page = await openPage(request, { params: Promise.resolve({ id: chat.uuid }) });
    const isMarked = (await page.text()).includes('<meta name="robots" content="noindex">');
    return [page.status, page.headers.get("x-robots-tag"), isMarked];
  };
  expect(await robots()).toEqual([200, "noindex", true]);
  await set(chat, { is_listed: true });
  expect(await robots()).toEqual([200, "all", false]);
  expect(await robots(`?sid=${sid}`)).toEqual([200, "noindex", true]);
  await set(chat, { is_listed: false });
  expect(await robots()).toEqual([200, "noindex", true]);
});

test.each([
  { appearance: { ui_bg_color: "tealish" } },
  { appearance: { ui_guest_msg_color: "red;background:url(//sink.test)" } },
  { appearance: { ui_language: "xx" } },
  { appearance: { ui_launcher_position: "top" } },
  { hours: { time_zone: "Mars/Olympus", days: [...weekdays, [], []] } },
  { hours: { time_zone: "+01:00", days: [...weekdays, [], []] } },
  { hours: { time_zone: "UTC", days: weekdays } },
  { hours: { time_zone: "UTC", days: [[], [], [], [], [], [], []] } },
  { hours: { time_zone: "UTC", days: [[{ from: 600, to: 600 }], [], [], [], [], [], []] } },
  { hours: { time_zone: "UTC", days: [[{ from: 0, to: 1441 }], [], [], [], [], [], []] } },
  {
    hours: {
      time_zone: "UTC",
      days: [
        [
          { from: 540, to: 700 },
          { from: 660, to: 900 },
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
    },
  },
  { suggested_questions: [""] },
  { suggested_questions: Array(7).fill("Why?") },
  { avatar: "https://tracker.example/pixel.png" },
  { avatar: "data:image/svg+xml;base64,AAAA" },
  { avatar: 'data:image/png;base64,AA" onerror="' },
  { messages_per_visitor: 0 },
  { challenge: "sometimes" },
  { title: "a\0b" },
])("%j is refused and changes nothing", async (given) => {
  const chat = await publicChat();
  await set(chat, { greeting: "Welcome" });
  expect((await set(chat, { greeting: "Other", ...given })).status).toBe(422);
  expect(await read(chat)).toEqual({ ...DEFAULTS, greeting: "Welcome" });
});

test("the settings of the publication override those of the chat and its assistant", async () => {
  const assistant = (
    await staff.api.post("/virtual-assistants", {
      name: `Guide ${Math.random()}`,
      greeting: "Of the assistant",
      suggested_questions: ["One?"],
    })
  ).body;
  const chat = await publicChat({ virtual_assistant_id: assistant.id });
  expect(await settings(chat)).toMatchObject({
    title: "Help desk",
    greeting: "Of the assistant",
    suggested_questions: ["One?"],
  });
  await set(chat, { title: "Ask us", greeting: "Hello", suggested_questions: [], footer: "A shop" });
  expect(await settings(chat)).toMatchObject({
    title: "Ask us",
    greeting: "Hello",
    suggested_questions: [],
    footer: "A shop",
  });
  const { api, base, headers } = await createVisitor(server.url, chat);
  expect(Object.keys((await api.get(`${base}/settings`, headers)).body)).not.toContain("hours");
});

test("the launcher can be requested from any site, for public chats only", async () => {
  const chat = await publicChat();
  const path = `/public/chats/${chat.uuid}/launcher`;
  expect((await anyone.get(path)).body).toEqual({
    color: null,
    position: null,
    language: null,
    avatar: null,
  });
  await set(chat, {
    avatar: "🦉",
    appearance: { ui_launcher_color: "#f80", ui_launcher_position: "left", ui_launcher_icon: "avatar" },
  });
  const { body, headers } = await anyone.get(path, { origin: "https://shop.example" });
  expect(body).toEqual({ color: "rgb(255 136 0 / 1)", position: "left", language: null, avatar: "🦉" });
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("cache-control")).toContain("max-age=300");
  await staff.api.put(`/chats/${chat.id}/public?is_public=false`);
  expect((await anyone.get(path)).status).toBe(404);
});

test("a conversation with a visitor cannot be published", async () => {
  const chat = await publicChat();
  await (await createVisitor(server.url, chat)).ask("hello");
  const [{ chat_id: id }] = (await staff.api.get(`/chats/${chat.id}/visitors`)).body;
  expect((await set({ id }, { title: "Theirs" })).status).toBe(409);
});
