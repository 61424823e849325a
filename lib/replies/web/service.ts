import { createHash } from "node:crypto";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { caps } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { isThisMachine } from "@/lib/platform/config/sign-up";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { AppError, invalid } from "@/lib/platform/errors";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import { SEARCH_ENGINES, type SearchEngineName, type WebAccessInput } from "./contract";
import type { EngineConnection } from "./engines/definition";
import { engineKinds, engines } from "./engines/registry";
import * as queries from "./queries";
import { readFrom } from "./reading";
import { type Hit, searchWith } from "./searching";

export type { Hit } from "./searching";

type WebAccessSettings = z.output<typeof WebAccessInput>;
// Counts a search as one token, so that it can have a price.
const SEARCH_USAGE = { inputTokens: 1, outputTokens: 0 };
const KEPT = 60;
const MAX_URL_LENGTH = 2000;

export const kinds = engineKinds;

const known = createCachedRead("web access", (groupId: string) => queries.findAccess({ groupId }));

export async function getWebAccess(groupId: string): Promise<{ reads: boolean; searches: boolean }> {
  const row = await known.get(groupId);
  return { reads: row?.canRead ?? false, searches: (row?.canSearch && row.engine !== null) ?? false };
}

// Returns undefined when there is no key, or when AUTH_SECRET has changed since the key was stored.
const decryptKey = ({ encryptedKey }: Pick<queries.AccessRow, "encryptedKey">): string | undefined =>
  encryptedKey === null ? undefined : unseal("provider keys", encryptedKey);

const present = (row: queries.AccessRow | undefined) => ({
  read_pages: row?.canRead ?? false,
  search: row?.canSearch ?? false,
  engine: (row?.engine ?? null) as SearchEngineName | null,
  base_url: row?.baseUrl ?? null,
  engine_id: row?.engineId ?? null,
  has_key: row !== undefined && decryptKey(row) !== undefined,
  updated_at: row?.updatedAt.toISOString() ?? null,
});

/** @throws AppError forbidden */
export async function getAccess(viewer: Viewer) {
  access.authorize(viewer, "web.allow");
  return present(await queries.findAccess({ groupId: viewer.group.id }));
}

// Returns the row to store. Keeps the key and the owner flag only for the same engine and address.
async function toValues({ user, group }: Viewer, settings: WebAccessSettings) {
  const before = await queries.findAccess({ groupId: group.id });
  const engine = settings.engine ?? null;
  const [baseUrl, engineId] = [settings.base_url ?? null, settings.engine_id || null];
  const isSame = before?.engine === engine && before?.baseUrl === baseUrl;
  const stored = isSame ? (before?.encryptedKey ?? null) : null;
  const key = settings.api_key
    ? seal("provider keys", settings.api_key)
    : settings.api_key === undefined
      ? stored
      : null;
  return {
    groupId: group.id,
    canRead: settings.read_pages,
    canSearch: settings.search,
    engine,
    baseUrl,
    engineId,
    encryptedKey: engine === null ? null : key,
    byInstallationOwner: user.isInstallationOwner || (isSame && before?.byInstallationOwner === true),
  };
}
type WebAccessValues = Awaited<ReturnType<typeof toValues>>;

function complete({ engine, baseUrl, engineId, encryptedKey }: WebAccessValues): SearchEngineName {
  if (engine === null) throw invalid(["body", "engine"], "Choose a search engine.");
  const { form } = engines[engine];
  if (form.address === "needed" && baseUrl === null)
    throw invalid(["body", "base_url"], `${SEARCH_ENGINES[engine]} needs its address.`);
  if (form.key === "needed" && encryptedKey === null)
    throw invalid(["body", "api_key"], `${SEARCH_ENGINES[engine]} needs a key.`);
  if (form.engineId === "needed" && engineId === null)
    throw invalid(["body", "engine_id"], `${SEARCH_ENGINES[engine]} needs the ID of a search engine.`);
  return engine;
}

// On a local trial that nobody else can reach, the installation's owner may use a server on the same machine.
const toConnection = (row: WebAccessValues | queries.AccessRow): EngineConnection => ({
  baseUrl: row.baseUrl ?? undefined,
  engineId: row.engineId ?? undefined,
  key: decryptKey(row),
  allowsPrivate: row.byInstallationOwner && isThisMachine(new URL(config().appUrl).hostname),
});

/** @throws AppError forbidden, InvalidInput when the engine needs more fields */
export async function setAccess(viewer: Viewer, settings: WebAccessSettings) {
  access.authorize(viewer, "web.allow");
  const { user, group } = viewer;
  const row = await transaction(async () => {
    const values = await toValues(viewer, settings);
    if (values.engine !== null || values.canSearch) complete(values);
    await audit.record({
      groupId: group.id,
      userId: user.id,
      action: "web_access_changed",
      details: {
        read_pages: settings.read_pages ? "on" : "off",
        search: settings.search ? "on" : "off",
        engine: values.engine,
      },
    });
    return queries.setAccess(values);
  });
  known.forget(group.id);
  return present(row);
}

/**
 * Tests a search with these values without storing them.
 * @throws AppError forbidden, InvalidInput
 */
export async function testSearch(viewer: Viewer, settings: WebAccessSettings) {
  access.authorize(viewer, "web.allow");
  const values = await toValues(viewer, settings);
  const engine = complete(values);
  try {
    const hits = await searchWith(engine, toConnection(values), "Wikipedia", viewer.group.id);
    const results = hits.map(({ title, url }) => ({ title, url }));
    const message =
      hits.length > 0
        ? `${SEARCH_ENGINES[engine]} answered.`
        : `${SEARCH_ENGINES[engine]} answered, but found nothing.`;
    return { ok: hits.length > 0, message, results };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: error.message, results: [] };
    throw error;
  }
}

export type WebAccessOwner = { groupId: string; chatId: number; assistantId: number; userId: number };

/**
 * Searches the web with the group's engine.
 * @throws AppError with a sentence; the reason of the signal
 */
export async function search(whose: WebAccessOwner, query: string, signal?: AbortSignal): Promise<Hit[]> {
  const row = await known.get(whose.groupId);
  if (!row?.canSearch || row.engine === null) throw new AppError("forbidden", "The web isn't searched here.");
  const engine = row.engine as SearchEngineName;
  const hits = await searchWith(engine, toConnection(row), query, whose.groupId, signal);
  await caps.count({ ...whose, model: `web:${engine}`, kind: "web_search", ...SEARCH_USAGE });
  return hits;
}

/**
 * Returns the content of a page, possibly cached.
 * @throws AppError with a sentence; the reason of the signal
 */
export async function readPage(groupId: string, address: string, signal?: AbortSignal) {
  if (!(await getWebAccess(groupId)).reads)
    throw new AppError("forbidden", "Pages of the web aren't read here.");
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || address.length > MAX_URL_LENGTH || !/^https?:$/.test(url.protocol) || url.username)
    throw new AppError("bad_request", "The address must be one of a page, such as https://example.com/page.");
  url.hash = "";
  const hash = createHash("sha256").update(`${groupId} ${url.href}`).digest("hex");
  const kept = await queries.findPage({ groupId, hash });
  if (kept) return kept;
  const { keeps, ...page } = await readFrom(url, groupId, signal);
  if (keeps) await queries.upsertPage({ groupId, hash, ...page, minutes: KEPT });
  return page;
}

export const sweep = async (): Promise<void> => void (await queries.deleteExpired());
