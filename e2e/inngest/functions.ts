import type { BackgroundFunction, Step } from "@/inngest/background-function";
import { givenUp } from "@/inngest/functions/given-up";

/** Records the notes of the functions under test by the id in their event. */
export function notebook() {
  const done = new Map<string, string[]>();
  const runs = new Map<string, Set<string>>();
  return {
    note: (id: string, what: string) => void done.set(id, [...(done.get(id) ?? []), what]),
    seen: (id: string) => done.get(id) ?? [],
    began: (id: string, runId: string) => void runs.set(id, (runs.get(id) ?? new Set()).add(runId)),
    runs: (id: string) => [...(runs.get(id) ?? [])],
    /** Promises that steps named "gate" wait for. */
    gates: new Map<string, Promise<void>>(),
    /** The maximum number of concurrent runs by key. */
    most: new Map<string, number>(),
    now: new Map<string, number>(),
  };
}
export type Notebook = ReturnType<typeof notebook>;

// biome-ignore lint/suspicious/noExplicitAny: only these tests know the data of their events
type Context = { event: any; runId: string; step: Step };

/** Functions that each exercise one feature of an engine. */
export function functionsUnderTest(book: Notebook): BackgroundFunction[] {
  const { note, seen, began, gates, most, now } = book;
  const fn = (
    id: string,
    options: Partial<BackgroundFunction>,
    body: (context: Context) => unknown,
  ): BackgroundFunction => ({
    id,
    retries: 3,
    events: [`test/${id}`],
    ...options,
    run: (context) => {
      began(context.event.data.id as string, context.runId);
      return body(context);
    },
  });
  const count = (id: string, what: string) => seen(id).filter((one) => one.startsWith(what)).length;

  return [
    fn("event", {}, ({ event }) => {
      const { ts, id, name, data } = event;
      note(data.id, JSON.stringify({ id, name, data, isRecent: Math.abs(Date.now() - ts) < 60_000 }));
    }),
    fn("steps", { retries: 3 }, async ({ event, step }) => {
      const { id } = event.data;
      await step.run("first", () => note(id, "first"));
      await step.run("second", () => {
        note(id, "second");
        if (count(id, "second") < 2) throw new Error("once more");
      });
      await step.run("third", () => {
        note(id, "third");
        if (count(id, "third") < 3) throw new Error("once more");
      });
      note(id, "end");
    }),
    fn("results", {}, async ({ event, step }) => {
      const { id } = event.data;
      const at = await step.run("date", () => new Date(0));
      const nothing = await step.run("nothing", () => {});
      const partly = await step.run("partly", () => ({ some: [1, "ä", null], none: undefined }));
      await step.sleep("so that all is read again", "1s");
      await step.run("note", () => note(id, JSON.stringify([at, nothing ?? null, partly])));
    }),
    fn("fails", { retries: 2 }, async ({ event, step }) => {
      await step.run("boom", () => {
        note(event.data.id, "try");
        throw new Error("always");
      });
    }),
    fn("body-fails", { retries: 1 }, async ({ event }) => {
      note(event.data.id, "try");
      throw new Error("outside of a step");
    }),
    fn("once", { retries: 0 }, async ({ event, step }) => {
      await step.run("boom", () => {
        note(event.data.id, "try");
        throw new Error("no retries");
      });
    }),
    fn("mended", { retries: 0 }, async ({ event, step }) => {
      const { id } = event.data;
      await step.run("work", () => {
        note(id, "work");
        if (count(id, "work") < 2) throw new Error("The disk is full.");
      });
      await step.run("end", () => note(id, "end"));
    }),
    fn("caught", { retries: 1 }, async ({ event, step }) => {
      const { id } = event.data;
      try {
        await step.run("boom", () => {
          note(id, "try");
          throw new TypeError("always");
        });
      } catch (error) {
        const { name, message } = error as Error;
        await step.run("afterwards", () => note(id, `caught ${name}: ${message}`));
      }
    }),
    fn("sleeps", {}, async ({ event, step }) => {
      await step.run("before", () => note(event.data.id, `${Date.now()}`));
      await step.sleep("a while", "2s");
      await step.run("after", () => note(event.data.id, `${Date.now()}`));
    }),
    fn("turns", { concurrency: { perKey: { limit: 1, field: "key" } } }, async ({ event, step }) => {
      const { id, key } = event.data;
      await step.run("alone", async () => {
        now.set(key, (now.get(key) ?? 0) + 1);
        most.set(key, Math.max(most.get(key) ?? 0, now.get(key)!));
        await gates.get(key);
        await new Promise((resolve) => setTimeout(resolve, 30));
        now.set(key, now.get(key)! - 1);
        note(key, "ran");
      });
      note(id, "over");
    }),
    fn(
      "shared",
      {
        concurrency: { total: 1, perKey: { limit: 1, field: "key" } },
        priorityField: "priority",
      },
      async ({ event, step }) => {
        const { id, of } = event.data;
        await step.run("work", async () => {
          now.set(of, (now.get(of) ?? 0) + 1);
          most.set(of, Math.max(most.get(of) ?? 0, now.get(of)!));
          note(of, id);
          await gates.get(of);
          now.set(of, now.get(of)! - 1);
        });
        note(id, "over");
      },
    ),
    fn("naps", {}, async ({ event, step }) => {
      await step.run("before", () => note(event.data.id, "before"));
      await step.sleep("a while", "4s");
      await step.run("after", () => note(event.data.id, "after"));
    }),
    fn("sends", {}, async ({ event, step }) => {
      const { id } = event.data;
      await step.sendEvent("on", { name: "test/sent", data: { id } });
      await step.sendEvent("once", { id: `${id} twice`, name: "test/sent", data: { id } });
      await step.sendEvent("again", { id: `${id} twice`, name: "test/sent", data: { id } });
    }),
    fn("sent", {}, ({ event }) => note(event.data.id, "sent")),
    fn("waits", { retries: 3 }, async ({ event, step }) => {
      const { id } = event.data;
      await step.run("first", () => note(id, "first"));
      await step.run("gate", async () => {
        note(id, "gate");
        await gates.get(id);
      });
      await step.run("through", () => note(id, "through"));
    }),
    givenUp,
    { id: "cron", retries: 0, cron: "* * * * *", run: () => note("cron", "ticked") },
  ];
}
