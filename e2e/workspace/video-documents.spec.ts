import { fixture } from "@/test/files";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("frames and text of a video are shown as a grid and as a transcript that plays at its times", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Harbour" })).body;
  const file = new File([new Uint8Array(fixture("harbour.webm"))], "harbour.webm");
  const [{ id }] = (await api.multipart("/documents", { files: [file], chat_id: String(chat.id) })).body;
  const ready = () =>
    expect
      .poll(async () => (await api.get(`/documents/${id}`)).body.status, { timeout: 20_000 })
      .toBe("ready");
  await ready();
  const asked = (name: string) =>
    api.multipart(`/chats/${chat.id}/messages`, {
      message_input: `[[fake call ${name} {"document_id":${id}}]]`,
    });
  await asked("extract_video_keyframes");
  await asked("transcribe_video");
  await ready();

  await page.goto(`/chats/${chat.uuid}`);
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  const pictures = page.getByRole("list", { name: "Images" }).getByRole("link");
  await expect(pictures).toHaveCount(3);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await pictures.nth(1).click();
  const picture = page.getByRole("dialog", { name: /^keyframe-01/ });
  await expect(picture.getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");

  // A citation opens the player above the chat; lines of the transcript seek to their time.
  await page.getByRole("link", { name: /harbour\.webm, at 0:00/ }).click();
  const viewer = page.getByRole("dialog", { name: "harbour.webm" });
  const second = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  const line = viewer.getByRole("button", { name: /0:01 The lighthouse keeper/ });
  await line.click();
  await expect.poll(second).toBeGreaterThanOrEqual(1.5);
  await expect(line).toHaveAttribute("aria-current", "time");
  await page.keyboard.press("Escape");

  // Search results open the player as well.
  await page.goto("/search?q=lighthouse%20keeper%20boats");
  const found = page.getByRole("link", { name: /harbour\.webm/ });
  await expect(found).toContainText("at 0:01");
  await found.click();
  await expect(page).toHaveURL(/seconds=1\.5/);
  await expect.poll(second).toBeCloseTo(1.5, 1);
  await expect(page.getByRole("button", { name: /The lighthouse keeper/ })).toHaveAttribute(
    "aria-current",
    "time",
  );
  await expectAccessible(page);
  await expectToFitPhone(page);
});
