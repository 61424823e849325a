import { z } from "zod";

/** Node fires timers above 2^31 ms (about 24 days) immediately, so settings stay below that. */
export const MAX_DURATION = { seconds: 2_000_000, ms: 2_000_000_000 };

const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
    .refine((value) => value <= most, `must be at most ${most}`);

export const wholeNumber = (fallback: number, least = 1, most = Number.MAX_SAFE_INTEGER) =>
  integer(least, most).default(fallback);

export const optionalWholeNumber = (least: number, most: number) => integer(least, most).optional();

export const flag = z
  .string()
  .toLowerCase()
  .refine(
    (value) => ["true", "false", "1", "0", "yes", "no", "on", "off"].includes(value),
    "must be true or false",
  )
  .transform((value) => ["true", "1", "yes", "on"].includes(value));

export const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

export const model = z.string().regex(/^(builtin|[a-z0-9-]+:.+)$/, 'must be "provider:model" or "builtin"');

export const secret = (least: number) => z.string().min(least, `must have at least ${least} characters`);

export type About = {
  /** Markdown with links relative to docs/. */
  description: string;
  unset?: string;
  example?: string;
};

export const setting = <Schema extends z.ZodType>(schema: Schema, about: About): Schema => schema.meta(about);

export const section = <Shape extends z.ZodRawShape>(title: string, shape: Shape) => ({ title, shape });
