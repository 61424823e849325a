import { fixture } from "@/test/files";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("conversions are listed, and can be retried, read and deleted", async ({
  signedIn: page,
  someone: { api },
  model,
}) => {
  test.setTimeout(90_000);
  await page.goto("/video/conversions");
  await expect(page.getByText("No conversions yet")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);

  const film = new File([new Uint8Array(fixture("harbour.webm"))], "harbour.webm");
  const [{ id }] = (await api.multipart("/documents", { files: [film] })).body;
  model.setMode("401");
  await api.multipart("/video/video-to-text", { document_id: String(id), is_sync: "false" });
  const rows = page.getByRole("list", { name: "Conversions" }).getByRole("listitem");
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("Failed", { timeout: 40_000 });
  await expectAccessible(page);
  await expectToFitPhone(page);

  model.setMode("echo");
  await rows.first().getByRole("button", { name: "Try again" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/From (the whole video|scenes and transcript)/, {
    timeout: 40_000,
  });
  await rows.first().getByRole("link", { name: "harbour.webm" }).click();
  await expect(page.getByRole("article", { name: "Text of the video" })).toContainText("Summary");
  await expect(page.locator("video")).toBeVisible();

  await page.getByRole("link", { name: "Conversions" }).click();
  await rows.first().getByRole("button", { name: "Actions for harbour.webm" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download text" }).click();
  expect((await download).suggestedFilename()).toBe("harbour.md");
  await rows.first().getByRole("button", { name: "Actions for harbour.webm" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(1);
});
