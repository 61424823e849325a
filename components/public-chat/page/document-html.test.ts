import { expect, test } from "vitest";
import { loadTexts } from "@/lib/platform/words/catalogue";
import { type PublicPage, renderDocument } from "./document-html";

const html = async (given: Partial<PublicPage>) =>
  renderDocument({
    chatId: "0b0b6d2e-6c1c-4b7b-9a55-111111111111",
    language: "en",
    texts: await loadTexts("en", "visitor"),
    nonce: "n",
    look: { title: "Shop", footer: null, theme: null, variables: { light: "", dark: "" } },
    avatar: null,
    greeting: "Hello",
    suggestedQuestions: ["Where?"],
    fileTypes: [],
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

test("a preview runs no scripts, looks usable, and shows the suggested questions beside a conversation", async () => {
  const preview = await html({ isPreview: true, messages: [question] });
  expect(preview).not.toMatch(/<script|<noscript|modulepreload| disabled/);
  expect(preview).toContain("How long?");
  expect(preview).toMatch(/id="suggestions"[^>]*"><button/);
  expect(preview).not.toMatch(/id="suggestions"[^>]* hidden/);
  const page = await html({ messages: [question] });
  // The script is preloaded but runs after the first paint.
  expect(page).toContain('<link rel="modulepreload" href="/public-chat/page.js">');
  expect(page).not.toMatch(/<script[^>]* src=/);
  expect(page).toMatch(/id="suggestions"[^>]* hidden>/);
});

test("an avatar is rendered as an emoji or an image, and never as markup", async () => {
  expect(await html({ avatar: "🦉" })).toContain('<span class="avatar" aria-hidden="true">🦉</span>');
  const picture = "data:image/png;base64,AAAA";
  expect(await html({ avatar: picture })).toContain(`<img class="avatar" alt="" src="${picture}">`);
  expect(await html({ avatar: "<b>" })).not.toContain("<b>");
});

test("texts of owners, models, members and visitors never become markup or a script", async () => {
  const evil = `</script></title></style>"'><img src=x onerror=alert(1)><script>alert(1)</script>`;
  const link = `[a](javascript:alert(1)) <javascript:alert(1)> ![b](https://evil.example/x.png) ${evil}`;
  const said = (id: number, role: "guest" | "assistant" | "team") => ({
    ...question,
    id,
    role,
    message: `${link}\n\n\`\`\`js" onload="alert(1)\n${evil}\n\`\`\``,
    attachments: [{ document_id: 1, file_name: evil, mime_type: evil, size: 1, url: evil }],
  });
  const page = await html({
    look: {
      title: evil,
      footer: `https://evil.example/${evil}`,
      theme: null,
      variables: { light: "", dark: "" },
    },
    avatar: `data:image/png;base64,"onerror="alert(1)`,
    greeting: link,
    suggestedQuestions: [evil],
    messages: [said(1, "guest"), said(2, "assistant"), said(3, "team")],
  });
  const [own, ...others] = page.match(/<script[^>]*>/g)!;
  expect([own, ...others]).toEqual([
    '<script type="application/json" id="data" nonce="n">',
    '<script nonce="n">',
  ]);
  expect(page.match(/<img[^>]*>/g)).toEqual([
    '<img class="avatar" alt="" src="data:image/png;base64,&quot;onerror=&quot;alert(1)">',
  ]);
  expect(page).not.toMatch(/<[^>]*\son\w+=|href="javascript:|<\/title>.*<\/title>/is);
});
