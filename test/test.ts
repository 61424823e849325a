import { test as base, type Page } from "@playwright/test";
import { client, PASSWORD, person } from "./client";
import { startModelServer } from "./fakes/model-server";
import { type Product, startProduct } from "./product";

type Person = Awaited<ReturnType<typeof person>>;
type ForWorker = {
  /** Additional environment of the product, set by `test.use` at the top of a file. */
  environment: Record<string, string>;
  product: Product;
  model: Awaited<ReturnType<typeof startModelServer>>;
};
type ForTest = {
  /** Account in a group of its own, with an API client. */
  someone: Person;
  /** Page on which `someone` is signed in. */
  signedIn: Page;
};

/** Secret of mail services. */
export const MAIL_SECRET = "a secret of the mail webhook";

/** Tests with the built product, a fake model provider, and an account. */
export const test = base.extend<ForTest, ForWorker>({
  environment: [{}, { scope: "worker", option: true }],
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern
    async ({}, use) => {
      const model = await startModelServer();
      await use(model);
      await model.close();
    },
    { scope: "worker" },
  ],
  product: [
    async ({ model, environment }, use) => {
      const product = await startProduct({
        env: {
          OPENAI_BASE_URL: model.url,
          TRANSCRIPTION_MODEL: "openai:whisper-1",
          VIDEO_MODEL: "openai-compatible:stand-in-large",
          // Avoids an installed ffmpeg, which would decode more formats than the built-in one. The image has only an
          // installed one.
          ...(!process.env.TEST_PRODUCT && { FFMPEG_PATH: "builtin" }),
          // Tests enter addresses of fake servers, which run on this machine.
          ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
          // The visitors of all tests share an address.
          RATE_LIMIT_PUBLIC_SESSIONS: "1000",
          INBOUND_EMAIL_DOMAIN: "in.example.test",
          INBOUND_EMAIL_SECRET: MAIL_SECRET,
          ...environment,
        },
      });
      await use(product);
      await product.remove();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  someone: async ({ product }, use) => use(await person(product.url, "Ada Example")),
  signedIn: async ({ page, product, someone }, use) => {
    await signIn(page, product.url, someone.email);
    await use(page);
  },
});

/** Posts the sign-in form like a browser without JavaScript, because rendering the page takes a second. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  const answer = await page.request.post(`${url}/login/submit`, {
    form: { email, password: PASSWORD },
    headers: { origin: url },
    maxRedirects: 0,
  });
  const { location } = answer.headers();
  if (location !== "/") throw new Error(`Signing in answered ${answer.status()} and led to ${location}`);
}

export { expect } from "@playwright/test";
export { client, PASSWORD, person };
