import { z } from "zod";

export const toolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,128}$/, "Must be 1 to 128 of the letters a to z and A to Z, digits, `_` and `-`.");
export const schema = z.record(z.string(), z.unknown());
export const MAX_TOOLS = 128;
export const MAX_MESSAGES = 2000;
export const effort = z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).nullish();
export const temperature = z.number().min(0).max(2).nullish();
export const topP = z.number().min(0).max(1).nullish();
export const length = z.int().min(1).max(10_000_000).nullish();
export const refused = (what: string) => z.null(`${what} cannot be done here.`).optional();
export const pictureUrl = z
  .string()
  .regex(
    /^(https?:\/\/\S{1,4000}|data:image\/(png|jpe?g|webp|gif);base64,[A-Za-z0-9+/=]+)$/i,
    "Must be an `http(s):` address, or a `data:` URL of a PNG, JPEG, WebP or GIF picture.",
  );
export const detail = z.string().max(20).nullish();

/**
 * Matches objects of unsupported types and keeps only the type's name. The API reference omits them, because generated
 * clients couldn't tell them from objects of the supported types.
 * @param known the supported types
 */
export const otherThan = (...known: string[]) =>
  z
    .looseObject({ type: z.string().max(200) })
    .refine(({ type }) => !known.includes(type), "Lacks what its type needs.")
    .transform(({ type }) => ({ type: "other" as const, of: type }))
    .meta({ override: { not: {} } });

export const leftOut = z
  .array(z.string())
  .optional()
  .describe("Fields of the request that the model does not take, or that are not known here.");
