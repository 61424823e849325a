import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./fixtures/page-checks";

type Someone = { api: import("./fixtures/client").Client };

async function publicChat({ api }: Someone) {
  const chat = (await api.post("/chats", { name: "Help desk" })).body;
  expect((await api.put(`/chats/${chat.id}/public?is_public=true`)).status).toBe(200);
  return chat as { id: number; uuid: string };
}

test("on another site the launcher opens it, keeps its session, and forgets it when the chat is ended", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const host = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><html lang="en"><title>A shop</title><h1>A shop</h1><script async src="${product.url}/embed.js" data-chat="${chat.uuid}" data-title="Ask us"></script>`,
    );
  }).listen(0);
  const site = `http://parley.internal:${(host.address() as AddressInfo).port}/`;
  const kept = () => page.evaluate((key) => localStorage.getItem(key), `parley:${chat.uuid}`);
  try {
    await page.goto(site);
    await page.getByRole("button", { name: "Open chat" }).click();
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("heading", { name: "Ask us" })).toBeVisible();
    await frame.getByRole("textbox").fill("Hello");
    await frame.getByRole("textbox").press("Enter");
    await expect(frame.getByText("You said: Hello", { exact: true })).toBeVisible();
    expect(await kept()).toContain("sid=");

    await page.reload();
    await page.getByRole("button", { name: "Open chat" }).click();
    await expect(frame.getByText("You said: Hello", { exact: true })).toBeVisible();
    await expect(frame.locator("#notice")).toHaveText("");
    await expect(frame.getByRole("textbox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Open chat" })).toBeFocused();
    await page.getByRole("button", { name: "Open chat" }).click();
    await frame.getByRole("button", { name: "End the chat" }).click();
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(await kept()).toBeNull();
  } finally {
    host.close();
  }
});
