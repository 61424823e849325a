import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as models from "@/lib/llm/models/service";
import { isProvider, type Provider } from "@/lib/llm/models/settings";
import { config } from "@/lib/platform/config";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { conflict, invalid, notFound } from "@/lib/platform/errors";
import { invalidateConnections, readHeaders, toConnection } from "./connections";
import type { ModelConnectionInput, PortableConnection } from "./contract";
import * as queries from "./queries";
import { MAX_CONNECTIONS } from "./settings";

type ConnectionInput = z.output<typeof ModelConnectionInput>;

type InputPath = (string | number)[];

export const presentConnection = (row: queries.ConnectionRow) => ({
  id: row.slug,
  name: row.name,
  provider: row.provider,
  base_url: row.baseUrl,
  model: row.model,
  models: row.models,
  options: row.options,
  header_names: Object.keys(readHeaders(row.encryptedHeaders) ?? {}),
  proxy: row.encryptedProxy ? withoutPassword(unseal("provider keys", row.encryptedProxy)) : null,
  timeout_seconds: row.timeoutSeconds,
  enabled: row.isEnabled,
  // False after AUTH_SECRET changed, because the key can no longer be decrypted.
  has_key: row.encryptedKey !== null && unseal("provider keys", row.encryptedKey) !== undefined,
  from_environment: false,
  updated_at: row.updatedAt.toISOString(),
});

const withoutPassword = (proxy: string | undefined): string | null =>
  proxy === undefined ? null : new URL(proxy).origin;

/**
 * Creates or replaces a connection. Absent secrets are kept.
 * @throws AppError forbidden, conflict when there are too many; InvalidInput
 */
export async function setConnection(viewer: Viewer, slug: string, input: ConnectionInput) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const row = await transaction(async () => {
    const rows = await queries.listConnections({ groupId });
    const stored = rows.find((each) => each.slug === slug);
    if (!stored && rows.length >= MAX_CONNECTIONS)
      throw conflict(`A group has at most ${MAX_CONNECTIONS} connections. Remove one first.`);
    const values = prepareValues(viewer, slug, input, stored);
    requireComplete(values);
    const details = { provider: getAuditedName(slug, values) };
    await audit.record({ groupId, userId: viewer.user.id, action: "model_connected", details });
    return queries.upsertConnection({ groupId, slug }, values);
  });
  invalidateConnections(groupId);
  return presentConnection(row);
}

/**
 * Tests a connection with a small request without storing it.
 * @throws AppError forbidden, InvalidInput
 */
export async function testConnection(viewer: Viewer, slug: string, input: ConnectionInput) {
  access.authorize(viewer, "models.connect");
  const rows = await queries.listConnections({ groupId: viewer.group.id });
  const values = prepareValues(
    viewer,
    slug,
    input,
    rows.find((each) => each.slug === slug),
  );
  requireComplete(values);
  const connection = toConnection({ slug, ...values });
  if (!connection) throw invalid(["body", "proxy"], "Enter the proxy again: the stored one can't be read.");
  return models.testConnection(connection, config());
}

/** @throws AppError forbidden, not_found */
export async function removeConnection(viewer: Viewer, slug: string) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  await transaction(async () => {
    const removed = await queries.deleteConnection({ groupId, slug });
    if (!removed) throw notFound("Connection");
    const details = { provider: getAuditedName(slug, removed) };
    await audit.record({ groupId, userId: viewer.user.id, action: "model_disconnected", details });
  });
  invalidateConnections(groupId);
  return { success: true as const, message: "The connection was removed." };
}

type Portable = z.output<typeof PortableConnection>;

/** @throws AppError forbidden */
export async function listPortableConnections(viewer: Viewer): Promise<Portable[]> {
  access.authorize(viewer, "models.connect");
  const rows = await queries.listConnections({ groupId: viewer.group.id });
  return rows.map((row) => {
    const { from_environment: _, updated_at: __, ...portable } = presentConnection(row);
    return portable;
  });
}

/**
 * Creates or replaces connections from a file. Stored secrets are kept where `setConnection` would keep them.
 * Connections whose secrets are missing are stored turned off. Must be called in a transaction.
 * @returns the ids of connections whose secrets are missing
 * @throws AppError forbidden, conflict when there are too many; InvalidInput
 */
export async function importConnections(viewer: Viewer, imported: Portable[]): Promise<string[]> {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const rows = await queries.listConnections({ groupId });
  const all = new Set([...rows.map(({ slug }) => slug), ...imported.map(({ id }) => id)]);
  if (all.size > MAX_CONNECTIONS)
    throw conflict(`A group has at most ${MAX_CONNECTIONS} connections. Remove some first.`);
  const incomplete: string[] = [];
  for (const [index, { id: slug, has_key, header_names, proxy, ...settings }] of imported.entries()) {
    const stored = rows.find((each) => each.slug === slug);
    const isSameProxy = withoutPassword(readProxy(stored) ?? undefined) === proxy;
    const input = { ...settings, ...(!isSameProxy && { proxy }) };
    const path = ["body", "connections", index];
    const values = prepareValues(viewer, slug, input, stored, path);
    const headers = Object.keys(readHeaders(values.encryptedHeaders) ?? {});
    const isIncomplete =
      (has_key && values.encryptedKey === null) || header_names.some((name) => !headers.includes(name));
    requireSettings(values, path);
    if (isIncomplete) incomplete.push(slug);
    else requireKey(values, path);
    const isEnabled = values.isEnabled && !isIncomplete;
    await queries.upsertConnection({ groupId, slug }, { ...values, isEnabled });
    const details = { provider: getAuditedName(slug, values) };
    await audit.record({ groupId, userId: viewer.user.id, action: "model_connected", details });
  }
  return incomplete;
}

const getAuditedName = (slug: string, { name }: { name: string | null }) =>
  isProvider(slug) ? slug : (name ?? slug);

// Completes the input with the stored secrets. A new address or another provider gets no stored secret, and neither
// does an unencrypted address behind a new proxy.
function prepareValues(
  viewer: Viewer,
  slug: string,
  input: ConnectionInput,
  stored: queries.ConnectionRow | undefined,
  path: InputPath = ["body"],
) {
  const provider = getProvider(slug, input, stored, path);
  const baseUrl = input.base_url ?? null;
  const isSameProxy = input.proxy === undefined || input.proxy === readProxy(stored);
  const isSameServer = stored?.provider === provider && stored.baseUrl === baseUrl;
  // Ollama's default address isn't encrypted, those of others are.
  const isEncrypted = baseUrl === null ? provider !== "ollama" : /^https:/i.test(baseUrl);
  const mayKeep = isSameServer && (isSameProxy || isEncrypted);
  const kept = mayKeep ? stored : undefined;
  return {
    name: input.name || null,
    provider,
    baseUrl,
    model: input.model || null,
    models: input.models ?? null,
    options: pickOptions(provider, input.options, path),
    timeoutSeconds: input.timeout_seconds ?? null,
    isEnabled: input.enabled,
    encryptedKey: replaceSecret(input.api_key, kept?.encryptedKey, sealText),
    encryptedHeaders: replaceSecret(input.headers, kept?.encryptedHeaders, sealHeaders),
    encryptedProxy: replaceSecret(input.proxy, stored?.encryptedProxy, sealText),
    byInstallationOwner:
      viewer.user.isInstallationOwner ||
      (isSameServer && isSameProxy && stored?.byInstallationOwner === true),
  };
}

// Absent input keeps the stored secret, null or empty input removes it.
function replaceSecret<T>(
  given: T | null | undefined,
  stored: string | null | undefined,
  encrypt: (given: T) => string | null,
): string | null {
  if (given === undefined) return stored ?? null;
  return given ? encrypt(given) : null;
}

const sealText = (text: string) => seal("provider keys", text);

const readProxy = (stored: queries.ConnectionRow | undefined) =>
  stored?.encryptedProxy ? unseal("provider keys", stored.encryptedProxy) : null;

function sealHeaders(headers: Record<string, string>): string | null {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return entries.length === 0 ? null : sealText(JSON.stringify(Object.fromEntries(entries)));
}

function getProvider(
  slug: string,
  input: ConnectionInput,
  stored: queries.ConnectionRow | undefined,
  path: InputPath,
): Provider {
  // Code that looks for a provider's usual connection finds it by this id.
  if (isProvider(slug)) {
    if (input.provider && input.provider !== slug)
      throw invalid([...path, "provider"], "An id that is the name of a provider is for that provider only.");
    return slug;
  }
  const provider = input.provider ?? stored?.provider;
  if (!provider) throw invalid([...path, "provider"], "Choose the provider of this connection.");
  return provider;
}

const getForm = (provider: Provider) => models.providerKinds.find((kind) => kind.provider === provider)!;

function pickOptions(
  provider: Provider,
  given: ConnectionInput["options"] = {},
  path: InputPath,
): Record<string, string> {
  const known = getForm(provider).options ?? [];
  const entries = Object.entries(given).filter(([, value]) => value !== "");
  for (const [name, value] of entries) {
    const field = known.find((each) => each.name === name);
    if (!field) throw invalid([...path, "options", name], "This provider doesn't have this setting.");
    if (!new RegExp(`^(?:${field.pattern})$`).test(value))
      throw invalid([...path, "options", name], "This isn't a valid value.");
  }
  return Object.fromEntries(entries);
}

type CompleteValues = Pick<
  queries.ConnectionRow,
  "provider" | "baseUrl" | "encryptedKey" | "options" | "model" | "models"
>;

function requireComplete(values: CompleteValues) {
  requireSettings(values);
  requireKey(values);
}

function requireKey({ provider, encryptedKey }: CompleteValues, path: InputPath = ["body"]) {
  if (getForm(provider).key === "needed" && encryptedKey === null)
    throw invalid([...path, "api_key"], "This provider needs a key.");
}

function requireSettings(
  { provider, baseUrl, options, model, models: named }: CompleteValues,
  path: InputPath = ["body"],
) {
  const form = getForm(provider);
  if (form.address === "needed" && !baseUrl)
    throw invalid([...path, "base_url"], form.addressMissing ?? "This provider needs its address.");
  for (const { name, isNeeded, needs } of form.options ?? []) {
    if (isNeeded && !options[name])
      throw invalid([...path, "options", name], "This provider needs this setting.");
    if (options[name] && needs && !options[needs])
      throw invalid([...path, "options", needs], "This setting is needed, too.");
  }
  if (form.areModelsNamed && !model && !named?.length)
    throw invalid([...path, "model"], "This provider doesn't list its models: name one.");
}
