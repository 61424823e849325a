import { findCapabilities } from "./model-capabilities";
import { registry } from "./providers/registry";
import { isProvider, PROVIDERS } from "./settings";
import type { Connection, ModelChoice } from "./types";

export const BUILTIN: ModelChoice = {
  id: "builtin",
  label: "Document finder (no language model)",
  provider: "builtin",
  connection: "builtin",
  builtin: true,
  sees: false,
};

export const getConnectionId = ({ id, provider }: Connection): string => id ?? provider;

export const toModelChoice = (connection: Connection, model: string): ModelChoice => {
  const { provider, name = PROVIDERS[provider].name } = connection;
  const known = findCapabilities(model);
  return {
    id: `${getConnectionId(connection)}:${model}`,
    label: `${model} (${name})`,
    provider,
    connection: getConnectionId(connection),
    builtin: false,
    sees: known?.sees ?? registry[provider].sees(model),
    reasons: known?.reasons,
  };
};

export const toUnconnectedChoice = (connection: string, model: string): ModelChoice => {
  const provider = isProvider(connection) ? connection : "openai-compatible";
  return toModelChoice(
    { id: connection, provider, ...(!isProvider(connection) && { name: connection }) },
    model,
  );
};

export function parseId(id: string): { connection: string; model: string } | null {
  const at = id.indexOf(":");
  const connection = id.slice(0, at);
  return at > 0 && /^[a-z0-9-]+$/.test(connection) && id.length > at + 1
    ? { connection, model: id.slice(at + 1) }
    : null;
}
