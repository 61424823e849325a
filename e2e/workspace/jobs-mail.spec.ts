import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { MAIL_SECRET } from "@/test/test";

const panel = (page: Page) => page.getByRole("tabpanel");
async function openPanel(page: Page, chat: { uuid: string }, tab: string) {
  await page.goto(`/chats/${chat.uuid}`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: tab }).click();
}

test("a job is scheduled, changed, run manually, paused and deleted", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  const chat = (await someone.api.post("/chats", { name: "Team" })).body;
  const board = (await someone.api.post("/chats", { name: "Board" })).body;
  await openPanel(page, chat, "Settings");
  await page.getByRole("switch", { name: "Scheduled jobs" }).click();
  await page.getByRole("tab", { name: "Jobs" }).click();
  await panel(page).getByRole("button", { name: "New job" }).click();
  await expect(panel(page).getByLabel("Name")).toBeFocused();
  await panel(page).getByLabel("Name").fill("Stand-up");
  await panel(page).getByLabel("Prompt").fill("What is new?");
  await panel(page).getByLabel("When").selectOption("Cron expression");
  await panel(page).getByLabel("Cron expression").fill("* * * * *");
  await panel(page).getByRole("button", { name: "Schedule job" }).click();
  await expect(panel(page).getByRole("alert")).toHaveText("Must leave at least 5 minutes between two runs.");
  await panel(page).getByLabel("When").selectOption("Every week");
  await panel(page).getByLabel("Day", { exact: true }).selectOption("Friday");
  await panel(page).getByLabel("Time").fill("16:30");
  await panel(page).getByLabel("E-mail the result to").selectOption("Only me");
  await panel(page).getByLabel("Also post the result in").selectOption("Board");
  await expectAccessible(page);
  await panel(page).getByRole("button", { name: "Schedule job" }).click();

  const job = panel(page).getByRole("listitem", { name: "Stand-up" });
  await expect(job).toContainText("Every Friday at 16:30");
  await expect(job).toContainText("Next:");
  await job.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByRole("article", { name: "Your message" })).toContainText("What is new?");
  await expect(page.getByRole("article", { name: /^Message from/ })).toContainText("What is new?");
  await job.getByRole("button", { name: "History" }).click();
  await expect(job.getByText("Answered")).toBeVisible({ timeout: 20_000 });
  await expect(job.getByRole("link", { name: "Message" })).toHaveAttribute("href", /\?message=\d+/);
  const posted = async () => (await someone.api.get(`/chats/${board.id}/messages`)).body;
  await expect.poll(posted).toMatchObject([{ message: expect.stringContaining("What is new?") }]);
  await expectAccessible(page);

  await job.getByRole("button", { name: "Edit" }).click();
  await expect(panel(page).getByLabel("When")).toHaveValue("weekly");
  await expect(panel(page).getByLabel("E-mail the result to")).toHaveValue("me");
  await expect(panel(page).getByLabel("Also post the result in")).toHaveValue(String(board.id));
  await panel(page).getByLabel("Name").fill("Week");
  await panel(page).getByRole("button", { name: "Save" }).click();
  const changed = panel(page).getByRole("listitem", { name: "Week" });
  await changed.getByRole("button", { name: "Pause" }).click();
  await expect(changed.getByText("Paused")).toBeVisible();
  await expectToFitPhone(page);
  await changed.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).last().click();
  await expect(panel(page).getByText("No jobs yet")).toBeVisible();
});

test("mails of strangers wait until they are approved as guests' messages or refused", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Team" })).body;
  await openPanel(page, chat, "Settings");
  await page.getByRole("switch", { name: "E-mail" }).click();
  await page.getByRole("tab", { name: "E-mail" }).click();
  await expect(panel(page).getByText(`${chat.uuid}@in.example.test`)).toBeVisible();
  await expect(panel(page).getByText("No e-mails yet")).toBeVisible();

  const bring = (subject: string) =>
    someone.api.as(undefined).post(
      "/inbound-mail/postmark",
      {
        FromFull: { Email: "sam@stranger.test", Name: "Sam Stranger" },
        OriginalRecipient: `${chat.uuid}@in.example.test`,
        Subject: subject,
        TextBody: "May I come in?\n\nOn Monday, Ada <ada@example.test> wrote:\n> Who is there?",
      },
      { authorization: `Basic ${Buffer.from(`parley:${MAIL_SECRET}`).toString("base64")}` },
    );
  await bring("Spam");
  await bring("A question");
  const marks = page.getByTitle("2 e-mails are waiting");
  await expect(marks).toHaveCount(2);
  await expect(panel(page).getByRole("list", { name: "Waiting e-mails" }).getByRole("listitem")).toHaveCount(
    2,
  );
  await expectAccessible(page);
  await expectToFitPhone(page);
  await panel(page).getByRole("button", { name: "Reject “Spam”" }).click();
  await panel(page).getByRole("button", { name: "Accept “A question”" }).click();
  await expect(panel(page).getByRole("list", { name: "Earlier e-mails" })).toContainText("Rejected");
  await expect(page.getByTitle(/mails? (is|are) waiting/)).toHaveCount(0);
  const message = page.getByRole("article", { name: "Message from Sam Stranger" });
  await expect(message).toContainText("May I come in?");
  await expect(message).toContainText("By e-mail from sam@stranger.test: A question");
  await expect(message.getByText("Who is there?")).toBeHidden();
  await message.getByText("Quoted text").click();
  await expect(message.getByText("Who is there?")).toBeVisible();
  await expectAccessible(page);
});
