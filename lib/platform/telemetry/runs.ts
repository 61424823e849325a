import { meters } from "./meters";
import { startSpan } from "./tracing";

export async function recordRun(name: string, run: () => Promise<string>): Promise<void> {
  const trace = startSpan(name, { kind: "consumer", attributes: { "parley.function": name } });
  let outcome = "failed";
  try {
    outcome = await (trace ? trace.run(run) : run());
  } finally {
    if (outcome !== "waiting") meters.runs.add(1, name, outcome);
    trace?.end({
      attributes: { "parley.outcome": outcome },
      failure: outcome === "failed" ? outcome : undefined,
    });
  }
}
