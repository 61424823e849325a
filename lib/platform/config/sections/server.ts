import { z } from "zod";
import { parseExceptions } from "@/lib/platform/ip-address";
import { address, optionalWholeNumber, secret, section, setting, wholeNumber } from "../setting-kinds";

const exceptions = z
  .string()
  .default("")
  .transform((text, context) => {
    const listed = parseExceptions(text);
    if (listed) return listed;
    context.issues.push({
      code: "custom",
      message: "must be hosts, addresses or networks between commas, or all",
      input: text,
    });
    return z.NEVER;
  });

const commands = z
  .string()
  .default("[]")
  .transform((text, context) => {
    try {
      return z
        .array(
          z.strictObject({
            name: z.string().trim().min(1).max(60),
            command: z.string().min(1),
            args: z.array(z.string()).default([]),
            env: z.record(z.string(), z.string()).default({}),
          }),
        )
        .parse(JSON.parse(text));
    } catch {
      context.issues.push({
        code: "custom",
        message: "must be a JSON list of objects with name, command, args and env",
        input: text,
      });
      return z.NEVER;
    }
  });

// Contacts of security.txt: e-mail addresses and URIs (RFC 9116, section 2.5.3).
const contacts = z
  .string()
  .default("")
  .transform((text, context) => {
    const all = text.split(",").map((part) => part.trim());
    const uris = all
      .filter(Boolean)
      .map((part) => (z.email().safeParse(part).success ? `mailto:${part}` : part));
    if (uris.every((uri) => /^(https:\/\/|mailto:|tel:)[!-~]+$/.test(uri))) return uris;
    context.issues.push({
      code: "custom",
      message: "must be e-mail addresses, or https, mailto or tel addresses, between commas",
      input: text,
    });
    return z.NEVER;
  });

export const server = section("Server", {
  PORT: setting(wholeNumber(3000, 1, 65_535), { description: "The port the server listens on." }),
  HOST: setting(z.string().default("0.0.0.0"), { description: "The address the server binds to." }),
  WORKERS: setting(optionalWholeNumber(1, 64), {
    description:
      "How many processes share the port. Each takes about 200 MB and opens `DATABASE_POOL` connections. More than one needs `DATABASE_URL`.",
    unset: "half of the processor's cores, at most 4; `1` on the embedded database",
    example: "4",
  }),
  APP_URL: setting(address.optional(), {
    description:
      "The address people use to reach Parley. Links in e-mails start with it, and an https address makes cookies https-only.",
    unset: "`http://localhost:PORT`",
    example: "https://chat.example.com",
  }),
  AUTH_SECRET: setting(secret(32).optional(), {
    description:
      "Signs sessions and encrypts stored keys. At least 32 characters. Changing it signs everyone out and requires model keys to be entered again.",
    unset: "generated once and kept in `DATA_DIR`",
  }),
  TRUST_PROXY: setting(wholeNumber(0, 0), {
    description:
      "How many reverse proxies of your own stand in front of Parley. That many entries of `X-Forwarded-For` are trusted. On Vercel the default is `1`.",
  }),
  SECURITY_CONTACT: setting(contacts, {
    description:
      "Whom to tell of a vulnerability of this installation: e-mail addresses, or addresses that begin with `https:`, `mailto:` or `tel:`, separated by commas, the preferred one first. Published at `/.well-known/security.txt`.",
    unset: "there is no security.txt",
    example: "security@example.com",
  }),
  ALLOW_PRIVATE_ADDRESSES: setting(exceptions, {
    description:
      "Private addresses that model connections, MCP servers, search engines, webhooks and the reading of pages may use: hosts, addresses and networks separated by commas, or `all`. See [which addresses the server connects to](deploy.md#outgoing-connections).",
    unset: "none",
    example: "tools.internal,10.0.0.0/8",
  }),
  MCP_COMMANDS: setting(commands, {
    description:
      "Local programs that admins of all groups may connect as MCP servers, as a JSON list of `name`, `command`, `args` and `env`. They run as the user that runs Parley, with no other variables than `PATH`, `HOME` and those in `env`. See [local commands](integrations.md#local-commands).",
    unset: "none",
    example: '[{"name":"time","command":"uvx","args":["mcp-server-time"]}]',
  }),
});
