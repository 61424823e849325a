import { Counter, Gauge, Histogram } from "./registry";
import { Recent } from "./slow-operations";

export const meters = {
  requests: new Counter("parley_requests_total", "Requests by operation and status.", [
    "operation",
    "status",
  ]),
  durations: new Histogram(
    "parley_request_duration_seconds",
    "Time until an answer, or the beginning of a stream.",
    ["operation"],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ),
  streams: new Gauge("parley_streams_open", "Open streams by operation.", ["operation"]),
  modelCalls: new Counter(
    "parley_model_calls_total",
    "Calls of models by outcome: ok, stopped (by a person), or why it failed.",
    ["provider", "model", "kind", "outcome"],
  ),
  modelSeconds: new Histogram(
    "parley_model_call_duration_seconds",
    "Time until a model had said everything.",
    ["provider", "model", "kind"],
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320],
  ),
  modelTokens: new Counter("parley_model_tokens_total", "Tokens as far as providers tell them.", [
    "provider",
    "model",
    "direction",
  ]),
  modelEventsSkipped: new Counter(
    "parley_model_events_skipped_total",
    "Events of model servers that aren't understood and were passed over.",
    ["provider", "model"],
  ),
  runs: new Counter("parley_background_runs_total", "Background runs that ended in this process.", [
    "function",
    "outcome",
  ]),
  inboundMails: new Counter(
    "parley_inbound_mails_total",
    "Mails brought by a mail service, by outcome: what became of it in a chat, or unknown_chat.",
    ["service", "outcome"],
  ),
  statements: new Counter("parley_database_statements_total", "Statements sent to the database."),
  recent: new Recent(),
};

export function requestAnswered(operation: string, status: number, ms: number): void {
  meters.requests.add(1, operation, String(status));
  meters.durations.observe(ms / 1000, operation);
  meters.recent.note(operation, ms);
}
