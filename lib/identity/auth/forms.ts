import type { z } from "zod";
import { AppError, type Fault, InvalidInput } from "@/lib/platform/errors";

/** What the forms of the account's pages say when they are refused, and show again. */

/** Why a form is refused: a sentence for all of it, sentences for fields, and how long to wait in s. */
export type Refusal = { message?: string; faults: Fault[]; retryAfter?: number };
/** What the page shows again after a refused form: its fields, never a secret, and what was wrong. */
export type Returned = { fields: Record<string, string>; refusal: Refusal };

/** As much as fits into a cookie. */
const LONGEST_RETURNED = 3500;

/** A form's fields, validated by the contract. @throws InvalidInput with all faults */
export function validateFields<T>(schema: z.ZodType<T>, fields: unknown): T {
  const given = schema.safeParse(fields);
  if (given.success) return given.data;
  throw new InvalidInput(
    given.error.issues.map(({ path, message, code }) => ({
      loc: ["body", ...(path as string[])],
      msg: message,
      type: code,
    })),
  );
}

/** What to say about an error. @throws the error itself when nobody foresaw it */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof InvalidInput) return { faults: error.faults };
  if (!(error instanceof AppError)) throw error;
  return { message: error.message, faults: [], retryAfter: error.extra.retryAfter };
}

/** A refused form as its browser keeps it for `page`, until that is shown. */
export function packForm(page: string, fields: Record<string, string>, refusal: Refusal): string {
  const { password: _password, new_password: _new, token: _token, ...shown } = fields;
  const packed = (returned: Returned) =>
    Buffer.from(JSON.stringify({ page, ...returned })).toString("base64url");
  const all = packed({ fields: shown, refusal });
  // What was wrong is said even when what was typed does not fit.
  return all.length <= LONGEST_RETURNED ? all : packed({ fields: {}, refusal });
}

/** What a refused form left for `page`. */
export function unpackForm(packed: string | undefined, page: string): Returned | undefined {
  if (!packed) return undefined;
  try {
    const returned = JSON.parse(Buffer.from(packed, "base64url").toString()) as Returned & { page: string };
    return returned.page === page ? returned : undefined;
  } catch {
    return undefined;
  }
}
