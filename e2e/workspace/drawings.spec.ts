import { readFileSync } from "node:fs";
import { expect, expectAccessibleNow, test } from "@/test/page-checks";

test("an enlarged drawing is zoomed and moved by buttons, wheel and keys, and downloaded", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Drawings", virtual_assistant_id: null })).body;
  const svg = '<svg width="40" height="20" viewBox="0 0 40 20"><circle cx="10" cy="10" r="8"/></svg>';
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: `\`\`\`svg\n${svg}\n\`\`\`` });
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Expand preview" }).click();
  const dialog = page.getByRole("dialog", { name: "image.svg" });
  const image = dialog.getByRole("img", { name: "Preview of image.svg" });
  const getTransform = () => image.evaluate(({ style }) => style.transform);
  await expect(image).toBeVisible();
  await expectAccessibleNow(page);

  await dialog.getByRole("button", { name: "Zoom in" }).click();
  await expect(dialog.getByText("125%")).toBeVisible();
  await dialog.getByRole("group", { name: /^Drawing/ }).focus();
  await page.keyboard.press("+");
  await expect(dialog.getByText("156%")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(getTransform).toContain("translate(40px, 0px)");
  await page.keyboard.press("0");
  await expect.poll(getTransform).toBe("translate(0px, 0px) scale(1)");
  await image.hover();
  await page.mouse.wheel(0, -200);
  await expect(dialog.getByText("100%")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Reset view" }).click();
  await expect(dialog.getByText("100%")).toBeVisible();

  for (const [name, beginning] of [
    ["SVG", "<svg"],
    ["PNG", "\x89PNG"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`image.${name.toLowerCase()}`);
    expect(readFileSync(await download.path(), "latin1").startsWith(beginning)).toBe(true);
  }
});
