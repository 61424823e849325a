import type { Readable } from "node:stream";
import { log } from "@/lib/platform/log";
import type { PageInfo } from "@/lib/platform/pagination";
import { meters } from "@/lib/platform/telemetry/meters";
import { serializeEvents } from "./events";
import type { ApiReply, Route } from "./routes";

export type ApiAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Readable | null;
  page?: PageInfo;
};

export const JSON_TYPE = "application/json; charset=utf-8";
// In production, one in this many responses is validated against its contract.
const CHECK_ONE_IN = 100;

export function toAnswer(
  route: Route,
  { content, headers, status: own, page }: ApiReply,
  usual: number,
): ApiAnswer {
  const status = own ?? usual;
  const all: Record<string, string> = { ...headers };
  if (route.operation.deprecated) {
    all.deprecation = "true";
    all.link = '</api/v1/chats/{chat_id}/messages>; rel="successor-version"';
  }
  if (content.kind === "file") return { status, headers: all, body: content.stream };
  if (content.kind === "events") {
    Object.assign(all, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    meters.streams.add(1, route.name);
    const body = serializeEvents(content.events, content.ping);
    body.once("close", () => meters.streams.add(-1, route.name));
    return { status, headers: all, body };
  }
  if (!route.operation.returns) return { status, headers: all, body: null };
  check(route, content.value, status);
  all["content-type"] ??= JSON_TYPE;
  return { status, headers: all, body: JSON.stringify(content.value), page };
}

// Validates a response against the contract; a mismatch is our bug and must fail the tests.
function check({ name, operation }: Route, value: unknown, status: number): void {
  const isProduction = process.env.NODE_ENV === "production";
  if (isProduction && Math.random() * CHECK_ONE_IN >= 1) return;
  const expected = status === 202 && operation.accepted ? operation.accepted : operation.returns!;
  const result = expected.safeParse(value);
  if (result.success) return;
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  if (!isProduction) throw new Error(`The answer of ${name} does not fit its contract: ${faults.join("; ")}`);
  log.error({ operation: name, faults }, "an answer does not match its contract");
}
