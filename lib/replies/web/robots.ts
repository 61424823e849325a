import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { AppError } from "@/lib/platform/errors";
import { IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";
import { createOnce } from "@/lib/platform/once";
import { findRule, preparePath, type Rule } from "@/lib/platform/robots-txt/robots.mjs";

// Product token for robots.txt (RFC 9309, 2.2.1).
const AGENT = "ParleyBot";
export const HEADERS = { "user-agent": `${AGENT}/1.0 (reads a page for a person who asked)` };

const TIMEOUT_MS = 10_000;
const MB = 1024 * 1024;
// RFC 9309, 2.5 requires a limit of at least 500 KiB. A larger response is treated as having no rules.
const MAX_RESPONSE_MB = 5;
const PROGRAM: IntakeProgram = {
  path: "lib/replies/web/intake/robots.mjs",
  lane: "checking",
  limits: { cpuSeconds: 5, seconds: 20, memoryMb: 256, inputMb: MAX_RESPONSE_MB, outputMb: 4, items: 70_000 },
};

const CACHE_MS = 60 * 60_000;
const MAX_CACHED_BYTES = 32 * MB;
const RULE_BYTES = 100;
const cache = createOnce(
  () =>
    new LRUCache<string, Rule[]>({
      maxSize: MAX_CACHED_BYTES,
      sizeCalculation: (rules) =>
        rules.reduce((bytes, { pattern }) => bytes + pattern.length + RULE_BYTES, RULE_BYTES),
      ttl: CACHE_MS,
    }),
);

const RULES_AT_ONCE = 1000;

/**
 * Enforces a site's robots.txt (RFC 9309).
 * @throws AppError forbidden when robots.txt disallows the page, provider_failed when it can't be read; EgressError
 */
export async function assertAllowed(url: URL, groupId: string, signal?: AbortSignal): Promise<void> {
  let rules = cache().get(url.origin);
  if (!rules) {
    rules = await loadRules(url, groupId, signal);
    cache().set(url.origin, rules);
  }
  const path = preparePath(url.pathname + url.search);
  let best: Rule | undefined;
  for (let at = 0; at < rules.length; at += RULES_AT_ONCE) {
    if (at > 0) await nextTurn();
    best = findRule(rules.slice(at, at + RULES_AT_ONCE), path, best);
  }
  if (best && !best.isAllowed)
    throw new AppError("forbidden", `${url.hostname} doesn't allow programs to read this page (robots.txt).`);
}

async function loadRules(url: URL, groupId: string, signal?: AbortSignal): Promise<Rule[]> {
  const body = await loadRobots(new URL("/robots.txt", url), signal);
  if (body.length === 0) return [];
  return withIntake(PROGRAM, groupId, { signal }, async (intake) => {
    await intake.put(Readable.from([body]));
    const rules: Rule[] = [];
    for await (const batch of intake.stream<unknown>("listRules", AGENT)) rules.push(...batch.filter(isRule));
    return rules;
  }).catch((error) => {
    if (!(error instanceof IntakeError)) throw error;
    throw new AppError("provider_failed", error.describe("The site's robots.txt"));
  });
}

const isRule = (value: unknown): value is Rule =>
  typeof (value as Rule | null)?.pattern === "string" && typeof (value as Rule).isAllowed === "boolean";

async function loadRobots(address: URL, signal?: AbortSignal): Promise<Buffer> {
  try {
    const response = await fetchOutside(address, {
      headers: HEADERS,
      timeout: TIMEOUT_MS,
      largest: MAX_RESPONSE_MB * MB,
      signal,
    });
    if (response.status >= 500)
      throw new EgressError("unreachable", `The site's robots.txt answered ${response.status}.`);
    const body = Buffer.from(await response.arrayBuffer());
    return response.ok ? body : Buffer.alloc(0);
  } catch (error) {
    // An endless response isn't a robots.txt, so the site has no rules.
    if (error instanceof EgressError && error.fault === "garbage") return Buffer.alloc(0);
    throw error;
  }
}
