import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/inngest/route";
import { startChild } from "@/test/child";
import { logged } from "@/test/logged";
import { startServer } from "@/test/server";

const KEY = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const INNGEST = {
  INNGEST_EVENT_KEY: "0011223344556677",
  INNGEST_SIGNING_KEY: `signkey-test-${KEY}`,
  // Nothing listens on this port.
  INNGEST_BASE_URL: "http://127.0.0.1:9",
};

// Captures the log, so that rejected calls do not appear in the test output.
logged();

test.each(["1", "0"])(
  "a start in production with INNGEST_DEV=%s is refused with a message",
  async (value) => {
    const starting = startChild({ ...INNGEST, NODE_ENV: "production", INNGEST_DEV: value });
    await expect(starting).rejects.toThrow(
      "Parley cannot start: INNGEST_DEV would open the background functions to anybody. Unset it.",
    );
  },
);

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  Object.assign(process.env, INNGEST);
  server = await startServer();
});
afterAll(() => server.close());

// Body of a function call as Inngest signs it.
const BODY = JSON.stringify({
  // The keys are in alphabetical order, because Inngest signs the body in this form.
  ctx: {
    attempt: 0,
    disable_immediate_execution: false,
    run_id: "01",
    stack: { current: 0, stack: [] },
    use_api: false,
  },
  event: { data: {}, id: "01", name: "inngest/scheduled.timer", ts: 1, user: {} },
  events: [{ data: {}, id: "01", name: "inngest/scheduled.timer", ts: 1, user: {} }],
  steps: {},
  use_api: false,
  version: 1,
});
const signed = (at: number, key = KEY) => {
  const seconds = Math.round(at / 1000);
  const mac = createHmac("sha256", key).update(BODY).update(String(seconds)).digest("hex");
  return { "x-inngest-signature": `t=${seconds}&s=${mac}` };
};
const call = (headers: Record<string, string>) =>
  POST(
    new Request("http://localhost:3000/api/inngest?fnId=parley-sweep-files&stepId=step", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: BODY,
    }),
    {},
  );

test("only a call with the server's signature runs a function; missing, foreign and old ones are refused", async () => {
  expect((await call(signed(Date.now()))).status).toBe(206);
  for (const headers of [
    {},
    signed(Date.now(), "another key"),
    signed(Date.now() - 3_600_000),
    { "x-inngest-signature": "t=0&s=" },
  ])
    expect((await call(headers)).status).toBe(401);
});
