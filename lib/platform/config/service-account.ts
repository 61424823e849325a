import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

const shape = z.object({
  project_id: z.string().regex(/^[a-z0-9][a-z0-9.:-]*$/),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default("https://oauth2.googleapis.com/token"),
});
export type ServiceAccount = z.output<typeof shape>;

/**
 * A Google service account key as JSON, or the path of a file that contains it. Error messages never quote the value,
 * which is secret.
 */
export const serviceAccount = z.string().transform((given, context): ServiceAccount => {
  const fault = (message: string) => {
    context.issues.push({ code: "custom", message, input: undefined });
    return z.NEVER;
  };
  let text = given.trim();
  if (!text.startsWith("{")) {
    try {
      text = readFileSync(/* turbopackIgnore: true */ text, "utf8");
    } catch {
      return fault("must be the JSON of a service account, or the path of a readable file with it");
    }
  }
  try {
    const account = shape.parse(JSON.parse(text));
    createPrivateKey(account.private_key);
    return account;
  } catch {
    return fault("is not the JSON of a service account (project_id, client_email, private_key)");
  }
});
