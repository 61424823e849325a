import { z } from "zod";
import { isEmail, normalizeEmail } from "@/lib/platform/email-address";
import { hasNoControls, hasVisibleCharacter, toPlainName } from "@/lib/platform/plain-name";
import { LANGUAGES, type Language } from "@/lib/platform/words/languages";

/**
 * Schemas for fields of paths, queries and forms: they parse text, and the API reference shows the type of the parsed
 * value. `z.coerce` is not used, because it reads "" as 0 and "false" as true.
 */

export const MAX_INTEGER = 2_147_483_647;
const wholeNumber = /^-?(0|[1-9]\d*)$/;

const documented = <T extends z.ZodType>(schema: T, type: Record<string, unknown>) =>
  schema.meta({ override: type }) as unknown as T;

export const int = (min: number, max: number) =>
  documented(
    z
      .string()
      .regex(wholeNumber, "Must be a whole number.")
      .transform(Number)
      .pipe(z.number().min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`)),
    { type: "integer", minimum: min, maximum: max },
  );

export const number = documented(
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,40})?(e-?\d{1,2})?$/i, "Must be a number.")
    .transform(Number),
  { type: "number" },
);

// Message IDs are `bigint`; larger ones than this are not exact in JavaScript.
const MAX_MESSAGE_ID = Number.MAX_SAFE_INTEGER;
const rowIds = { type: "integer" as const, minimum: 1, maximum: MAX_INTEGER };
const references = { anyOf: [rowIds, { type: "string" as const, format: "uuid" }] };
export const parameterSchemas = { IdOrUuid: { oneOf: references.anyOf, description: "A number or a UUID." } };

const textOfId = z.string().regex(wholeNumber, "Must be an integer.");
/** A row ID. Out-of-range values become 0, which matches no row, so they result in 404 and not in a database error. */
export const id = documented(
  textOfId.transform((text) => rowId(Number(text))),
  rowIds,
);

const messageIds = { ...rowIds, maximum: MAX_MESSAGE_ID };
export const messageId = documented(
  textOfId.transform((text) => rowId(Number(text), MAX_MESSAGE_ID)),
  messageIds,
);

/** A pagination cursor by message ID; values outside the range are a 422. */
export const messageCursor = int(1, MAX_MESSAGE_ID);

export const uuid = documented(z.guid("Must be a UUID.").toLowerCase(), { type: "string", format: "uuid" });

/** A client-generated ID. Version 4 only, because others are guessable. */
export const newUuid = documented(
  z.uuid({ version: "v4", error: "Must be a UUID of version 4." }).toLowerCase(),
  { type: "string", format: "uuid" },
);

export type Reference = number | string;
export const reference = documented(
  z
    .string()
    .refine(
      (text) => wholeNumber.test(text) || z.guid().safeParse(text).success,
      "Must be an integer or a UUID.",
    )
    .transform((text): Reference => (wholeNumber.test(text) ? rowId(Number(text)) : text.toLowerCase())),
  { $ref: "#/components/schemas/IdOrUuid" },
);

export const boolean = documented(
  z
    .string()
    .toLowerCase()
    .refine(
      (text) => ["true", "false", "1", "0", "yes", "no", "on", "off"].includes(text),
      "Must be true or false.",
    )
    .transform((text) => ["true", "1", "yes", "on"].includes(text)),
  { type: "boolean" },
);

export const list = <T extends z.ZodType>(item: T) => z.array(item);

export const jsonInteger = (min: number) => z.int().min(min).max(MAX_INTEGER);

export const jsonId = z
  .int()
  .transform((value) => rowId(value))
  .meta({ override: rowIds });
export const jsonMessageId = z
  .int()
  .transform((value) => rowId(value, MAX_MESSAGE_ID))
  .meta({ override: messageIds });
export const jsonReference = z
  .union([z.int(), z.guid()])
  .transform((value): Reference => (typeof value === "number" ? rowId(value) : value.toLowerCase()))
  .meta({ override: references });

export const atMostOne = (...names: [string, string]) => ({
  not: { required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) },
});

/** For forms of pages, which validate with the schema alone; the API rejects NUL in every text anyway. */
export const hasNoNul = (text: string) => !text.includes("\0");
export const NUL = "Must not contain NUL.";

export const language = z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]]).meta({ id: "Language" });

export { hasNoControls, hasVisibleCharacter, isEmail, normalizeEmail, toPlainName };

export const CONTROLS =
  "Must not contain control characters or characters that change the direction of text.";

/**
 * A user-chosen name: trimmed, NFC, and not empty or invisible. Control characters and bidirectional controls are
 * rejected; directional marks and invisible tags are removed.
 */
export const name = (longest: number) =>
  z
    .string()
    .trim()
    .refine(hasNoControls, CONTROLS)
    .overwrite((text) => toPlainName(text).trim().normalize("NFC"))
    .min(1, "Must not be empty.")
    .max(longest)
    .refine(hasVisibleCharacter, "Must have at least one visible character.");

/** The name of a file at its source. Hidden characters and bidirectional controls are removed. */
export const sourceFileName = (longest: number) =>
  z
    .string()
    .overwrite(toPlainName)
    .trim()
    .min(1, "Must not be empty.")
    .max(longest)
    .refine(hasVisibleCharacter, "Must have at least one visible character.")
    .refine(hasNoNul, NUL);

/** A server's base URL, without credentials, query or anything else that could change the paths appended to it. */
export const serverAddress = z
  .url({ protocol: /^https?$/, error: "Must be an http or https address." })
  .max(500)
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), "Must not hold a name or a password.")
  .refine(
    (url) => /^https?:\/\/[^/\\?#%]+(\/[^\\?#]*)?$/i.test(url),
    "Must not have a query or a fragment (? or #).",
  )
  .refine(
    (url) => !/[\p{C}\s]|%(0|1|7f)|(\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|$)/iu.test(url),
    "Must not have .. or control characters.",
  );

export const timestamp = z.iso.datetime({ precision: 3 });
export const page = int(1, 1_000_000_000)
  .default(1)
  .meta({ override: { type: "integer", minimum: 1, maximum: 1_000_000_000, default: 1 } });
export const pageSizeField = (usual: number) =>
  int(1, 100)
    .default(usual)
    .meta({ override: { type: "integer", minimum: 1, maximum: 100, default: usual } });
export const pageSize = pageSizeField(25);

function rowId(value: number, max = MAX_INTEGER): number {
  return value >= 1 && value <= max ? value : 0;
}

export const SuccessMessage = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: "SuccessMessage" });
