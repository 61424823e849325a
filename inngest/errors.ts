import { withoutValues } from "@/lib/platform/log";

type Told = { name?: string; message: string; stack: string };

const isError = (value: unknown): value is Told =>
  typeof (value as Told | null)?.message === "string" && typeof (value as Told).stack === "string";

/** PostgreSQL quotes what it could not read. */
const plain = ({ name, message }: Told) =>
  name === "PostgresError" ? withoutValues(message).replace(/".*"/s, '"…"') : withoutValues(message);

/** The SDK's answer (JSON) with errors that tell no values of a query, which may be what people wrote: Inngest keeps and shows them. */
export const withoutValuesIn = (answer: string): string =>
  JSON.stringify(
    JSON.parse(answer, (_, value: unknown) =>
      isError(value)
        ? { ...value, message: plain(value), stack: value.stack.slice(value.stack.search(/\n\s+at /)) }
        : value,
    ),
  );

const MAX_REASON_LENGTH = 1000;

/** Why a run failed, as it is kept: an error without the values of a query. */
export const reasonOf = ({ name, message }: { name?: string; message?: string }): string =>
  withoutValues([name, message].filter(Boolean).join(": ")).slice(0, MAX_REASON_LENGTH);
