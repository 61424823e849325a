import { type Inngest, NonRetriableError, RetryAfterError } from "inngest";
import { givenUp } from "@/inngest/functions/given-up";

/** Records what the functions under test have done, by the id in their event. */
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
    /** Maximum concurrency per key. */
    most: new Map<string, number>(),
    now: new Map<string, number>(),
  };
}
export type Notebook = ReturnType<typeof notebook>;

// biome-ignore lint/suspicious/noExplicitAny: the SDK's context is typed by events that only these tests know
type Context = any;

/** Functions of the contract, each of which uses one capability of an engine. */
export function functionsUnderTest(client: Inngest, book: Notebook) {
  const { note, seen, began, gates, most, now } = book;
  const fn = (id: string, options: object, body: (context: Context) => unknown) =>
    client.createFunction(
      { id, triggers: [{ event: `test/${id}` }], ...options } as never,
      ((context: Context) => {
        began(context.event.data.id, context.runId);
        return body(context);
      }) as never,
    );
  const count = (id: string, what: string) => seen(id).filter((one) => one.startsWith(what)).length;

  return [
    fn("event", {}, ({ event, attempt }) => {
      const { ts, id, name, data } = event;
      note(
        data.id,
        JSON.stringify({ id, name, data, attempt, isRecent: Math.abs(Date.now() - ts) < 60_000 }),
      );
    }),
    fn("steps", { retries: 3 }, async ({ event, step, attempt }) => {
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
      note(id, `end ${attempt}`);
    }),
    fn("results", {}, async ({ event, step }) => {
      const { id } = event.data;
      const at = await step.run("date", () => new Date(0));
      const nothing = await step.run("nothing", () => {});
      const partly = await step.run("partly", () => ({ some: [1, "ä", null], none: undefined }));
      await step.sleep("so that all is read again", "1s");
      await step.run("note", () => note(id, JSON.stringify([at, nothing ?? null, partly])));
    }),
    fn("fails", { retries: 2 }, async ({ event, step, attempt }) => {
      await step.run("boom", () => {
        note(event.data.id, `try ${attempt}`);
        throw new Error("always");
      });
    }),
    fn("body-fails", { retries: 1 }, async ({ event, attempt }) => {
      note(event.data.id, `try ${attempt}`);
      throw new Error("outside of a step");
    }),
    fn("never-again", { retries: 5 }, async ({ event, attempt }) => {
      note(event.data.id, `try ${attempt}`);
      throw new NonRetriableError("no");
    }),
    fn("step-never-again", { retries: 5 }, async ({ event, step, attempt }) => {
      await step.run("boom", () => {
        note(event.data.id, `try ${attempt}`);
        throw new NonRetriableError("no");
      });
    }),
    fn("once", { retries: 0 }, async ({ event, step }) => {
      await step.run("boom", () => {
        note(event.data.id, "try");
        throw new Error("no retries");
      });
    }),
    fn("mended", {}, async ({ event, step }) => {
      const { id } = event.data;
      await step.run("work", () => {
        note(id, "work");
        if (count(id, "work") < 2) throw new NonRetriableError("The disk is full.");
      });
      await step.run("end", () => note(id, "end"));
    }),
    fn("later", { retries: 1 }, async ({ event, step }) => {
      await step.run("boom", () => {
        note(event.data.id, `${Date.now()}`);
        if (seen(event.data.id).length < 2) throw new RetryAfterError("later", "3s");
      });
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
    fn("turns", { concurrency: { limit: 1, key: "event.data.key" } }, async ({ event, step }) => {
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
        concurrency: [{ limit: 1 }, { limit: 1, key: "event.data.key" }],
        priority: { run: "event.data.priority" },
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
    fn("stoppable", { cancelOn: [{ event: "test/stop", match: "data.id" }] }, async ({ event, step }) => {
      await step.run("before", () => note(event.data.id, "before"));
      await step.sleep("a while", "4s");
      await step.run("after", () => note(event.data.id, "after"));
    }),
    fn(
      "stopped-at-work",
      { cancelOn: [{ event: "test/stop", match: "data.id" }] },
      async ({ event, step }) => {
        const { id } = event.data;
        await step.run("gate", async () => {
          note(id, "gate");
          await gates.get(id);
          note(id, "through");
        });
        await step.run("after", () => note(id, "after"));
      },
    ),
    fn("sends", {}, async ({ event, step }) => {
      const { id } = event.data;
      await step.sendEvent("on", [
        { name: "test/sent", data: { id } },
        { id: `${id} twice`, name: "test/sent", data: { id } },
      ]);
      await step.sendEvent("again", { id: `${id} twice`, name: "test/sent", data: { id } });
    }),
    fn("sent", {}, ({ event }) => note(event.data.id, "sent")),
    fn("parallel", {}, async ({ event, step }) => {
      const { id } = event.data;
      const one = (name: string, value: number) =>
        step.run(name, () => {
          note(id, name);
          return value;
        });
      const [a, b, c] = await Promise.all([one("a", 1), one("b", 2), one("c", 3)]);
      await step.run("sum", () => note(id, `sum ${a + b + c}`));
    }),
    fn("one-of-three", { retries: 2 }, async ({ event, step }) => {
      const { id } = event.data;
      const results = await Promise.allSettled([
        step.run("good", () => note(id, "good")),
        step.run("boom", () => {
          note(id, "boom");
          if (count(id, "boom") < 2) throw new Error("once more");
          return "at last";
        }),
        step.run("hopeless", () => {
          note(id, "hopeless");
          throw new NonRetriableError("no");
        }),
      ]);
      await step.run("end", () => note(id, results.map(({ status }) => status).join()));
    }),
    fn("waits", { retries: 3 }, async ({ event, step }) => {
      const { id } = event.data;
      await step.run("first", () => note(id, "first"));
      await step.run("gate", async () => {
        note(id, "gate");
        await gates.get(id);
      });
      await step.run("through", () => note(id, "through"));
    }),
    givenUp(client),
    client.createFunction({ id: "cron", triggers: [{ cron: "* * * * *" }] }, () => note("cron", "ticked")),
  ];
}
