import type { z } from "zod";
import { AppError, type Fault, InvalidInput } from "@/lib/platform/errors";

type FormRefusal = { message?: string; faults: Fault[]; retryAfter?: number };
type Returned = { fields: Record<string, string>; refusal: FormRefusal };

const MAX_RETURN_PATH_LENGTH = 3500;

/** @throws InvalidInput with all faults */
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

/**
 * Converts an expected error to form errors.
 * @throws any other error unchanged
 */
export function toRefusal(error: unknown): FormRefusal {
  if (error instanceof InvalidInput) return { faults: error.faults };
  if (!(error instanceof AppError)) throw error;
  return { message: error.message, faults: [], retryAfter: error.extra.retryAfter };
}

export function packForm(page: string, fields: Record<string, string>, refusal: FormRefusal): string {
  const { password: _password, new_password: _new, token: _token, ...shown } = fields;
  const packed = (returned: Returned) =>
    Buffer.from(JSON.stringify({ page, ...returned })).toString("base64url");
  const all = packed({ fields: shown, refusal });
  // Keeps the errors even when the field values don't fit.
  return all.length <= MAX_RETURN_PATH_LENGTH ? all : packed({ fields: {}, refusal });
}

export function unpackForm(packed: string | undefined, page: string): Returned | undefined {
  if (!packed) return undefined;
  try {
    const returned = JSON.parse(Buffer.from(packed, "base64url").toString()) as Returned & { page: string };
    return returned.page === page ? returned : undefined;
  } catch {
    return undefined;
  }
}
