// @ts-check
import { readFile } from "node:fs/promises";
import { Batch } from "../../../platform/intake/child/batch.mjs";
import { parseRobots } from "../../../platform/robots-txt/robots.mjs";

/**
 * Yields the rules for a user agent.
 * @param {string} agent
 * @param {import("../../../platform/intake/child/main.mjs").Host} host
 */
export async function listRules(agent, host) {
  /** @type {Batch<import("../../../platform/robots-txt/robots.mjs").Rule>} */
  const batch = new Batch(host);
  for (const rule of parseRobots(await readFile(host.input), agent).rules) await batch.add(rule);
  await batch.flush();
}
