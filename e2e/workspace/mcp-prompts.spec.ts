import { startMcpServer } from "@/test/fakes/mcp-server";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("a prompt of an MCP server is chosen, filled in, edited and sent, and a file of the server attached", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 502/);
  const everything = await startMcpServer();
  const connected = (await someone.api.post("/mcp-servers", { name: "Every Thing", url: everything.url }))
    .body;
  const [assistant] = (await someone.api.get("/virtual-assistants")).body;
  await someone.api.put(`/virtual-assistants/${assistant.id}/mcp-servers/${connected.id}`);
  const chat = (await someone.api.post("/chats", { name: "Prompts" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await expect(composer).toBeFocused();
  const offered = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

  await page.keyboard.type("/args-p");
  await expect(offered).toHaveText([/Arguments Prompt.*Every Thing · A prompt with two arguments/]);
  await page.keyboard.press("Enter");
  const prompt = page.getByRole("dialog", { name: "Arguments Prompt" });
  await expect(prompt.getByLabel("city")).toBeFocused();
  await expect(prompt.getByLabel("state (optional)")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.type("Paris");
  await page.keyboard.press("Enter");
  await expect(composer).toHaveValue("What's weather in Paris?");
  await expect(prompt).toBeHidden();
  await expect(composer).toBeFocused();
  await page.keyboard.type(" And in Rome?");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("What's weather in Paris? And in Rome?", { exact: true }).first(),
  ).toBeVisible();

  await page.keyboard.type("/file");
  await expect(offered).toHaveText(["Attach a file from a server"]);
  await page.keyboard.press("Enter");
  const files = page.getByRole("dialog", { name: "Files from servers" });
  await expect(files.getByRole("searchbox", { name: "Search files" })).toBeFocused();
  await page.keyboard.type("nothing like it");
  await expect(files.getByText("No matches")).toBeVisible();
  await files.getByRole("searchbox").fill("archi");
  await expect(files.getByRole("listitem")).toHaveText([/architecture\.md/]);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await files.getByRole("button", { name: "architecture.md" }).press("Enter");
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("architecture.md");
  await expect(composer).toBeFocused();
  await page.keyboard.type("Sum this up");
  await expect(composer).toHaveValue("Sum this up");
  await page.keyboard.press("Enter");
  const attached = async () => {
    const messages = (await someone.api.get(`/chats/${chat.id}/messages`)).body;
    return messages.flatMap(
      ({ message_attachments: all }: { message_attachments?: { file_name: string }[] }) =>
        (all ?? []).map(({ file_name }) => file_name),
    );
  };
  await expect.poll(attached).toEqual(["architecture.md"]);

  await everything.close();
  await page.keyboard.type("/simple");
  await expect(offered).toHaveCount(1);
  await page.keyboard.press("Enter");
  const failed = page.getByRole("dialog", { name: "Simple Prompt" });
  await expect(failed.getByRole("alert")).toHaveText("The server does not accept connections.");
  await failed.getByRole("button", { name: "Cancel" }).click();
  await expect(composer).toBeFocused();
  await expect(composer).toHaveValue("");
});
