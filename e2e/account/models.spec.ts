import { readFile } from "node:fs/promises";
import { joined } from "@/test/client";
import { startCloudModels } from "@/test/fakes/cloud-models";
import { startModelServer } from "@/test/fakes/model-server";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("two services are connected side by side, and their models are chosen by their names", async ({
  signedIn: page,
  someone,
}) => {
  const servers = await Promise.all([
    startModelServer({ models: [{ id: "llama-4" }, { id: "qwen-3" }] }),
    startModelServer({ models: [{ id: "mixtral" }] }),
  ]);
  try {
    await page.goto("/settings/models");
    const connections = page.getByRole("list", { name: "Connections" }).getByRole("listitem");
    const form = connections.filter({ has: page.getByRole("button", { name: "Test connection" }) });
    for (const [at, preset] of ["Groq", "OpenRouter"].entries()) {
      await page.getByRole("button", { name: `Connect ${preset}` }).click();
      await expect(form.getByLabel("Name")).toHaveValue(preset);
      await form.getByLabel("Address").fill(servers[at]!.url);
      await form.getByLabel("API key", { exact: true }).fill(`key-of-${preset}`);
      await form.getByText("More settings").click();
      await expectAccessible(page);
      await expectToFitPhone(page);
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(`${preset} is connected.`)).toBeVisible();
      await expect(page.getByRole("button", { name: `Edit ${preset}` })).toBeFocused();
    }
    const models = page.getByRole("list", { name: "Models", exact: true }).getByRole("listitem");
    await expect(models.filter({ hasText: "llama-4 (Groq)" })).toBeVisible();
    await expect(models.filter({ hasText: "mixtral (OpenRouter)" })).toBeVisible();

    // A connection that is off offers nothing.
    await page.getByRole("button", { name: "Edit OpenRouter" }).click();
    await form.getByText("More settings").click();
    await form.getByRole("switch", { name: "Use this connection" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(
      connections.filter({ hasText: "OpenRouter" }).getByText("Off", { exact: true }),
    ).toBeVisible();
    await expect(models.filter({ hasText: "mixtral" })).toHaveCount(0);

    const chat = (await someone.api.post("/chats", { name: "Harbour", model: "groq:qwen-3" })).body;
    await page.goto(`/chats/${chat.uuid}`);
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("Who is it?");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said: Who is it?");
    expect(servers[0]!.authorizations.at(-1)).toBe("Bearer key-of-Groq");
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});

test("settings of models leave as a file and come back from one", async ({
  signedIn: page,
  browserConsole,
}, info) => {
  browserConsole.expects(/status of 422/);
  await page.goto("/settings/models");
  const section = page.getByRole("region", { name: "Settings as a file" });
  const leaving = page.waitForEvent("download");
  await section.getByRole("link", { name: "Export" }).click();
  const path = info.outputPath("parley.models.json");
  await (await leaving).saveAs(path);
  const file = JSON.parse(await readFile(path, "utf8"));
  expect(file).toMatchObject({ format: "parley-models", version: 1 });
  const groq = {
    id: "groq",
    name: "Groq",
    provider: "openai-compatible",
    base_url: "https://api.groq.example/v1",
    model: null,
    models: ["llama-4"],
    options: {},
    header_names: [],
    proxy: null,
    timeout_seconds: null,
    enabled: true,
    has_key: true,
  };
  const choose = (content: string) =>
    page.getByLabel("File with settings of models").setInputFiles({
      name: "parley.models.json",
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
  await choose("not JSON");
  await expect(page.getByText("This file doesn't contain settings of models.")).toBeVisible();
  await choose(JSON.stringify({ ...file, version: 7 }));
  await expect(page.getByText(/^The file can't be imported: version/)).toBeVisible();
  await choose(JSON.stringify({ ...file, connections: [groq] }));
  await expect(page.getByText("Turned off until you enter their keys and headers: groq.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Groq" })).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
});

test("a model is downloaded onto an Ollama server", async ({ signedIn: page, someone }) => {
  const ollama = await startCloudModels();
  try {
    await someone.api.put("/models/connections/ollama", { base_url: ollama.url });
    await page.goto("/settings/models");
    await page.getByRole("button", { name: "Edit Ollama" }).click();
    const field = page.getByLabel("Download a model");
    await field.fill("missing");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/could not download the model: .* file does not exist/)).toBeVisible();
    await field.fill("llama3.2:3b");
    await expectAccessible(page);
    await expectToFitPhone(page);
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await expect(page.getByText("llama3.2:3b is downloaded.")).toBeVisible();
    await expect(field).toHaveValue("");
  } finally {
    await ollama.close();
  }
});

test("an admin names, orders and hides models, and says who may choose them", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const max = await joined(product.url, someone, "Max Member");
  await page.goto("/settings/models");
  const models = page.getByRole("list", { name: "Models", exact: true }).getByRole("listitem");
  const first = (await models.first().getByRole("paragraph").first().textContent())!.trim();
  await models
    .nth(1)
    .getByRole("button", { name: /^Edit / })
    .click();
  const form = models.nth(1);
  await form.getByRole("textbox", { name: "Name" }).fill("House model");
  await form.getByRole("textbox", { name: "Emoji" }).fill("🏠");
  await form.getByLabel("Description").fill("Stays in the house.");
  await form.getByRole("spinbutton", { name: "Input" }).fill("2.5");
  await form.getByRole("spinbutton", { name: "Output" }).fill("10");
  await form.getByLabel("Images").selectOption("Can read images");
  await form.getByRole("radio", { name: "Some people" }).check();
  await expect(form.getByRole("checkbox", { name: "Max Member" })).not.toBeChecked();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await form.getByRole("button", { name: "Save" }).click();
  const house = models.filter({ hasText: "House model" });
  await expect(house).toContainText("Some people");
  await expect(house).toContainText("2.5 in, 10 out per million tokens");
  await house.getByRole("button", { name: "Edit House model" }).click();
  await expect(house.getByRole("spinbutton", { name: "Output" })).toHaveValue("10");
  await house.getByRole("radio", { name: "Owners and admins" }).check();
  await house.getByRole("button", { name: "Save" }).click();
  await expect(house.getByText("Admins", { exact: true })).toBeVisible();
  await house.getByRole("button", { name: "Move House model up" }).click();
  await expect(models.first()).toContainText("House model");
  const labels = async (who: typeof max) =>
    ((await who.api.get("/models")).body.models as { name: string | null; label: string }[]).map(
      ({ name, label }) => name ?? label,
    );
  expect(await labels(max)).not.toContain("House model");
  expect((await labels(someone))[0]).toBe("House model");

  await page.getByLabel("Default model").selectOption({ label: "House model" });
  await expect(page.getByText(/^By default, .*/)).toBeVisible();
  await expect(house.getByText("Default", { exact: true })).toBeVisible();

  await page.goto("/");
  await page
    .getByRole("button", { name: /Parley/ })
    .first()
    .click();
  await expect(page.getByText("Stays in the house.")).toBeVisible();

  await page.goto("/settings/models");
  await models
    .filter({ hasText: first })
    .getByRole("button", { name: /^Edit / })
    .click();
  await models.filter({ hasText: first }).getByRole("switch", { name: "Offer this model" }).click();
  await models.filter({ hasText: first }).getByRole("button", { name: "Save" }).click();
  await expect(models.filter({ hasText: first }).getByText("Hidden", { exact: true })).toBeVisible();
  expect(await labels(someone)).not.toContain(first);
});
