import { expect, expectAccessible, expectAccessibleNow, expectToFitPhone, test } from "@/test/page-checks";

const plan = (...states: string[]) =>
  `call! update_plan ${JSON.stringify({
    steps: states.map((state, n) => ({
      text: ["Read the notice", "Compare the prices", "Write the answer"][n],
      state,
    })),
  })}`;

test("an assistant works in steps and asks others, and its run is paused, steered, resumed and stopped", async ({
  signedIn: page,
  someone,
}) => {
  const [assistant] = (await someone.api.get("/virtual-assistants")).body;
  await someone.api.post("/virtual-assistants", { name: "Expert", description: "Knows prices." });
  await page.goto(`/assistants/${assistant.id}`);
  await page.getByRole("tab", { name: "Tools" }).click();
  await page.getByLabel("Maximum steps").fill("20");
  await page.getByRole("checkbox", { name: "Expert" }).check();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("form", { name: "Assistant" }).getByRole("status")).toHaveText("Saved");
  const { body: saved } = await someone.api.get(`/virtual-assistants/${assistant.id}`);
  expect(saved).toMatchObject({ most_rounds: 20, colleagues: [{ name: "Expert" }] });

  const chat = (await someone.api.post("/chats", { name: "Steps" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  const box = page.getByRole("textbox", { name: "Message", exact: true });
  const script = [
    plan("doing", "open", "open"),
    `first=2500 ${plan("done", "doing", "open")}`,
    `first=1500 ${plan("done", "done", "doing")}`,
    "say The end.",
  ];
  await box.fill(`[[fake ${script.join(" >> ")}]]`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const reply = page.getByRole("article", { name: "Reply in progress" });
  await expect(reply.getByText("0 of 3 done")).toBeVisible();
  await expect(reply.locator("[aria-current=step]")).toContainText("Read the notice");
  await reply.getByRole("button", { name: "Pause" }).click();
  await expect(reply.getByText("Pausing after this step…")).toBeVisible();
  await expect(reply.getByText("Paused", { exact: true })).toBeVisible();
  await expect(reply.getByText("1 of 3 done")).toBeVisible();
  await expectAccessibleNow(page);
  await expectToFitPhone(page);

  // A pause survives a reload.
  await page.reload();
  await expect(reply.getByText("Paused", { exact: true })).toBeVisible();
  await reply.getByLabel("Add instructions").fill("Only this year. [[fake say As you wish.]]");
  await page.keyboard.press("Enter");
  await expect(reply.getByText("It will see this at the next step.")).toBeVisible();
  await reply.getByRole("button", { name: "Continue" }).press("Enter");
  const done = page.getByRole("article", { name: /Parley/ });
  await expect(done).toContainText("As you wish.");
  await done.getByText("1 of 3 done").click();
  await expect(done.getByRole("list", { name: "Plan" })).toContainText("Compare the prices (in progress)");
  await done.getByText("Instructions").first().click();
  await expect(done).toContainText("Only this year.");
  await expectAccessibleNow(page);

  await box.fill(`[[fake ${[plan("doing"), `first=1500 ${plan("done")}`, "say Never."].join(" >> ")}]]`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await reply.getByRole("button", { name: "Pause" }).click();
  await expect(reply.getByText("Paused", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Stop the reply" }).click();
  await expect(page.getByText("Stopped", { exact: false }).last()).toBeVisible();
  await expect(page.getByText("Never.", { exact: true })).toHaveCount(0);
});
