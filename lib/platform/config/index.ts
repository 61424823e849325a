import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { createOnce } from "@/lib/platform/once";
import { deleteEmptyVariables } from "./environment.mjs";
import { settings } from "./settings";
import { isThisMachine, type SignUp } from "./sign-up";

export type Config = Omit<z.infer<typeof settings>, "SIGN_UP" | "WORKERS"> & {
  signUp: SignUp;
  root: string;
  authSecret: string;
  appUrl: string;
  workers: number;
};

export class ConfigError extends Error {}

/**
 * Parses and validates the environment (docs/configuration.md). Empty values count as unset.
 * @throws ConfigError naming each invalid value
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = { ...env };
  deleteEmptyVariables(given);
  // Vercel's proxy overwrites `x-forwarded-for`, so the header can be trusted there.
  if (given.VERCEL) given.TRUST_PROXY ??= "1";
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`Parley cannot start: ${faults.join("; ")}.`);
  }
  const values = parsed.data;
  if (values.S3_BUCKET && !(values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY))
    throw new ConfigError(
      "Parley cannot start: S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.",
    );
  if (values.SIGN_IN === "sso" && values.OIDC_PROVIDERS.length === 0)
    throw new ConfigError("Parley cannot start: SIGN_IN=sso needs OIDC_PROVIDERS beside it.");
  if (values.WORKERS !== undefined && values.WORKERS > 1 && !values.DATABASE_URL)
    throw new ConfigError(
      "Parley cannot start: WORKERS above 1 needs DATABASE_URL, because the embedded database has one process.",
    );
  const root = process.cwd();
  // Without turbopackIgnore the bundler traces every file of the project from this path.
  const dataDir = resolve(/* turbopackIgnore: true */ root, values.DATA_DIR);
  const { SIGN_UP, WORKERS, ...others } = values;
  const appUrl = (values.APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, "");
  return {
    ...others,
    DATA_DIR: dataDir,
    root,
    authSecret: values.AUTH_SECRET ?? loadOrCreateSecret(dataDir),
    appUrl,
    workers: values.DATABASE_URL ? (WORKERS ?? getDefaultWorkers()) : 1,
    signUp: SIGN_UP ?? {
      mode: isThisMachine(new URL(appUrl).hostname) ? "open" : "invited",
      isDefault: true,
    },
  };
}

// Leaves half of the processors to the database and local models, which often share the machine.
const getDefaultWorkers = () => Math.min(Math.max(Math.floor(availableParallelism() / 2), 1), 4);

// Returns the secret that the first start generates. It is stored in the data directory, so that sessions survive
// restarts.
function loadOrCreateSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(/* turbopackIgnore: true */ dataDir, "auth-secret");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
}

export const config = createOnce<Config>(() => readConfig(process.env));
