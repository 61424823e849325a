import { Inngest } from "inngest";
import { serve } from "inngest/edge";
import { expect, test } from "vitest";
import { silent } from "@/e2e/inngest/silent";
import { redactQueryValues } from "./errors";

const client = new Inngest({ id: "parley", isDev: true, eventKey: "none", logger: silent });
function failure() {
  const cause = Object.assign(new Error('invalid input syntax: "a secret"'), { name: "PostgresError" });
  return new Error("Failed query: select $1\nparams: a secret,2", { cause });
}
const fn = (
  id: string,
  body: (context: { step: { run: (id: string, work: () => void) => unknown } }) => unknown,
) => client.createFunction({ id, triggers: [{ event: "test/fails" }], retries: 3 } as never, body as never);
const handle = serve({
  client,
  functions: [
    fn("in-a-step", ({ step }) =>
      step.run("fails", () => {
        throw failure();
      }),
    ),
    fn("outside", () => {
      throw failure();
    }),
  ],
});

test.each(["in-a-step", "outside"])("errors reach Inngest without people's texts: %s", async (id) => {
  const event = { id: "1", name: "test/fails", data: {}, ts: 1 };
  const ctx = { run_id: "1", attempt: 0, stack: { stack: [], current: 0 } };
  const answer = await handle(
    new Request(`http://here/api/inngest?fnId=parley-${id}&stepId=step`, {
      method: "POST",
      headers: { host: "here" },
      body: JSON.stringify({ version: 1, event, events: [event], steps: {}, ctx }),
    }),
  );
  const told = await answer.text();
  expect(told).toContain("a secret");
  expect(redactQueryValues(told)).not.toContain("a secret");
  expect(redactQueryValues(told)).toContain("Failed query: select $1");
  expect(redactQueryValues(told)).toContain("errors.test.ts");
});
