import type { Inngest, InngestFunction } from "inngest";
import type { ConcurrencyOption } from "inngest/types";
import type { BackgroundFunction } from "./background-function";

/** Converts background functions to functions of the Inngest SDK. */
export const toInngestFunctions = (client: Inngest, functions: BackgroundFunction[]): InngestFunction.Any[] =>
  functions.map((definition) => toInngestFunction(client, definition));

function toInngestFunction(
  client: Inngest,
  {
    id,
    retries,
    events = [],
    cron,
    concurrency: { total, perKey } = {},
    priorityField,
    run,
  }: BackgroundFunction,
): InngestFunction.Any {
  const limits: ConcurrencyOption[] = [
    ...(total ? [{ limit: total }] : []),
    ...(perKey ? [{ limit: perKey.limit, key: `event.data.${perKey.field}` }] : []),
  ];
  return client.createFunction(
    {
      id,
      retries: retries as 0,
      triggers: [...events.map((event) => ({ event })), ...(cron ? [{ cron }] : [])],
      ...(limits.length > 0 && { concurrency: limits as [ConcurrencyOption] }),
      ...(priorityField && { priority: { run: `event.data.${priorityField}` } }),
    },
    ({ event, runId, step }) =>
      run({
        event: event as never,
        runId,
        step: {
          run: (stepId, work) => step.run(stepId, work) as never,
          sleep: (stepId, duration) => step.sleep(stepId, duration),
          sendEvent: async (stepId, sent) => void (await step.sendEvent(stepId, sent)),
        },
      }),
  );
}
