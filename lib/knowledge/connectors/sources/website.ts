import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { uploadLimits } from "@/lib/api/upload-limits";
import { fetchOutside } from "@/lib/platform/egress/service";
import type { IntakeProgram, IntakeRequest } from "@/lib/platform/intake/service";
import type { OpenSource, SourceContext } from "../source-types";
import { openProgram } from "./program";

/** Reads the pages of a website below an address through `intake/website.mjs`, one request at a time. */

const AGENT = "ParleyBot";
const USER_AGENT = `${AGENT}/1.0 (sync of a document collection)`;
// The minimum pause between two requests; a site may ask for a longer one (`Crawl-delay`).
const MIN_PAUSE_MS = 300;
const MAX_PAUSE_MS = 30_000;
const TIMEOUT_MS = 60_000;
const MB = 1024 * 1024;
const PROGRAM: IntakeProgram = {
  path: "lib/knowledge/connectors/intake/website.mjs",
  lane: "connection",
  // A listing requests up to 300 pages, with pauses that the site chooses.
  limits: { cpuSeconds: 30, seconds: 3 * 3600, memoryMb: 768, inputMb: 500, outputMb: 200, items: 10_000 },
};

const OpenResult = z.object({ crawlDelay: z.number().nullable() });

export function openWebsite({ address }: { address: string }, opening: SourceContext): Promise<OpenSource> {
  let pauseMs = MIN_PAUSE_MS;
  let nextAt = 0;
  const fetch = async ({ url, headers, maxBytes, signal }: IntakeRequest) => {
    await wait(Math.max(0, nextAt - performance.now()), undefined, { signal });
    try {
      return await fetchOutside(url, {
        headers: { ...headers, "user-agent": USER_AGENT },
        largest: maxBytes,
        timeout: TIMEOUT_MS,
        signal,
      });
    } finally {
      nextAt = performance.now() + pauseMs;
    }
  };
  return openProgram(PROGRAM, opening, {
    fetch,
    settings: { address, agent: AGENT, maxFileBytes: uploadLimits.fileMb * MB },
    onOpen(result) {
      const { crawlDelay } = OpenResult.parse(result);
      pauseMs = Math.min(Math.max((crawlDelay ?? 0) * 1000, MIN_PAUSE_MS), MAX_PAUSE_MS);
    },
  });
}
