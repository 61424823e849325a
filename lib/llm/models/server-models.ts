import { APICallError } from "@ai-sdk/provider";
import { readJson } from "@/lib/platform/egress/service";
import { isChatModel } from "./chat-models";
import { createUnreadableError } from "./failures";
import { createAnsweringFetch, readRefusal } from "./guarded-fetch";
import type { ProviderDefinition } from "./providers/definition";
import { getCached } from "./response-cache";
import type { Connection } from "./types";

const LIST_SECONDS = 2;
const REMEMBERED_SECONDS = 60;
const MAX_PAGES = 10;
const LIST_LIMITS = { bytes: 4 * 1024 * 1024, values: 200_000 };

type ListedModel = { id: string; contextLength: number | undefined };
/** `nextUrl` is the address of the next page. */
type ModelPage = { models: ListedModel[]; nextUrl?: string };
type ListEntry = Record<string, unknown>;
type ServerList = { models: ListedModel[] | null; error?: unknown };

/** The request for a server's models. `read` throws for an answer that isn't a list. */
export type ModelListing = {
  url: string;
  headers: Record<string, string>;
  read: (answer: unknown) => ModelPage;
};

export const createOpenAiListing = ({ apiKey }: Connection, baseUrl: string): ModelListing => ({
  url: `${baseUrl.replace(/\/+$/, "")}/models`,
  headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
  read: (answer) => ({ models: toChatModels((answer as { data?: unknown } | null)?.data, ({ id }) => id) }),
});

export const listServerModels = async (connection: Connection, baseUrl: string): Promise<string[] | null> =>
  (await fetchModels(connection, createOpenAiListing(connection, baseUrl))).models?.map(({ id }) => id) ??
  null;

export const findListError = async (connection: Connection, baseUrl: string): Promise<unknown> =>
  (await fetchModels(connection, createOpenAiListing(connection, baseUrl))).error;

export const getContextLengths = async (
  connection: Connection,
  baseUrl: string,
): Promise<Map<string, number>> =>
  toLengths(await fetchModels(connection, createOpenAiListing(connection, baseUrl)));

/**
 * Describes the lists of a provider whose server names its models. `usual` are the models that Parley knows, best
 * first: they stand first in the list, and are offered if the key may not list models.
 */
export const listWith = (
  getListing: (connection: Connection) => ModelListing,
  usual: string[],
): Required<Pick<ProviderDefinition, "listModels" | "listError" | "contextLengths" | "usualModel">> => {
  const fetchList = (connection: Connection) => fetchModels(connection, getListing(connection));
  return {
    async listModels(connection) {
      const { models, error } = await fetchList(connection);
      if (error !== undefined) return [];
      const ids = models?.map(({ id }) => id) ?? [];
      return ids.length === 0 ? usual : [...usual.filter((id) => ids.includes(id)), ...ids];
    },
    listError: async (connection) => (await fetchList(connection)).error,
    contextLengths: async (connection) => toLengths(await fetchList(connection)),
    usualModel: async () => usual[0],
  };
};

const toLengths = ({ models }: ServerList): Map<string, number> =>
  new Map((models ?? []).flatMap(({ id, contextLength }) => (contextLength ? [[id, contextLength]] : [])));

// Keys without the right to list models get 403, and servers without a list the others.
const NO_LIST = [403, 404, 405, 501];

// Fetches a list with a timeout of 2 s for all of its pages. Caches the result for 60 s.
function fetchModels(connection: Connection, { url, headers, read }: ModelListing): Promise<ServerList> {
  const { apiKey, allowsPrivate, headers: own, options, proxy } = connection;
  const key = JSON.stringify(["models", url, apiKey, allowsPrivate, own, options, proxy]);
  return getCached<ServerList>(
    key,
    REMEMBERED_SECONDS,
    async () => {
      const signal = AbortSignal.timeout(LIST_SECONDS * 1000);
      const models: ListedModel[] = [];
      try {
        let next: string | undefined = url;
        for (let page = 0; next && page < MAX_PAGES; page++) {
          const answer: ModelPage = read(await readAnswer(connection, next, headers, signal));
          models.push(...answer.models);
          next = answer.nextUrl;
        }
        return { models };
      } catch (error) {
        const hasNoList = APICallError.isInstance(error) && NO_LIST.includes(error.statusCode ?? 0);
        return { models: null, error: hasNoList ? undefined : error };
      }
    },
    ({ error }) => error !== undefined,
  );
}

/**
 * Returns the chat models among the entries of a list.
 * @throws JSONParseError if `entries` isn't a list
 */
export function toChatModels(entries: unknown, getId: (entry: ListEntry) => unknown): ListedModel[] {
  if (!Array.isArray(entries)) throw createUnreadableError();
  return entries.flatMap((entry: ListEntry | null) => {
    if (entry === null) return [];
    const id = getId(entry);
    return typeof id === "string" && isChatModel(id, entry) ? [{ id, contextLength: lengthIn(entry) }] : [];
  });
}

function lengthIn(entry: ListEntry): number | undefined {
  const { meta, context_length, max_model_len, context_window, max_context_length } = entry;
  const { max_input_tokens: ofAnthropic, inputTokenLimit: ofGoogle } = entry;
  const ofLlama = (meta as { n_ctx_train?: unknown } | null | undefined)?.n_ctx_train;
  const known = [
    context_length,
    max_model_len,
    context_window,
    max_context_length,
    ofLlama,
    ofAnthropic,
    ofGoogle,
  ];
  return known.find((length): length is number => Number.isSafeInteger(length) && (length as number) > 0);
}

export function askJson(
  connection: Connection,
  url: string,
  headers: Record<string, string>,
  seconds: number,
  /** Sent by POST. */
  body?: object,
): Promise<unknown> {
  return readAnswer(connection, url, headers, AbortSignal.timeout(seconds * 1000), body).catch(() => null);
}

async function readAnswer(
  connection: Connection,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  body?: object,
): Promise<unknown> {
  const response = await createAnsweringFetch(connection, LIST_LIMITS)(url, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers,
    signal,
  });
  if (response.ok) return readJson(response, LIST_LIMITS);
  throw await readRefusal(response, url);
}
