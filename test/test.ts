import { test as base, type Page } from "@playwright/test";
import { client, PASSWORD, person } from "./client";
import { startModelServer } from "./fakes/model-server";
import { type Product, startProduct } from "./product";

type Person = Awaited<ReturnType<typeof person>>;
type ForWorker = {
  /** What the product of a file's tests is told beside the usual: `test.use` at the top of the file. */
  environment: Record<string, string>;
  product: Product;
  model: Awaited<ReturnType<typeof startModelServer>>;
};
type ForTest = {
  /** Somebody with an account and an API client. */
  someone: Person;
  /** A page on which that person is signed in. */
  signedIn: Page;
};

/** What a mail service signs in with. */
export const MAIL_SECRET = "a secret of the mail webhook";

/** Tests with the built product, a stand-in for a model provider, and a person who is signed in. */
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
          // The same where the system has an ffmpeg of its own, which decodes more.
          FFMPEG_PATH: "builtin",
          // The stand-ins for servers that people enter are here.
          ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
          // All visitors of all tests come from one address.
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

/** Posts the form of the sign-in page, as browsers without JavaScript do; drawing that page each time would take a second. */
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
