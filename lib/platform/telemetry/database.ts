import { getErrorCode } from "@/lib/platform/errors";
import { meters } from "./meters";
import { startChildSpan } from "./tracing";

const MAX_QUERY_LENGTH = 2000;

/**
 * Counts a statement and adds a span when tracing. Parameters and error messages are left out, because they may
 * contain user content.
 */
export function recordStatement<T>(text: string, sent: Promise<T>): Promise<T> {
  meters.statements.add(1);
  const trace = startChildSpan(
    () => toSpanName(text),
    () => ({
      kind: "client",
      attributes: { "db.system.name": "postgresql", "db.query.text": text.slice(0, MAX_QUERY_LENGTH) },
    }),
  );
  if (!trace) return sent;
  sent.then(
    () => trace.end(),
    (error: unknown) => trace.end({ failure: getErrorCode(error) ?? "failed" }),
  );
  return sent;
}

function toSpanName(text: string): string {
  const [verb = "statement"] = /\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
  return [verb.toLowerCase(), table].filter(Boolean).join(" ");
}
