import { expect, test, vi } from "vitest";
import * as processing from "@/lib/knowledge/documents/processing";
import { processDocument } from "./process-document";

vi.mock("@/lib/knowledge/documents/processing");

type SentEvent = { name: string; data: Record<string, unknown> };

test("a document with more steps than Inngest allows in a run is finished by another run", async () => {
  let [scans, left] = [1000, 2000];
  vi.mocked(processing.read).mockResolvedValue({ state: "scans", work: 0 });
  vi.mocked(processing.recognizeScans).mockImplementation(async () => (--scans > 0 ? "more" : "done"));
  vi.mocked(processing.embed).mockImplementation(async () => (--left > 0 ? "more" : "done"));
  const { run } = processDocument("long");
  const steps: number[] = [];
  const queue: SentEvent[] = [{ name: "document.added", data: { document_id: 1, attempt: 1 } }];
  for (let event = queue.shift(); event; event = queue.shift()) {
    let count = 0;
    const step = {
      run: (_: string, work: () => unknown) => {
        count++;
        return work();
      },
      sendEvent: (_: string, sent: SentEvent) => {
        count++;
        queue.push(sent);
      },
    };
    await run({ event, runId: "", step } as unknown as Parameters<typeof run>[0]);
    steps.push(count);
  }
  expect(steps).toHaveLength(4);
  expect(Math.max(...steps)).toBeLessThan(1000);
  expect(processing.recognizeScans).toHaveBeenCalledTimes(1000);
  expect(processing.embed).toHaveBeenCalledTimes(2000);
  for (const once of [processing.read, processing.cut, processing.finish])
    expect(once).toHaveBeenCalledTimes(1);
});
