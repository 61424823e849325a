import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("a reply that cites a document opens it at the passage, from the text and from the list", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Boiler room" })).body;
  const pages = Array.from({ length: 60 }, (_, n) => `Rule ${n}: keep corridor number ${n} free of boxes.`);
  pages[40] = "The spare key of the boiler room hangs behind the red door in the basement.";
  const file = new File([pages.join("\n\n")], "house-rules.txt", { type: "text/plain" });
  const added = (await api.multipart("/documents", { files: [file], chat_id: String(chat.id) })).body;
  await expect(async () =>
    expect((await api.get(`/documents/${added[0].id}`)).body.status).toBe("ready"),
  ).toPass();
  await api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "Where is the spare key of the boiler room? [1]",
  });

  await page.goto(`/chats/${chat.uuid}`);
  const reply = page.getByRole("article", { name: /Message from/ });
  const sources = reply.getByRole("list", { name: "Sources" });
  await expect(sources.getByRole("link")).toHaveCount(1);
  await expect(reply.locator("summary", { hasText: "Searched documents" })).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();

  const preview = page.getByRole("dialog", { name: "house-rules.txt" });
  const passage = preview.locator("mark", { hasText: "behind the red door" });
  await reply.locator("p").getByRole("link", { name: "1", exact: true }).click();
  await expect(passage).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  await sources.getByRole("link").click();
  await expect(passage).toBeInViewport();

  // Back closes the layer above the chat before it leaves the chat.
  await page.goBack();
  await expect(preview).toBeHidden();
  await expect(page).toHaveURL(`/chats/${chat.uuid}`);
  await expect(reply).toBeVisible();
  await page.getByRole("link", { name: "Assistants" }).click();
  await expect(page).toHaveURL("/assistants");
  await page.goBack();
  await expect(reply).toBeVisible();
  await expect(preview).toBeHidden();
});
