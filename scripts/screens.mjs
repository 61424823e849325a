// npm run screens [-- --kept] [-- name …]: takes screenshots of all screens in a separate installation with the
// sample content of `npm run seed`. All are written to test-results/screens, those of the main screens as WebP to
// docs/screens, and one for README.md. Reports axe violations.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { ensureBrowser, findWholeBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build.mjs";
import { run } from "./run.mjs";
import { LANGUAGES, listScreens, prepare } from "./screens/list.mjs";
import { startModel } from "./screens/model.mjs";
import { createApi } from "./seed/api.mjs";
import { PASSWORD, people } from "./seed/people.mjs";

const ALL = "test-results/screens";
const KEPT = "docs/screens";
const FIRST = "docs/screenshot.png";
const FIRST_OF = "canvas-1440-light";
const SIZES = { 390: 844, 768: 1024, 1440: 900 };
const KEPT_WIDTHS = [390, 1440];
// Variants taken of screens other than the main ones, so that axe checks each theme and a narrow and a wide window.
const KEPT_OF_OTHERS = ["1440-light", "390-dark"];
const SCHEMES = ["light", "dark"];
const [owner] = people;
// Names of screens to take. `--kept`: only the pictures in docs/screens.
const wanted = process.argv.slice(2).filter((name) => name !== "--kept");
const isKeptOnly = process.argv.includes("--kept");
const NEW = { email: "new@harbor.example", password: PASSWORD, full_name: "Noor Haas" };

await ensureBrowser();
const executablePath = findWholeBrowser();
await ensureBuilt();
const PORT = process.env.PORT ?? "3999";
const address = `http://localhost:${PORT}`;
const DATA_DIR = mkdtempSync(join(tmpdir(), "parley-screens-"));
const model = await startModel();
const env = {
  ...process.env,
  PORT,
  APP_URL: address,
  DATA_DIR,
  NODE_ENV: "production",
  LOG_LEVEL: "error",
  MODELS_DOWNLOAD: "false",
  OPENAI_API_KEY: "sample",
  OPENAI_BASE_URL: model.url,
  OPENAI_MODEL: "harbor-large",
  RATE_LIMIT_SIGN_IN_ACCOUNT: "10000",
  RATE_LIMIT_SIGN_IN_ADDRESS: "10000",
};
const server = spawn(process.execPath, ["build/server.mjs"], { env, stdio: "ignore" });
try {
  await answered(`${address}/api/v1/health/ready`);
  if ((await run("node", ["scripts/seed.mjs", address])) !== 0)
    throw new Error("There is no sample content.");
  await takeAll();
} finally {
  server.kill();
  await once(server, "exit");
  model.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
}

async function takeAll() {
  await createApi(address).post("/auth/register", NEW);
  const screens = listScreens(await prepare(await ada(), await listChats()));
  for (const folder of [ALL, KEPT]) {
    if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const found = new Map();
  for (const width of Object.keys(SIZES).map(Number))
    for (const colorScheme of SCHEMES)
      for (const who of ["owner", "nobody", "new", ...LANGUAGES.map(([tag]) => tag)]) {
        const isEnglish = !LANGUAGES.some(([tag]) => tag === who);
        const context = await browser.newContext({
          viewport: { width, height: SIZES[width] },
          colorScheme,
          reducedMotion: "reduce",
          serviceWorkers: "block",
          locale: isEnglish ? "en" : who,
        });
        if (who !== "nobody") await signIn(context, who === "new" ? NEW.email : owner.email);
        for (const screen of screens.filter(({ name, as = "owner" }) => as === who && isWanted(name))) {
          const picture = `${width}-${colorScheme}`;
          // Translations differ only in their texts, so only the kept pictures are taken.
          const isTaken = isKeptOnly || !isEnglish ? isKept(screen, picture) : true;
          if (isTaken) await take(context, screen, `${screen.name}-${picture}`, found);
        }
        await context.close();
      }
  await browser.close();
  writeFileSync(join(KEPT, "README.md"), index(screens));
  for (const [rule, where] of found) console.log(`axe: ${rule}\n  ${[...where].join("\n  ")}`);
  console.log(`Pictures of ${screens.length} screens are in ${ALL}, the most important in ${KEPT}.`);
}

/** @param picture name of the picture or its suffix */
function isKept({ is }, picture) {
  return is
    ? KEPT_WIDTHS.some((width) => new RegExp(`(^|-)${width}-`).test(picture))
    : KEPT_OF_OTHERS.some((end) => picture.endsWith(end));
}

function isWanted(name) {
  return wanted.length === 0 || wanted.includes(name);
}

async function take(context, { path, act, is }, name, found) {
  const page = await context.newPage();
  try {
    await page.goto(`${address}${path}`);
    await page.getByRole("heading").or(page.getByRole("textbox")).first().waitFor();
    await act?.(page);
    await page.evaluate(() => document.fonts.ready);
    await settled(page);
    // Closes toasts about the data just seeded.
    const dismiss = page.locator("[data-toast]").getByRole("button", { name: "Dismiss" }).first();
    while (await dismiss.isVisible()) await dismiss.click();
    const picture = await page.screenshot({ path: join(ALL, `${name}.png`), caret: "initial" });
    if (isKept({ is }, name))
      await sharp(picture)
        .webp({ quality: 80, effort: 6 })
        .toFile(join(KEPT, `${name}.webp`));
    if (name === FIRST_OF) await sharp(picture).png({ palette: true, effort: 10 }).toFile(FIRST);
    const isChecked = KEPT_OF_OTHERS.some((end) => name.endsWith(end));
    for (const { id, nodes } of !isChecked
      ? []
      : (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations)
      for (const { target } of nodes)
        found.set(id, (found.get(id) ?? new Set()).add(`${name}: ${target.join(" ")}`));
    const { width, shown } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      shown: window.innerWidth,
    }));
    if (width > shown) console.log(`${name} is ${width - shown} px too wide.`);
  } catch (error) {
    console.log(`${name}: ${error.message.split("\n")[0]}`);
  } finally {
    await page.close();
  }
}

function settled(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let timer;
        const later = () => {
          clearTimeout(timer);
          timer = setTimeout(() => (document.querySelector(".animate-pulse") ? later() : resolve()), 400);
        };
        new MutationObserver(later).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        later();
        setTimeout(resolve, 8000);
      }),
  );
}

async function signIn(context, email) {
  const form = { email, password: PASSWORD };
  await context.request.post(`${address}/login/submit`, {
    form,
    headers: { origin: address },
    maxRedirects: 0,
  });
}

async function ada() {
  const { access_token } = await createApi(address).form("/auth/login", {
    username: owner.email,
    password: PASSWORD,
  });
  const [session] = await createApi(address, access_token).post("/auth/login/group", []);
  return createApi(address, session.access_token);
}

async function listChats() {
  const list = await (await ada()).get("/chats?page_size=100&show_chats_in_workspace=true");
  const chats = new Map(list.map((chat) => [chat.name, chat]));
  return { chats, visitorChat: chats.get("Ask Harbor Bikes") };
}

async function answered(url) {
  for (let tries = 0; tries < 600; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await wait(100);
  }
  throw new Error("Parley did not start.");
}

function index(screens) {
  const main = screens.filter(({ is }) => is);
  const others = screens.filter(({ is }) => !is);
  return `# Screens

All screens with the sample content of \`npm run seed\`. \`npm run screens\` takes these pictures, and leaves those at 390, 768 and 1440 px in light
and dark in \`${ALL}\`. It names what axe finds and pages that are too wide.

| Screen | 1440 px, light | 1440 px, dark | 390 px, light | 390 px, dark |
|---|---|---|---|---|
${main.map(createRow(["1440-light", "1440-dark", "390-light", "390-dark"])).join("\n")}

| Screen | 1440 px, light | 390 px, dark |
|---|---|---|
${others.map(createRow(KEPT_OF_OTHERS)).join("\n")}
`;
}

function createRow(pictures) {
  return ({ name, title }) => {
    const cells = pictures.map(
      (picture) =>
        `<img src="${name}-${picture}.webp" alt="${title}" width="${picture.startsWith("390") ? 120 : 300}">`,
    );
    return `| ${[title, ...cells].join(" | ")} |`;
  };
}
