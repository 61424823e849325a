import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { startMcpServer } from "@/test/fakes/mcp-server";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const tool = (page: Page, name: RegExp) => page.getByRole("menuitemcheckbox", { name });
const effort = (page: Page, name: string) =>
  page.getByRole("group", { name: "Reasoning effort" }).getByRole("menuitemradio", { name });
const openOptions = (page: Page) => page.getByRole("button", { name: "Options", exact: true }).click();

test("a new chat starts with the tools and the effort that were chosen, and remembers changes", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const server = await startMcpServer();
  const [assistant] = (await someone.api.get("/virtual-assistants")).body;
  const { id } = (await someone.api.post("/mcp-servers", { name: "Every Thing", url: server.url })).body;
  await someone.api.put(`/virtual-assistants/${assistant.id}/mcp-servers/${id}`);
  await someone.api.put("/web", { read_pages: true });
  const getRequest = () => model.requests.at(-1)!;
  const getTools = () => (getRequest().tools ?? []).map((each) => each.function.name).join(" ");
  const reply = page.getByRole("article", { name: /Message from/ });

  await page.goto("/");
  await openOptions(page);
  await expect(tool(page, /^Web/)).toBeChecked();
  await expect(tool(page, /^Calculation/)).not.toBeChecked();
  await expect(tool(page, /^Every Thing/)).toBeChecked();
  await expectAccessible(page);
  // The menu stays open for several choices.
  await tool(page, /^Web/).click();
  await expect(tool(page, /^Web/)).not.toBeChecked();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(tool(page, /^Calculation/)).toBeChecked();
  await effort(page, "High").click();
  await expectToFitPhone(page);
  await field(page).fill("hello");
  await page.keyboard.press("Enter");
  await expect(reply).toContainText("You said: hello");
  expect(getTools()).toContain("calculate");
  expect(getTools()).toContain("every_thing__echo");
  expect(getTools()).not.toContain("read_page");
  expect(getRequest()).toMatchObject({ reasoning_effort: "high" });

  await openOptions(page);
  await expect(effort(page, "High")).toBeChecked();
  await tool(page, /^Every Thing/).click();
  await tool(page, /^Web/).click();
  await page.keyboard.press("Escape");
  const [chat] = (await someone.api.get("/chats")).body;
  const getSwitches = async () => (await someone.api.get(`/chats/${chat.id}`)).body.tool_switches;
  await expect.poll(getSwitches).toEqual({ web: true, calculation: true, [`mcp:${id}`]: false });
  await page.reload();
  await openOptions(page);
  await expect(tool(page, /^Web/)).toBeChecked();
  await expect(tool(page, /^Calculation/)).toBeChecked();
  await expect(tool(page, /^Every Thing/)).not.toBeChecked();
  await page.keyboard.press("Escape");
  await field(page).fill("again");
  await page.keyboard.press("Enter");
  await expect(reply.last()).toContainText("You said: again");
  expect(getTools()).toContain("read_page");
  expect(getTools()).not.toContain("every_thing__echo");

  // The panel shows the same switches.
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("switch", { name: "Every Thing" })).not.toBeChecked();
  await page.getByRole("switch", { name: "Web" }).click();
  await expect(page.getByRole("switch", { name: "Web" })).not.toBeChecked();
  await openOptions(page);
  await expect(tool(page, /^Web/)).not.toBeChecked();
  await server.close();
});

test("members who can't change a chat have no options, and tools that don't load can be tried again", async ({
  signedIn: page,
  someone,
  product,
  browser,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED.*tool-switches/);
  const max = await joined(product.url, someone, "Max Member");
  const chat = (await someone.api.post("/chats", { name: "Shared", member_user_ids: [max.user.id] })).body;
  await page.route("**/tool-switches*", (route) => route.abort());
  await page.goto(`/chats/${chat.uuid}`);
  await openOptions(page);
  const retry = page.getByRole("menuitem", { name: "Tools couldn't be loaded. Try again" });
  await expect(retry).toBeVisible();
  await page.unroute("**/tool-switches*");
  await retry.click();
  await openOptions(page);
  await expect(tool(page, /^Calculation/)).toBeVisible();

  const his = await browser.newPage({ baseURL: product.url });
  await signIn(his, product.url, max.email);
  await his.request.post("/switch-group/submit", { form: { group_id: someone.group.id } });
  await his.goto(`/chats/${chat.uuid}`);
  await expect(field(his)).toBeVisible();
  await expect(his.getByRole("button", { name: "Options", exact: true })).toHaveCount(0);
});
