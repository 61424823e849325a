import { settings } from "@/lib/platform/config/settings";

/**
 * Returns the environment without settings of Parley, so that tests are independent of the developer's, and with
 * limits that tests do not reach.
 */
export function testEnvironment(values: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !(name in settings.shape));
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    AUTH_SECRET: "a secret that only the tests know, long enough",
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "error",
    RATE_LIMIT_REQUESTS: "100000",
    RATE_LIMIT_MESSAGES: "100000",
    RATE_LIMIT_HEAVY: "100000",
    RATE_LIMIT_STOPS: "100000",
    RATE_LIMIT_INVITATIONS: "100000",
    RATE_LIMIT_INVITATIONS_DAY: "100000",
    RATE_LIMIT_SIGN_IN_ADDRESS: "100000",
    // An hour, which effectively disables indexing. Tests of search and indexing override this.
    INDEX_AFTER_MS: "3600000",
    // Nothing listens there; a model server on the developer's machine must not respond.
    OLLAMA_BASE_URL: "http://127.0.0.1:9",
    // Tests do not use the network; tests of downloads start their own server.
    MODELS_DOWNLOAD: "false",
    ...values,
  };
}
