import { setTimeout as wait } from "node:timers/promises";
import { APICallError } from "@ai-sdk/provider";
import { readJson } from "@/lib/platform/egress/service";
import { describeModelError } from "../failures";
import { createAnsweringFetch } from "../guarded-fetch";
import { type Connection, ModelError } from "../types";
import type { VideoUpload } from "./definition";

/**
 * Client for Google's Files API (https://ai.google.dev/api/files), for videos that exceed the size limit of a request.
 * Streams the file instead of loading it into memory like the SDK.
 */
export const GOOGLE_ADDRESS = "https://generativelanguage.googleapis.com/v1beta";
const WHO = "Google";
const LOOK_EVERY_MS = 2000;
// Maximum wait for Google to process a video, which takes about a tenth of the video's length.
const PATIENCE_MS = 30 * 60_000;

type GoogleFile = { uri: string; name: string };
type Resource = { name?: unknown; uri?: unknown; state?: unknown };

/**
 * Uploads a file, which Google keeps for 48 hours, and waits until models can use it.
 * @throws ModelError, the reason of the signal
 */
export async function uploadToGoogle(
  connection: Connection,
  { stream, size, mediaType, signal }: VideoUpload,
): Promise<GoogleFile> {
  const base = getBaseUrl(connection);
  const begun = await requestFiles(connection, `${base.replace(/\/v1beta\/?$/, "")}/upload/v1beta/files`, {
    method: "POST",
    headers: {
      ...buildKeyHeaders(connection),
      "content-type": "application/json",
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(size),
      "x-goog-upload-header-content-type": mediaType,
    },
    body: JSON.stringify({ file: {} }),
    signal,
  });
  const to = begun.headers.get("x-goog-upload-url");
  await begun.text();
  // The upload URL must have the origin to which the key was sent.
  if (!to || !URL.canParse(to) || new URL(to).origin !== new URL(base).origin) throw strange();
  const sent = await requestFiles(connection, to, {
    method: "POST",
    headers: {
      "content-length": String(size),
      "x-goog-upload-offset": "0",
      "x-goog-upload-command": "upload, finalize",
    },
    body: stream,
    duplex: "half",
    signal,
  } as RequestInit);
  const file = ((await parseJson(sent)) as { file?: Resource }).file ?? {};
  const name = getFileName(file);
  try {
    return { name, uri: await readUri(connection, name, file, signal) };
  } catch (error) {
    await deleteFromGoogle(connection, { name });
    signal.throwIfAborted();
    throw error;
  }
}

async function readUri(
  connection: Connection,
  name: string,
  sent: Resource,
  signal: AbortSignal,
): Promise<string> {
  let file = sent;
  const until = performance.now() + PATIENCE_MS;
  while (file.state === "PROCESSING" && performance.now() < until) {
    await wait(LOOK_EVERY_MS, undefined, { signal });
    const answer = await requestFiles(connection, `${getBaseUrl(connection)}/${name}`, {
      headers: buildKeyHeaders(connection),
      signal,
    });
    file = (await parseJson(answer)) as Resource;
  }
  if (file.state === "PROCESSING") throw new ModelError("stalled", "Google took too long to read the video.");
  if (file.state === "FAILED") throw new ModelError("failed", "Google cannot read this video.");
  if (typeof file.uri !== "string") throw strange();
  return file.uri;
}

export async function deleteFromGoogle(
  connection: Connection,
  { name }: Pick<GoogleFile, "name">,
): Promise<void> {
  const url = `${getBaseUrl(connection)}/${name}`;
  const signal = AbortSignal.timeout(10_000);
  await requestFiles(connection, url, {
    method: "DELETE",
    headers: buildKeyHeaders(connection),
    signal,
  }).catch(() => undefined);
}

const getBaseUrl = ({ baseUrl }: Connection) => baseUrl ?? GOOGLE_ADDRESS;

const buildKeyHeaders = ({ apiKey }: Connection): Record<string, string> =>
  apiKey ? { "x-goog-api-key": apiKey } : {};

function getFileName({ name }: Resource): string {
  if (typeof name === "string" && /^files\/[\w-]+$/.test(name)) return name;
  throw strange();
}

async function requestFiles(connection: Connection, url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await createAnsweringFetch(connection)(url, init);
    if (response.ok) return response;
    throw new APICallError({
      message: `status ${response.status}`,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseBody: await response.text(),
    });
  } catch (error) {
    init.signal?.throwIfAborted();
    throw describeModelError(error, WHO, false);
  }
}

async function parseJson(response: Response): Promise<unknown> {
  try {
    return (await readJson(response)) ?? {};
  } catch {
    throw strange();
  }
}

const strange = () => new ModelError("garbage", "Google sent an unexpected answer to the upload.");
