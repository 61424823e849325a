import { z } from "zod";

/**
 * What is stored and counted in bytes: files that people add, documents of connectors, files and texts of imports, mails
 * that wait for approval, responses of the OpenAI-compatible API, answers kept for idempotency keys, sign-ins with their
 * used refresh tokens, and programs that registered for OAuth.
 */
export const QuotaKind = z.enum([
  "uploads",
  "connectors",
  "imports",
  "mails",
  "responses",
  "keys",
  "sessions",
  "registrations",
]);
export type QuotaKind = z.output<typeof QuotaKind>;
