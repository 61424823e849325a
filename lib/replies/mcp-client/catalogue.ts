import { config } from "@/lib/platform/config";
import { KNOWN_SERVERS } from "./contract";

// Well-known servers by id. `components/settings/mcp` translates the ids. Each server has a public address and uses
// OAuth or no sign-in.
const addresses: Record<(typeof KNOWN_SERVERS)[number], { name: string; url: string }> = {
  github: { name: "GitHub", url: "https://api.githubcopilot.com/mcp/" },
  atlassian: { name: "Atlassian", url: "https://mcp.atlassian.com/v1/mcp" },
  linear: { name: "Linear", url: "https://mcp.linear.app/mcp" },
  notion: { name: "Notion", url: "https://mcp.notion.com/mcp" },
  sentry: { name: "Sentry", url: "https://mcp.sentry.dev/mcp" },
  stripe: { name: "Stripe", url: "https://mcp.stripe.com" },
  context7: { name: "Context7", url: "https://mcp.context7.com/mcp" },
  deepwiki: { name: "DeepWiki", url: "https://mcp.deepwiki.com/mcp" },
  huggingface: { name: "Hugging Face", url: "https://huggingface.co/mcp" },
  microsoftlearn: { name: "Microsoft Learn", url: "https://learn.microsoft.com/api/mcp" },
};

export const listCatalogue = () => ({
  servers: KNOWN_SERVERS.map((id) => ({ id, ...addresses[id] })),
  commands: config().MCP_COMMANDS.map(({ name }) => name),
});
