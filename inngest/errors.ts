import { stripSqlParameters } from "@/lib/platform/log";

type SerializedError = { name?: string; message: string; stack: string };

const isError = (value: unknown): value is SerializedError =>
  typeof (value as SerializedError | null)?.message === "string" &&
  typeof (value as SerializedError).stack === "string";

// PostgreSQL quotes the invalid value in its messages.
const plain = ({ name, message }: SerializedError) =>
  name === "PostgresError"
    ? stripSqlParameters(message).replace(/".*"/s, '"…"')
    : stripSqlParameters(message);

/**
 * Removes query values from errors in the SDK's response (JSON), because they may contain user data, and Inngest
 * stores and displays errors.
 */
export const redactQueryValues = (answer: string): string =>
  JSON.stringify(
    JSON.parse(answer, (_, value: unknown) =>
      isError(value)
        ? { ...value, message: plain(value), stack: value.stack.slice(value.stack.search(/\n\s+at /)) }
        : value,
    ),
  );

const MAX_REASON_LENGTH = 1000;

export const toReason = ({ name, message }: { name?: string; message?: string }): string =>
  stripSqlParameters([name, message].filter(Boolean).join(": ")).slice(0, MAX_REASON_LENGTH);
