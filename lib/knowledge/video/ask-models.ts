import { chooseGroupModel, filterOffered } from "@/lib/llm/group-models/service";
import {
  type Connection,
  findModelOfConnection,
  findVideoConnection,
  getConnectionId,
  hasVideoSupport,
  isConnected,
  listModels,
  type ModelChoice,
  ModelError,
  type ModelMessage,
  parseId,
  streamReply,
} from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { caps, countTokens } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { invalid } from "@/lib/platform/errors";

// Models need several minutes to process a video.
const MIN_FIRST_TOKEN_TIMEOUT_SECONDS = 600;
// The assumed usage in characters for a picture and for a second of video, if the model reports none.
const CHARACTERS = { picture: 258 * 4, second: 300 * 4 };

type ConnectionRef = { connection: string };
const createConnectedCheck = async (groupId: string) => {
  const connections = await listGroupConnections(groupId);
  return ({ connection }: ConnectionRef) => isConnected(connection, connections);
};

async function usualId(connection: Connection): Promise<string | undefined> {
  const model = await findModelOfConnection(connection, config());
  return model && `${getConnectionId(connection)}:${model}`;
}
const isNamed = (name: string | undefined) => name !== undefined;

const MAX_NAMED_MODELS = 20;

/** @throws InvalidInput for a model without a connected provider; its message lists the available models */
export async function requireAvailableModel(groupId: string, name: string): Promise<void> {
  const connections = await listGroupConnections(groupId);
  const named = parseId(name);
  if (named && (await createConnectedCheck(groupId))(named)) return;
  const models = (await listModels(connections, config())).filter(({ builtin }) => !builtin);
  const names = models.slice(0, MAX_NAMED_MODELS).map(({ id }) => id);
  throw invalid(
    ["body", "model"],
    names.length > 0
      ? `This model is not connected. Accepted: ${names.join(", ")}${models.length > MAX_NAMED_MODELS ? ", …" : ""}, or another provider:model of these providers.`
      : "This model is not connected: no model is.",
  );
}

/**
 * Returns the models that can watch a whole video, best first: the requested model if it accepts videos. Without a
 * request: VIDEO_MODEL, then the default model of a provider whose models all accept videos.
 */
export async function listWatchingModels(groupId: string, wanted: string | null): Promise<ModelChoice[]> {
  const { VIDEO_MODEL } = config();
  const connection = findVideoConnection(await listGroupConnections(groupId));
  const names = wanted ? [wanted] : [VIDEO_MODEL, connection && (await usualId(connection))].filter(isNamed);
  const models = await Promise.all(names.map((name) => chooseGroupModel(groupId, name)));
  return distinct(models)
    .filter(hasVideoSupport)
    .filter(await createConnectedCheck(groupId));
}

/**
 * Returns the models that can read pictures and transcript, best first: the requested model, then the group's default,
 * VIDEO_MODEL and the defaults of other connections, models with vision support first. Excludes the built-in model.
 */
export async function listReadingModels(groupId: string, wanted: string | null): Promise<ModelChoice[]> {
  const { VIDEO_MODEL } = config();
  const connections = await listGroupConnections(groupId);
  const usual = await chooseGroupModel(groupId, null);
  const others = await Promise.all(
    (await Promise.all(connections.filter(({ isDisabled }) => !isDisabled).map(usualId)))
      .filter(isNamed)
      .map((name) => chooseGroupModel(groupId, name)),
  );
  const offered = await filterOffered(groupId, others);
  const first = wanted ? [await chooseGroupModel(groupId, wanted)] : [];
  const video = VIDEO_MODEL ? [await chooseGroupModel(groupId, VIDEO_MODEL)] : [];
  // A model that accepts videos has vision support, even if its name is unknown.
  const sighted = (model: ModelChoice) => (model.id === video[0]?.id ? { ...model, sees: true } : model);
  const seeing = [usual, ...video, ...offered]
    .map(sighted)
    .toSorted((a, b) => Number(b.sees) - Number(a.sees));
  return distinct([...first.map(sighted), ...seeing])
    .filter(({ builtin }) => !builtin)
    .filter(await createConnectedCheck(groupId));
}

const distinct = (models: ModelChoice[]) => [...new Map(models.map((model) => [model.id, model])).values()];

export type Asker = { groupId: string; userId: number; chatId: number };
type VideoQuestion = {
  instructions: string;
  message: Extract<ModelMessage, { role: "user" }>;
  seconds?: number;
};

/**
 * Returns a model's answer and counts its usage for the group.
 * @throws ModelError; the signal's reason when aborted
 */
export async function ask(
  { groupId, userId, chatId }: Asker,
  model: ModelChoice,
  { instructions, message, seconds = 0 }: VideoQuestion,
  signal: AbortSignal,
): Promise<string> {
  await caps.assertTokenQuota(groupId, model.id);
  const settings = config();
  const patient = {
    ...settings,
    MODEL_FIRST_TOKEN_SECONDS: Math.max(MIN_FIRST_TOKEN_TIMEOUT_SECONDS, settings.MODEL_FIRST_TOKEN_SECONDS),
  };
  const request = { instructions, messages: [message], signal };
  let text = "";
  let usage: object | undefined;
  let error: string | null = null;
  try {
    await streamReply(model, await listGroupConnections(groupId), request, patient, (event) => {
      if (event.type === "text") text += event.text;
      if (event.type === "restart") text = "";
      if (event.type === "finish") usage = event.usage;
    });
  } catch (reason) {
    error = "failed";
    throw reason;
  } finally {
    const shown = (message.images?.length ?? 0) * CHARACTERS.picture + seconds * CHARACTERS.second;
    const characters = instructions.length + message.text.length + Math.round(shown);
    const tokens = countTokens({ text, error, extra: { usage, context: { characters } } });
    await caps.count({ kind: "video", groupId, chatId, assistantId: 0, userId, model: model.id, ...tokens });
  }
  return text.trim();
}

/**
 * Returns the result of the first model that succeeds. Skips models in `failed`, and adds models that fail.
 * @throws ModelError of the last model; `not_configured` when there is no model
 */
export async function askFirst<T>(
  models: ModelChoice[],
  failed: Set<string>,
  work: (model: ModelChoice) => Promise<T>,
): Promise<T> {
  let failure = new ModelError("not_configured", "No connected model can read this video.");
  for (const model of models.filter(({ id }) => !failed.has(id))) {
    try {
      return await work(model);
    } catch (error) {
      if (!(error instanceof ModelError) || error.code === "used_up") throw error;
      failed.add(model.id);
      failure = error;
    }
  }
  throw failure;
}
