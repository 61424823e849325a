import { APICallError } from "@ai-sdk/provider";
import { readJson } from "@/lib/platform/egress/service";
import { isChatModel } from "./chat-models";
import { createUnreadableError } from "./failures";
import { createAnsweringFetch } from "./guarded-fetch";
import { getCached } from "./response-cache";
import type { Connection } from "./types";

const LIST_SECONDS = 2;
const REMEMBERED_SECONDS = 60;
const LIST_LIMITS = { bytes: 4 * 1024 * 1024, values: 200_000 };

export const listServerModels = async (connection: Connection, baseUrl: string): Promise<string[] | null> =>
  (await listedAt(connection, baseUrl)).models?.map(({ id }) => id) ?? null;

export const findListError = async (connection: Connection, baseUrl: string): Promise<unknown> =>
  (await listedAt(connection, baseUrl)).error;

export async function getContextLengths(
  connection: Connection,
  baseUrl: string,
): Promise<Map<string, number>> {
  const listed = (await listedAt(connection, baseUrl)).models ?? [];
  return new Map(listed.flatMap(({ id, contextLength }) => (contextLength ? [[id, contextLength]] : [])));
}

type ListedModel = { id: string; contextLength: number | undefined };
type ServerList = { models: ListedModel[] | null; error?: unknown };

const NO_LIST = [403, 404, 405, 501];

// Fetches `/models` of an OpenAI-compatible server with a timeout of 2 s. Caches the result for 60 s.
function listedAt(connection: Connection, baseUrl: string): Promise<ServerList> {
  const { apiKey, allowsPrivate, headers: own, options, proxy } = connection;
  const key = JSON.stringify(["models", baseUrl, apiKey, allowsPrivate, own, options, proxy]);
  return getCached<ServerList>(
    key,
    REMEMBERED_SECONDS,
    async () => {
      const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
      const url = `${baseUrl.replace(/\/+$/, "")}/models`;
      try {
        return { models: modelsIn(await readAnswer(connection, url, headers, LIST_SECONDS)) };
      } catch (error) {
        const hasNoList = APICallError.isInstance(error) && NO_LIST.includes(error.statusCode ?? 0);
        return { models: null, error: hasNoList ? undefined : error };
      }
    },
    ({ error }) => error !== undefined,
  );
}

function modelsIn(answer: unknown): ListedModel[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw createUnreadableError();
  return data.flatMap((entry: Record<string, unknown> | null) => {
    const id = entry?.id;
    return typeof id === "string" && isChatModel(id, entry!) ? [{ id, contextLength: lengthIn(entry!) }] : [];
  });
}

function lengthIn(entry: Record<string, unknown>): number | undefined {
  const { meta, context_length, max_model_len, context_window, max_context_length } = entry;
  const ofLlama = (meta as { n_ctx_train?: unknown } | null | undefined)?.n_ctx_train;
  const known = [context_length, max_model_len, context_window, max_context_length, ofLlama];
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
  return readAnswer(connection, url, headers, seconds, body).catch(() => null);
}

async function readAnswer(
  connection: Connection,
  url: string,
  headers: Record<string, string>,
  seconds: number,
  body?: object,
): Promise<unknown> {
  const response = await createAnsweringFetch(connection, LIST_LIMITS)(url, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers,
    signal: AbortSignal.timeout(seconds * 1000),
  });
  if (response.ok) return readJson(response, LIST_LIMITS);
  await response.body?.cancel();
  const { status: statusCode } = response;
  throw new APICallError({ message: "The models were not listed.", url, requestBodyValues: {}, statusCode });
}
