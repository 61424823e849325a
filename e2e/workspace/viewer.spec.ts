import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Client } from "@/test/client";
import { pdf, workbook } from "@/test/files";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const added = async (api: Client, name: string, bytes: Buffer): Promise<number> => {
  const { body } = await api.multipart("/documents", { files: [new File([bytes as BlobPart], name)] });
  return body[0].id;
};
const pages = (page: Page) => page.getByRole("region", { name: "Pages" });
/** Returns whether a rendered page contains anything but background. */
const isDrawn = (page: Page, number: number) =>
  pages(page)
    .locator(`[data-page="${number}"] canvas`)
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, at) => at % 4 === 0 && value < 128);
    });

test("a PDF shows its pages with the passage of the address marked", async ({
  signedIn: page,
  someone: { api },
}) => {
  const lines = Array.from({ length: 12 }, (_, at) => [
    `Page ${at + 1} of the house rules.`,
    "Nothing else.",
  ]);
  lines[7] = ["The spare key of the boiler room hangs be-", "hind the red door in the basement.", "Ask Ada."];
  const id = await added(api, "rules.pdf", pdf(lines));
  await expect
    .poll(async () => (await api.get(`/documents/${id}`)).body.status, { timeout: 20_000 })
    .toBe("ready");
  const { text } = (await api.get(`/documents/${id}/text`)).body;
  const start = text.indexOf("spare key");
  const length = text.indexOf("basement.") + 9 - start;

  await page.goto(`/documents/${id}?passage=${start}-${length}`);
  const marks = pages(page).locator("mark");
  await expect(marks.first()).toBeInViewport({ timeout: 20_000 });
  expect((await marks.allTextContents()).join(" ")).toBe(
    "spare key of the boiler room hangs be hind the red door in the basement.",
  );
  await expect(page.getByLabel("Page", { exact: true })).toHaveValue("8");
  await expect.poll(() => isDrawn(page, 8)).toBe(true);
  await expectAccessible(page);
  await expectToFitPhone(page);

  // Navigates with the field, the keys and the buttons.
  await page.getByLabel("Page", { exact: true }).fill("2");
  await page.keyboard.press("Enter");
  await expect(pages(page).getByRole("group", { name: "Page 2 of 12" })).toBeInViewport();
  await expect.poll(() => isDrawn(page, 2)).toBe(true);
  await pages(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByLabel("Page", { exact: true })).toHaveValue("3");
  const getWidth = async () => (await pages(page).locator('[data-page="3"]').boundingBox())!.width;
  const before = await getWidth();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(getWidth).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Fit width" }).click();
  await expect.poll(getWidth).toBe(before);

  await page.getByRole("tab", { name: "Text" }).click();
  await expect(page.getByRole("main").locator("mark")).toContainText("hind the red door");

  // The worker is governed by the policy of its own URL, which has no exception.
  const worker = await page.request.get(
    (await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .find((name) => name.endsWith("/worker.js")),
    )) ?? "/pdf/worker.js",
  );
  expect(worker.headers()["content-security-policy"]).toContain("default-src 'self'");
});

test("a file that only claims to be a PDF says so, and can be retried", async ({
  signedIn: page,
  someone: { api },
}) => {
  const id = await added(api, "broken.pdf", Buffer.from("%PDF-1.4 and nothing of one"));
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole("alert").filter({ hasText: "The pages couldn't be shown." })).toContainText(
    "damaged",
    { timeout: 20_000 },
  );
  await expectAccessible(page);
});

test("an image can be enlarged and rotated, and sheets are tables", async ({
  signedIn: page,
  someone: { api },
}) => {
  const photo = await sharp({ create: { width: 300, height: 150, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const picture = await added(api, "photo.png", photo);
  await page.goto(`/documents/${picture}`);
  const image = page.getByRole("img", { name: "photo.png" });
  const getSize = async () => {
    const { width = 0, height = 0 } = (await image.boundingBox()) ?? {};
    return [Math.round(width), Math.round(height)];
  };
  await expect.poll(getSize).toEqual([300, 150]);
  await page.getByRole("button", { name: "Rotate" }).click();
  await expect.poll(getSize).toEqual([150, 300]);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(getSize).toEqual([165, 330]);
  await expectAccessible(page);
  await expectToFitPhone(page);

  const rows = (kind: string) => [
    ["Part", "Price"],
    [`${kind} brake`, 12],
    [`${kind} bell`, 7],
  ];
  const book = await added(
    api,
    "prices.xlsx",
    workbook({ Retail: rows("Retail"), Trade: rows("Trade") }, "xlsx"),
  );
  await expect
    .poll(async () => (await api.get(`/documents/${book}`)).body.status, { timeout: 20_000 })
    .toBe("ready");
  const { text } = (await api.get(`/documents/${book}/text`)).body;
  await page.goto(`/documents/${book}?passage=${text.indexOf("Trade bell")}-10`);
  await expect(page.getByRole("tab", { name: "Trade", selected: true })).toBeVisible();
  const cells = page.getByRole("table").getByRole("row");
  await expect(cells.first().getByRole("columnheader")).toHaveText(["Part", "Price"]);
  await expect(page.getByRole("table").locator("mark").first()).toHaveText("Trade bell");
  await page.getByRole("tab", { name: "Retail" }).click();
  await expect(cells).toHaveText(["PartPrice", "Retail brake12", "Retail bell7"]);
  await expectAccessible(page);
  await expectToFitPhone(page);
});
