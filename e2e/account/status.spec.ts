import { randomUUID } from "node:crypto";
import { startCollector } from "@/test/fakes/otlp-collector";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { startProduct } from "@/test/product";
import { client, person, signIn } from "@/test/test";

const STATUS = "**/api/v1/installation/status*";

test("the owner of the installation sees its status and can retry failed work, and others cannot", async ({
  page,
}) => {
  test.slow();
  const collector = await startCollector();
  const token = "a token for Prometheus";
  const own = await startProduct({
    env: {
      METRICS_TOKEN: token,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // Nothing listens at this address. Empty variables count as unset.
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
      OPENAI_API_KEY: "",
      OPENAI_MODEL: "",
      NEXTAUTH_URL: "",
      SMTP_URL: " ",
    },
  });
  try {
    const owner = await person(own.url, "Olga Owner");
    const other = await person(own.url, "Sam Stranger");
    await signIn(page, own.url, owner.email);
    await page.goto(`${own.url}/settings/status`);
    await expect(page.getByRole("link", { name: "Status" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByText("This is the only process.")).toBeVisible();
    await expect(page.getByText("Nothing failed in the last seven days.")).toBeVisible();
    await expect(page.getByRole("table", { name: "Slowest operations" })).toContainText("register");

    const models = page.locator("dt", { hasText: "Models" }).locator("..");
    await expect(models).toContainText("Not working");
    await expect(models).toContainText(
      "OpenAI-compatible server can't be reached, so its models aren't available.",
    );
    await expect(models).toContainText("It's connected through the environment variable OPENAI_BASE_URL.");
    await page.goto(own.url);
    await page.getByRole("button", { name: /^Assistant: / }).click();
    const chooser = page.getByRole("dialog", { name: "Assistant and model" });
    await expect(chooser.getByRole("link", { name: "Check the connection" })).toBeVisible();
    await expect(chooser.locator("[data-choice]").filter({ hasText: /default\b/ })).toHaveCount(0);
    await expect(chooser.locator("[data-choice]").filter({ hasText: "Default" })).toContainText(
      "Not available right now",
    );
    await expectAccessible(page);
    await chooser.getByRole("link", { name: "Check the connection" }).click();
    await expect(page.getByRole("main")).toContainText("can't be reached, so its models aren't available.");
    await page.goto(`${own.url}/settings/status`);

    // Faked, because no run exhausts its retries within a test; resuming runs is tested at the API.
    const failure = { id: randomUUID(), name: "process-document", failed_at: "2026-01-02T03:04:05.678Z" };
    let isFailed = true;
    await page.route(STATUS, async (route) => {
      const body = await (await route.fetch()).json();
      const failures = isFailed ? [{ ...failure, error: "The disk is full." }] : [];
      Object.assign(body.queue, { failed: failures.length, failures });
      await route.fulfill({ json: body });
    });
    await page.route(`**/installation/runs/${failure.id}/retry`, (route) => {
      isFailed = false;
      return route.fulfill({ json: { success: true, message: "The run continues." } });
    });
    const work = page.getByRole("listitem").filter({ hasText: "Processing a document" });
    // The page polls every ten seconds.
    await expect(work).toContainText("The disk is full.", { timeout: 20_000 });
    await expect(page.getByText("Some failed")).toBeVisible();
    await expectAccessible(page);
    await expectToFitPhone(page);
    await work.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Running again." })).toBeVisible();
    await expect(page.getByText("Nothing failed in the last seven days.")).toBeVisible();

    await page.context().clearCookies();
    await signIn(page, own.url, other.email);
    await page.goto(`${own.url}/settings/status`);
    await expect(page.getByText("Only the owner of the installation can open this page.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Status" })).toHaveCount(0);

    // Each process has its own counters.
    let registered = 0;
    for (const url of own.urls) {
      const { body } = await client(url, `Bearer ${token}`).get("/metrics");
      const [, count] =
        /^parley_requests_total\{operation="register",status="200"\} (\d+)$/m.exec(body) ?? [];
      registered += Number(count ?? 0);
    }
    expect(registered).toBe(2);
    const names = () => collector.spans.map(({ name }) => name);
    await expect.poll(names).toEqual(expect.arrayContaining(["register", "getInstallationStatus"]));
  } finally {
    // Leaves the page, which would otherwise log failed requests to the stopped server.
    await page.goto("about:blank");
    await own.remove();
    await collector.close();
  }
});
