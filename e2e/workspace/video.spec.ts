import type { Page } from "@playwright/test";
import { fixture } from "@/test/files";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const film = { name: "harbour.webm", mimeType: "video/webm", buffer: fixture("harbour.webm") };
const begin = (page: Page) => page.getByRole("button", { name: "Turn into text" });
const progress = (page: Page) => page.getByRole("region", { name: "Progress" });
const text = (page: Page) => page.getByRole("article", { name: "Text of the video" });

/** Playwright's trace fetches blobs, which the page's policy blocks. */
const OF_THE_TRACE = /^Connecting to 'blob:/;

test("a video becomes a text whose times play it, which can be saved and asked about", async ({
  signedIn: page,
  someone,
  model,
  browserConsole,
}) => {
  test.setTimeout(90_000);
  browserConsole.expects(OF_THE_TRACE);
  await page.goto("/video");
  await expect(begin(page)).toBeDisabled();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByLabel("Video", { exact: true }).setInputFiles(film);
  await expect(page.getByText(/0:0\d long: a model reads about [\d,]+ tokens/)).toBeVisible();
  await page.getByLabel("Scenes and transcript").check();
  await page.getByLabel("Instructions (optional)").fill("Name the colours");
  await expectAccessible(page);
  await expectToFitPhone(page);

  model.setMode("first=1500");
  await begin(page).click();
  await expect(page).toHaveURL(/\/video\?task=/);
  await expect(progress(page)).toContainText(/Waiting|Finding|Listening|Reading|Writing/);
  await page.reload();
  await expect(progress(page)).toBeVisible();
  await expectAccessible(page);
  model.setMode("echo");
  await expect(text(page)).toContainText("Asked: Name the colours", { timeout: 40_000 });
  await expect(text(page)).toContainText("Saw 3 pictures");
  await expect(text(page).getByRole("heading", { level: 2 })).toHaveText([
    "Summary",
    "Key Points",
    "Timeline",
    "Notable Details",
    "Conclusions",
  ]);
  await expect(page.getByText("From scenes and transcript")).toBeVisible();

  // The chosen file is lost after a reload, so it is chosen again.
  await page.getByLabel("Video", { exact: true }).setInputFiles(film);
  const player = page.locator("video");
  const last = text(page)
    .getByRole("button", { name: /^Play from/ })
    .last();
  await last.click();
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await page.getByRole("button", { name: "Save as document" }).click();
  const saving = page.getByRole("dialog", { name: "Save as document" });
  await saving.getByLabel("Name").fill("Colours of the harbour");
  await saving.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Colours of the harbour.md is in the library.")).toBeVisible();
  const [saved] = (await someone.api.get("/documents?place=library")).body;
  expect(saved.file_name).toBe("Colours of the harbour.md");
  await page.getByRole("button", { name: "Ask about it in a chat" }).click();
  await expect(page).toHaveURL(/\/chats\//);
  const uuid = page.url().split("/").at(-1);
  const documents = (await someone.api.get(`/documents?chat_id=${uuid}`)).body;
  expect(documents.map(({ file_name }: { file_name: string }) => file_name)).toEqual(["harbour.md"]);
});

test("a video in an undecodable format is not uploaded", async ({ signedIn: page, browserConsole }) => {
  browserConsole.expects(OF_THE_TRACE);
  await page.goto("/video");
  const choice = page.getByLabel("Video", { exact: true });
  await choice.setInputFiles({ name: "a.mp4", mimeType: "video/mp4", buffer: fixture("av1.mp4") });
  await expect(page.getByRole("alert").filter({ hasText: "encoded as AV1" })).toBeVisible();
  await expect(begin(page)).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Choose another video" }).click();
  await choice.setInputFiles(film);
  await expect(begin(page)).toBeEnabled();
  await expect(page.getByText("encoded as AV1")).toHaveCount(0);
});

test("a conversion of a video document can be cancelled, and its failure shows the reason", async ({
  signedIn: page,
  someone,
  model,
}) => {
  test.setTimeout(90_000);
  const file = new File([new Uint8Array(film.buffer)], film.name);
  await someone.api.multipart("/documents", { files: [file] });
  await page.goto("/video");
  await page.getByRole("button", { name: "Choose a document" }).click();
  const choice = page.getByRole("dialog", { name: "Choose a video" });
  await expectAccessible(page);
  await choice.getByRole("button", { name: "harbour.webm" }).click();
  await expect(page.locator("video")).toHaveJSProperty("readyState", 4);
  model.setMode("first=20000");
  await begin(page).click();
  await progress(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Cancelled")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("figcaption")).toContainText("harbour.webm");
  model.setMode("500");
  await begin(page).click();
  await expect(page.getByText("The video couldn't be turned into text")).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page);
  model.setMode("echo");
  await page.getByRole("button", { name: "Try again" }).click();
  await begin(page).click();
  await expect(page.getByText("From the whole video")).toBeVisible({ timeout: 40_000 });
  // After a reload, the page plays the video from its document.
  await page.reload();
  await expect(text(page).getByRole("button", { name: "Play from 00:00" })).toBeEnabled();
});
