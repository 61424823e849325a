import { startImageServer } from "@/test/fakes/image-server";
import { startWeb } from "@/test/fakes/web";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const call = (name: string, input: object) => `[[fake call ${name} ${JSON.stringify(input)}]]`;

test("an admin enables web search and images, and users see sources, plots, tables and images", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  const web = await startWeb();
  const images = await startImageServer();
  web.hits = [{ title: "The harbour wall", url: `${web.url}/wall`, text: "It is painted blue." }];
  web.pages.set("/wall", { body: "<title>The harbour wall</title><h1>The harbour wall</h1><p>Blue.</p>" });

  await page.goto("/settings/tools");
  const form = page.getByRole("region", { name: "Web" });
  await expect(async () => {
    await form.getByLabel("Search engine").selectOption("searxng");
    await expect(form.getByLabel("Address")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await form.getByRole("switch", { name: "Search the web" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("SearXNG needs its address.")).toBeVisible();
  await expect(form.getByLabel("Address")).toBeFocused();
  await form.getByLabel("Address").fill(web.url);
  web.engine = 403;
  await form.getByRole("button", { name: "Test search" }).click();
  await expect(form.getByText("Add json to search.formats")).toBeVisible();
  web.engine = undefined;
  await form.getByRole("button", { name: "Test search" }).click();
  await expect(form.getByText("The search engine answered.")).toBeVisible();
  await expect(form.getByRole("list", { name: "Results" })).toContainText("The harbour wall");
  await form.getByRole("switch", { name: "Read pages" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);

  await someone.api.put("/models/connections/google", {
    api_key: "google-key",
    base_url: `${images.url}/v1beta`,
  });
  await page.goto("/settings/models");
  const pictures = page.getByRole("region", { name: "Images", exact: true });
  const model = pictures.getByLabel("Image model");
  await expect(async () => {
    await model.fill("openai:gpt-image-1");
    await pictures.getByRole("button", { name: "Save" }).click();
    await expect(pictures.getByText("Connect this provider first.")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await model.fill("google:gemini-3-pro-image");
  await pictures.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);

  const assistant = (await someone.api.get("/virtual-assistants")).body[0];
  await someone.api.patch(`/virtual-assistants/${assistant.id}`, { model: "openai-compatible:gpt-4o" });
  const chat = (await someone.api.post("/chats", { name: "Harbour" })).body;
  const file = new File(["city,sold\nOslo,3\nBergen,5\n"], "sales.csv", { type: "text/csv" });
  const fields = { chat_id: String(chat.id), files: [file] };
  const table = (await someone.api.multipart("/documents", fields)).body[0].id;
  await page.goto(`/chats/${chat.uuid}`);
  const composer = page.getByRole("textbox", { name: "Message" });
  await expect(composer).toBeFocused();
  const send = async (text: string) => {
    await composer.fill(text);
    await page.keyboard.press("Enter");
  };

  await send(call("search_web", { query: "harbour wall" }));
  const source = page
    .getByRole("list", { name: "Sources" })
    .last()
    .getByRole("link", { name: "The harbour wall" });
  await expect(source).toHaveAttribute("href", `${web.url}/wall`);
  const [opened] = await Promise.all([page.waitForEvent("popup"), source.click()]);
  await expect(opened.getByRole("heading", { name: "The harbour wall" })).toBeVisible();
  await opened.close();

  const program = `const rows = tables["sales.csv"];
table(rows, "Sold");
plot({ mark: "bar", data: { values: rows }, encoding: { x: { field: "city" }, y: { field: "sold", type: "quantitative" } } });
rows.reduce((sum, { sold }) => sum + sold, 0)`;
  await send(call("calculate", { program, documents: [table] }));
  await expect(page.getByRole("table").last()).toContainText("Bergen");
  await expect(page.getByText("Its value:").last()).toBeVisible();
  await expect(page.locator("iframe").last()).toBeVisible();

  await send(call("generate_picture", { prompt: "A red lighthouse", shape: "landscape" }));
  await expect(page.getByRole("img", { name: /A red lighthouse/ }).last()).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await web.close();
  await images.close();
});
