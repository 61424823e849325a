import { config } from "@/lib/platform/config";
import { notFound } from "@/lib/platform/errors";

const DAY_MS = 24 * 60 * 60_000;
const CONTACT_DAYS = 90;

/**
 * Returns robots.txt (RFC 9309). Search engines may list even blocked pages, so pages that must not be listed are
 * allowed here and send `noindex`.
 */
export const buildRobotsRules = (): string =>
  lines(
    "User-agent: *",
    "Allow: /public/chats/",
    "Allow: /public-chat/",
    "Allow: /docs",
    "Allow: /llms.txt",
    "Disallow: /",
  );

/**
 * Returns security.txt (RFC 9116).
 * @throws AppError not_found without a configured contact
 */
export function getSecurityContact(): string {
  const { SECURITY_CONTACT: contacts, appUrl } = config();
  if (contacts.length === 0) throw notFound("Security contact");
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return lines(
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + CONTACT_DAYS * DAY_MS).toISOString()}`,
    `Canonical: ${appUrl}/.well-known/security.txt`,
  );
}

/** Returns an overview for language models (https://llmstxt.org). */
export function buildLlmsText(): string {
  const { appUrl } = config();
  return lines(
    "# Parley",
    "",
    "> A workspace where people chat with assistants and with each other, and its HTTP API. People sign in; programs need an API token, which a person creates under Settings → API tokens and which is sent as `Authorization: Bearer <token>`.",
    "",
    "Errors are JSON with `error`, `message` and `status_code`; input that doesn't fit is a 422 whose `detail` names each field. Lists are arrays, with `X-Total-Count` and `Link` in the headers.",
    "",
    "## API",
    "",
    `- [Reference](${appUrl}/docs): every operation, to read and try`,
    `- [OpenAPI 3.1 document](${appUrl}/api/v1/openapi.json): the same for programs, webhooks included`,
    `- [OpenAI's API](${appUrl}/docs/openai-compatible): chat completions, responses, embeddings and transcriptions at ${appUrl}/api/v1/openai`,
    "",
    "## Agents",
    "",
    `- [MCP server](${appUrl}/api/v1/mcp): chats, assistants, search and documents as tools over streamable HTTP, with OAuth or an API token`,
    `- [How programs sign in](${appUrl}/.well-known/oauth-authorization-server): metadata of the authorization server`,
  );
}

const lines = (...all: string[]) => `${all.join("\n")}\n`;
