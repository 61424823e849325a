import { expect, test } from "@/test/test";

const KB = 1024;
const isFetchedAhead = (url: string) => new URL(url).searchParams.has("_rsc");

test("a chat loads with less than 185 kB of script and 30 requests, with its messages in the HTML", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Weighed" })).body;
  const sent = { message_input: "Is this **in** the page?", is_sync: "true" };
  await someone.api.multipart(`/chats/${chat.id}/messages`, sent);
  // A line above new messages would load its own code.
  const [{ id }] = (await someone.api.get(`/chats/${chat.id}/messages?size=1`)).body;
  await someone.api.post(`/chats/${chat.id}/read`, { message_id: id });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.addInitScript(() => {
    addEventListener("focusin", () => performance.mark("focus"), { once: true });
  });
  const html = await (await page.goto(`/chats/${chat.uuid}`))!.text();
  expect(html).toContain("<strong>in</strong>");
  // Waits for hydration. The Markdown renderer loads only for text that the server did not render.
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeFocused();
  expect(requests.length, requests.join("\n")).toBeLessThan(30);
  const total = await page.evaluate(() => {
    const [focus] = performance.getEntriesByName("focus");
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return resources
      .filter(({ initiatorType, startTime }) => initiatorType === "script" && startTime < focus!.startTime)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
  expect(total).toBeGreaterThan(50 * KB);
  expect(total / KB).toBeLessThan(185);
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "And this?" });
  await expect.poll(() => requests.some((url) => url.endsWith("/read"))).toBe(true);
  // Links prefetch on focus and hover.
  const ahead = page.waitForRequest((request) => isFetchedAhead(request.url()));
  await page.getByRole("link", { name: "Templates", exact: true }).focus();
  expect(new URL((await ahead).url()).pathname).toBe("/tasks");
  expect([...new Set(requests.filter(isFetchedAhead).map((url) => new URL(url).pathname))]).toEqual([
    "/tasks",
  ]);
});
