import { expect, test } from "vitest";
import { textsOf } from "@/lib/platform/words/catalogue";
import { documentHtml, type PublicPage } from "./document-html";

const html = async (given: Partial<PublicPage>) =>
  documentHtml({
    chatId: "0b0b6d2e-6c1c-4b7b-9a55-111111111111",
    language: "en",
    texts: await textsOf("en", "visitor"),
    nonce: "n",
    look: { title: "Shop", footer: null, theme: null, variables: { light: "", dark: "" } },
    avatar: null,
    greeting: "Hello",
    suggestedQuestions: ["Where?"],
    fileTypes: [],
    isPaused: false,
    isTakenOver: false,
    mailsConversations: false,
    messages: [],
    ...given,
  });
const question = {
  id: 1,
  role: "guest" as const,
  message: "How long?",
  created_at: "",
  replying_to_message_id: null,
  attachments: null,
  error: null,
  stopped: false,
  citations: [],
};

test("a preview runs nothing, looks usable, and shows the questions beside a conversation", async () => {
  const preview = await html({ isPreview: true, messages: [question] });
  expect(preview).not.toMatch(/<script|<noscript| disabled/);
  expect(preview).toContain("How long?");
  expect(preview).toMatch(/id="suggestions"[^>]*"><button/);
  expect(preview).not.toMatch(/id="suggestions"[^>]* hidden/);
  const page = await html({ messages: [question] });
  expect(page).toMatch(/<script type="module"/);
  expect(page).toMatch(/id="suggestions"[^>]* hidden>/);
});

test("an avatar is an emoji or a picture, whatever was written", async () => {
  expect(await html({ avatar: "🦉" })).toContain('<span class="avatar" aria-hidden="true">🦉</span>');
  const picture = "data:image/png;base64,AAAA";
  expect(await html({ avatar: picture })).toContain(`<img class="avatar" alt="" src="${picture}">`);
  expect(await html({ avatar: "<b>" })).not.toContain("<b>");
});
