import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import type { ProviderKind } from "@/lib/llm/models/contract";
import * as models from "@/lib/llm/models/service";
import type { Provider } from "@/lib/llm/models/settings";
import { config } from "@/lib/platform/config";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { invalid, notFound } from "@/lib/platform/errors";
import { canBePrivate, invalidateConnections, listGroupConnections } from "./connections";
import type { ModelConnectionInput } from "./contract";
import * as queries from "./queries";
import { applyVisionSettings, getVisionSettings } from "./vision";

export { listGroupConnections } from "./connections";
export * as pictures from "./image-models";
export { loadModelVision, setVisionSetting } from "./vision";

type ConnectionInput = z.output<typeof ModelConnectionInput>;

const present = (row: queries.ConnectionRow) => ({
  provider: row.provider,
  base_url: row.baseUrl,
  model: row.model,
  // False after AUTH_SECRET changed, because the key can no longer be decrypted.
  has_key: row.encryptedKey !== null && unseal("provider keys", row.encryptedKey) !== undefined,
  from_environment: false,
  updated_at: row.updatedAt.toISOString(),
});

/**
 * Lists the connections of the group and of the environment. Only the operator sees details of the latter.
 * @throws AppError forbidden
 */
export async function listConnections(viewer: Viewer) {
  access.authorize(viewer, "models.connect");
  const rows = await queries.listConnections({ groupId: viewer.group.id });
  const isOperator = viewer.user.isInstallationOwner;
  const fixed = models.listEnvironmentConnections(config()).map(({ provider, baseUrl, model, apiKey }) => ({
    provider,
    base_url: isOperator ? (baseUrl ?? null) : null,
    model: isOperator ? (model ?? null) : null,
    has_key: isOperator && apiKey !== undefined,
    from_environment: true,
    updated_at: null,
  }));
  return [...rows.map(present), ...fixed];
}

const optionBy = (sight: Record<string, boolean>) => (choice: models.ModelChoice) => ({
  id: choice.id,
  label: choice.label,
  provider: choice.provider,
  builtin: choice.builtin,
  sees_pictures: applyVisionSettings(choice, sight).sees,
  sees_pictures_guessed: !(choice.id in sight),
  context_length: choice.contextLength ?? null,
});

export async function listModels({ group }: Viewer) {
  const [connections, sight] = await Promise.all([
    listGroupConnections(group.id),
    getVisionSettings(group.id),
  ]);
  const option = optionBy(sight);
  const settings = config();
  const [choices, byDefault, problems] = await Promise.all([
    models.listModels(connections, settings),
    models.chooseModel(null, connections, settings),
    models.listProblems(connections, settings),
  ]);
  const listed = choices.find(({ id }) => id === byDefault.id);
  // Returns an unlisted default only if DEFAULT_MODEL names it. Any other unlisted default belongs to a server that
  // doesn't respond.
  const isNamed = byDefault.id === settings.DEFAULT_MODEL;
  return {
    default: listed || isNamed ? option(listed ?? byDefault) : null,
    models: choices.map(option),
    problems,
  };
}

export async function hasLanguageModel({ group }: Viewer): Promise<boolean> {
  return !(await models.chooseModel(null, await listGroupConnections(group.id), config())).builtin;
}

async function stored(groupId: string, provider: Provider) {
  const rows = await queries.listConnections({ groupId });
  return rows.find((row) => row.provider === provider);
}

// Returns the stored encrypted key, or null if a new key is given or the address changes. `byInstallationOwner` is true
// if the installation's owner makes this change or entered the unchanged address.
function getKeptKey(viewer: Viewer, input: ConnectionInput, stored: queries.ConnectionRow | undefined) {
  const before = stored?.baseUrl === (input.base_url ?? null) ? stored : undefined;
  return {
    key: input.api_key === undefined ? (before?.encryptedKey ?? null) : null,
    byInstallationOwner: viewer.user.isInstallationOwner || before?.byInstallationOwner === true,
  };
}

export const kinds: ProviderKind[] = models.providerKinds;

const getProviderKind = (provider: Provider) => kinds.find((kind) => kind.provider === provider)!;

function complete(provider: Provider, input: ConnectionInput, keyKnown: boolean): void {
  const { key, address, addressMissing = "This provider needs its address." } = getProviderKind(provider);
  if (address === "needed" && !input.base_url) throw invalid(["body", "base_url"], addressMissing);
  if (key === "needed" && !input.api_key && !keyKnown)
    throw invalid(["body", "api_key"], "This provider needs a key.");
}

const note = ({ user, group }: Viewer, action: audit.AuditedAction, provider: Provider) =>
  audit.record({ groupId: group.id, userId: user.id, action, details: { provider } });

/** @throws AppError forbidden, InvalidInput when the provider needs more fields */
export async function setConnection(viewer: Viewer, provider: Provider, input: ConnectionInput) {
  access.authorize(viewer, "models.connect");
  const { key, byInstallationOwner } = getKeptKey(viewer, input, await stored(viewer.group.id, provider));
  complete(provider, input, key !== null);
  const row = await transaction(async () => {
    await note(viewer, "model_connected", provider);
    return queries.upsertConnection({
      groupId: viewer.group.id,
      provider,
      baseUrl: input.base_url ?? null,
      model: input.model || null,
      encryptedKey: input.api_key ? seal("provider keys", input.api_key) : key,
      byInstallationOwner,
    });
  });
  invalidateConnections(viewer.group.id);
  return present(row);
}

/**
 * Tests a connection with a small request without storing it.
 * @throws AppError forbidden, InvalidInput
 */
export async function testConnection(viewer: Viewer, provider: Provider, input: ConnectionInput) {
  access.authorize(viewer, "models.connect");
  const { key, ...by } = getKeptKey(viewer, input, await stored(viewer.group.id, provider));
  complete(provider, input, key !== null);
  return models.testConnection(
    {
      provider,
      apiKey: input.api_key || (key ? unseal("provider keys", key) : undefined),
      baseUrl: input.base_url ?? undefined,
      model: input.model || undefined,
      allowsPrivate: canBePrivate(by),
    },
    config(),
  );
}

/** @throws AppError forbidden, not_found */
export async function removeConnection(viewer: Viewer, provider: Provider) {
  access.authorize(viewer, "models.connect");
  await transaction(async () => {
    const isRemoved = await queries.deleteConnection({ groupId: viewer.group.id, provider });
    if (!isRemoved) throw notFound("Connection");
    await note(viewer, "model_disconnected", provider);
  });
  invalidateConnections(viewer.group.id);
  return { success: true as const, message: "The connection was removed." };
}
