import type http from "node:http";
import { HttpsProxyAgent } from "https-proxy-agent";
import { LRUCache } from "lru-cache";
import { createOnce } from "@/lib/platform/once";
import { EgressError } from "./errors";
import {
  checkedLookup,
  IDLE_TIMEOUT_MS,
  MAX_IDLE_SOCKETS,
  requireAllowedAddress,
  resolveAddress,
  withoutBrackets,
} from "./lookup";

const MAX_AGENTS = 50;

const agents = createOnce(
  () => new LRUCache<string, http.Agent>({ max: MAX_AGENTS, dispose: (agent) => agent.destroy() }),
);

/**
 * Returns an agent that tunnels through an HTTP proxy (CONNECT, RFC 9110 section 9.3.6). The proxy must have an allowed
 * address. So must the server, as far as its name can be resolved here: in networks with a proxy it often can't.
 * @throws EgressError
 */
export async function getProxyAgent(proxy: string, server: URL, allowPrivate: boolean): Promise<http.Agent> {
  if (!allowPrivate) {
    requireAllowedAddress(withoutBrackets(new URL(proxy).hostname));
    await resolveAddress(withoutBrackets(server.hostname)).catch((error: unknown) => {
      if (error instanceof EgressError && error.fault === "forbidden") throw error;
    });
  }
  const key = `${allowPrivate} ${proxy}`;
  const known = agents().get(key);
  if (known) return known;
  const agent = new HttpsProxyAgent(proxy, {
    keepAlive: true,
    timeout: IDLE_TIMEOUT_MS,
    maxFreeSockets: MAX_IDLE_SOCKETS,
    ...(!allowPrivate && { lookup: checkedLookup }),
  });
  agents().set(key, agent);
  return agent;
}
