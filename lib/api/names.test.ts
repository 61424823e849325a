import { afterAll, expect, test } from "vitest";
import type { z } from "zod";
import { routes } from "@/app/api/v1/table";
import { hasVisibleCharacter } from "@/lib/platform/plain-name";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

// User-chosen names must be visible and contain no hidden characters or bidirectional controls.
const server = await startServer();
afterAll(() => server.close());
const { api, group } = await person(server.url);

const INVISIBLE: [string, string][] = [
  ["a filler of Hangul", "\u3164"],
  ["a filler of an initial", "\u115f"],
  ["a filler of a vowel", "\u1160"],
  ["a half-width filler", "\uffa0"],
  ["an empty pattern of Braille", "\u2800"],
  ["a null notehead", "\u{1d159}"],
  ["a space without width", "\u200b"],
  ["a joiner", "\u200d\u200c"],
  ["a word joiner", "\u2060"],
  ["a mark of byte order", "\ufeff"],
  ["a soft hyphen", "\u00ad"],
  ["a grapheme joiner", "\u034f"],
  ["selectors", "\ufe0f\u{e0100}"],
  ["tags", "\u{e0041}\u{e0064}\u{e0061}"],
  ["an override", "\u202e"],
  ["isolates", "\u2066\u2069"],
  ["marks of direction", "\u200e\u200f\u061c"],
  ["vowels of Khmer without a letter", "\u17b4\u17b5"],
  ["spaces of many kinds", "\u00a0\u2003\u3000"],
];

type Def = Record<"element" | "valueType" | "innerType" | "in" | "left" | "right", z.ZodType | undefined> & {
  type: string;
  shape: Record<string, z.ZodType>;
  options: z.ZodType[];
};
const NAMES = /(^|_)(name|title|tags?|folder)$/;

// Returns the schema's text fields that are names, judged by field name.
function namesIn(schema: z.ZodType, path: string, field = ""): { path: string; schema: z.ZodType }[] {
  const def = schema._zod.def as unknown as Def;
  const below = (inner: z.ZodType | undefined) => (inner ? namesIn(inner, path, field) : []);
  if (def.type === "object")
    return Object.entries(def.shape).flatMap(([key, inner]) => namesIn(inner, `${path}.${key}`, key));
  if (def.type === "union") return def.options.flatMap(below);
  if (def.type === "intersection") return [...below(def.left), ...below(def.right)];
  const takesText = typeof schema.safeParse("ab").data === "string";
  if (takesText && (def.type === "string" || def.type === "pipe"))
    return NAMES.test(field) ? [{ path, schema }] : [];
  return below(def.element ?? def.valueType ?? def.innerType ?? def.in);
}

// Fields that refer to existing names, are shown to no one else, or are sanitized by the service.
const OTHERS = [
  "countAnthropicTokens body.messages.content.content.title",
  "countAnthropicTokens body.messages.content.title",
  "createAnthropicMessage body.messages.content.content.title",
  "createAnthropicMessage body.messages.content.title",
  "executeTaskAction body.task_action_name",
  "getMcpPrompt body.name",
  "identifyVisitor body.name",
  "listChats query.tag",
  "registerOauthClient body.client_name",
  "reportPageError body.name",
  "searchMessages query.collection_name",
  "sendToMentionName params.chat_mention_name",
];

const names = routes
  .flatMap(({ name, operation: { params, query, body } }) =>
    Object.entries({ params, query, body: body?.schema }).flatMap(([place, schema]) =>
      schema ? namesIn(schema, `${name} ${place}`) : [],
    ),
  )
  .filter(({ path }) => !OTHERS.includes(path));

test("names of every operation need a visible character", () => {
  expect(names.length).toBeGreaterThan(40);
  for (const [what, text] of INVISIBLE)
    for (const { path, schema } of names)
      for (const name of [text, text.repeat(3), ` ${text} `]) {
        const { success, data } = schema.safeParse(name);
        expect([path, what, success && data !== ""]).toEqual([path, what, false]);
      }
  for (const { path, schema } of names) {
    const { data } = schema.safeParse("ab\u200e.\u{e0041}exe");
    expect([path, String(data)]).toEqual([path, expect.not.stringMatching(/\u200e|\udb40/)]);
  }
});

const CONTROLS: [string, string][] = [
  ["a line break", "\n"],
  ["NUL", "\0"],
  ["an escape", "\u001b"],
  ["a backspace", "\b"],
  ["a delete", "\u007f"],
  ["a control of C1", "\u0085"],
  ["an end of a line", "\u2028"],
  ["an end of a paragraph", "\u2029"],
  ["an override", "\u202e"],
  ["an embedding", "\u202a"],
  ["an isolate", "\u2067"],
];
// Files from other systems, whose names are sanitized when stored.
const FROM_ELSEWHERE = ["startUpload body.file_name"];

test("names of every operation refuse controls and overrides of text direction", () => {
  for (const [what, control] of CONTROLS)
    for (const { path, schema } of names.filter(({ path }) => !FROM_ELSEWHERE.includes(path)))
      expect([path, what, schema.safeParse(`ab${control}cd`).success]).toEqual([path, what, false]);
});

// Sends a name to each operation that accepts one.
const sendName = async (name: string) => [
  await api.patch("/users/me", { full_name: name }),
  await api.patch(`/groups/${group.id}`, { name }),
  await api.post("/chats", { name }),
  await api.post("/virtual-assistants", { name }),
  await api.post("/chat-workspaces", { name }),
  await api.post("/collections", { name }),
  await api.post("/users/me/api-tokens", { name }),
];

test.each(CONTROLS)("%s in any name is refused with the name of its field", async (_, control) => {
  const name = `Ada${control}adA`;
  for (const answer of await sendName(name)) {
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.at(-1)).toMatch(/name$/);
  }
});

test.each(INVISIBLE)(
  "%s is refused as a name of a person, group, chat, assistant or folder",
  async (_, name) => {
    expect(hasVisibleCharacter(name)).toBe(false);
    for (const answer of await sendName(name)) expect(answer.status).toBe(422);
  },
);

test.each([
  ["marks of direction", "\u200eAda\u200f", "Ada"],
  ["decomposed letters", "A\u0308da", "Äda"],
  ["hidden tags", "Ada\u{e0069}\u{e0067}\u{e006e}", "Ada"],
  ["a family", "👩‍👩‍👧 Ada", "👩‍👩‍👧 Ada"],
  [
    "the flag of a region",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ],
  ["a joiner of Persian", "می‌خواهم", "می‌خواهم"],
  ["Arabic", "عائشة", "عائشة"],
  ["Hangul", "ㅎ", "ㅎ"],
  ["Braille", "⠓⠊", "⠓⠊"],
])("a name with %s is stored without hidden characters", async (_, given, kept) => {
  const { body } = await api.patch("/users/me", { full_name: given });
  expect(body.full_name).toBe(kept);
  const chat = await api.post("/chats", { name: given });
  expect(chat.body.name).toBe(kept);
});
