import { setTimeout as wait } from "node:timers/promises";
import { toStorableText } from "@/lib/platform/storable-text";
import { recordModelCall, type Tokens } from "@/lib/platform/telemetry/models";
import { BUILTIN, getConnectionId, parseId, toModelChoice, toUnconnectedChoice } from "./catalog";
import { getConnectedModel } from "./connected-model";
import { DISCOVERED, findConnection } from "./connections";
import type { ListProblem } from "./contract";
import { Deadline } from "./deadline";
import { createEventRelay, type EventRelay } from "./event-relay";
import { createDocumentFinder } from "./extractive-answers/model";
import { createEndlessError, createStalledError, describeModelError } from "./failures";
import { getProviderSubject, registry } from "./providers/registry";
import { AcceptedRequest, findRefusedFeature } from "./refused-features";
import { isProvider, PROVIDERS } from "./settings";
import { StorableText } from "./storable-text";
import { CallPieces } from "./tool-call-fragments";
import {
  type Connection,
  type LanguageModel,
  type ModelChoice,
  ModelError,
  type ModelEvent,
  type ModelListener,
  type ModelRequest,
  type ModelSettings,
  type ReplyEnd,
  type ToolCall,
} from "./types";

const MAX_REPLY_LENGTH = 2_000_000;
// Models of a server whose capabilities are read for a list; names tell those of further ones.
const MAX_DESCRIBED = 100;
// Delay before the single retry, and the longest Retry-After that is honored.
const PAUSE_SECONDS = 0.3;
const MAX_RETRY_DELAY_SECONDS = 2;

/**
 * Selects a model: `wanted` (`provider:model` or `builtin`), else DEFAULT_MODEL, else the best connected one. Never
 * throws: `streamReply` reports a model that isn't connected.
 */
export async function chooseModel(
  wanted: string | null,
  connections: Connection[],
  config: ModelSettings,
): Promise<ModelChoice> {
  const named = wanted ?? config.DEFAULT_MODEL;
  if (named === BUILTIN.id) return BUILTIN;
  if (named) {
    const parsed = parseId(named);
    const connection = parsed && findConnection(parsed.connection, connections, config);
    if (parsed && connection) return describeModel(connection, parsed.model, config);
    // DEFAULT_MODEL may be a bare name with a colon, such as `llama3:8b`.
    const isId = parsed && (wanted !== null || isProvider(parsed.connection));
    return isId
      ? toUnconnectedChoice(parsed.connection, parsed.model)
      : describeModel(listEnabled(connections)[0] ?? { provider: "openai" }, named, config);
  }
  // One after another, so that a server that is down delays nothing if an earlier one replies.
  for (const connection of listByPreference(connections, config)) {
    const model = await findModelOfConnection(connection, config);
    if (model) return describeModel(connection, model, config);
  }
  return BUILTIN;
}

async function describeModel(
  connection: Connection,
  model: string,
  config: ModelSettings,
): Promise<ModelChoice> {
  const reported = await registry[connection.provider].readCapabilities?.(connection, config, model);
  return { ...toModelChoice(connection, model), ...reported };
}

/** Returns the usual models of all connections that have one, best first. */
export async function listUsualModels(
  connections: Connection[],
  config: ModelSettings,
): Promise<ModelChoice[]> {
  const found = await Promise.all(
    listByPreference(connections, config).map(async (connection) => {
      const model = await findModelOfConnection(connection, config);
      return model ? [await describeModel(connection, model, config)] : [];
    }),
  );
  return found.flat();
}

function listByPreference(connections: Connection[], config: ModelSettings): Connection[] {
  const connected = listEnabled(connections).filter((each) => !isDiscovered(getConnectionId(each)));
  return [
    ...connected,
    ...DISCOVERED.flatMap((provider) => findConnection(provider, connections, config) ?? []),
  ];
}

export const findModelOfConnection = async (
  connection: Connection,
  config: ModelSettings,
): Promise<string | undefined> =>
  connection.model ||
  connection.models?.[0] ||
  (await registry[connection.provider].usualModel(connection, config));

export async function listModels(connections: Connection[], config: ModelSettings): Promise<ModelChoice[]> {
  const others = DISCOVERED.filter((id) => !connections.some((each) => getConnectionId(each) === id));
  const looked = others.flatMap((provider) => findConnection(provider, [], config) ?? []);
  const lists = await Promise.all(
    [...usedConnections(connections), ...looked].map(async (connection) => {
      const provider = registry[connection.provider];
      const names = connection.models ?? (await provider.listModels(connection, config));
      const lengths = await provider.contextLengths?.(connection, config);
      const all = [...new Set(connection.model ? [connection.model, ...names] : names)];
      return Promise.all(
        all.map(async (name, at) => ({
          ...(at < MAX_DESCRIBED
            ? await describeModel(connection, name, config)
            : toModelChoice(connection, name)),
          contextLength: lengths?.get(name),
        })),
      );
    }),
  );
  return [...new Map([...lists.flat(), BUILTIN].map((choice) => [choice.id, choice])).values()];
}

export async function listProblems(connections: Connection[], config: ModelSettings): Promise<ListProblem[]> {
  const problems = await Promise.all(
    usedConnections(connections).map(async (connection): Promise<ListProblem[]> => {
      const { provider } = connection;
      const error = await registry[provider].listError?.(connection, config);
      if (error === undefined) return [];
      const { code, message } = describeModelError(error, getSubject(connection), false);
      return [
        { provider, connection: getConnectionId(connection), name: connection.name ?? null, code, message },
      ];
    }),
  );
  return problems.flat();
}

const usedConnections = (connections: Connection[]): Connection[] =>
  listEnabled(connections).filter(
    (connection, place, enabled) =>
      enabled.findIndex((other) => getConnectionId(other) === getConnectionId(connection)) === place,
  );

const listEnabled = (connections: Connection[]) => connections.filter(({ isDisabled }) => !isDisabled);
const isDiscovered = (id: string) => DISCOVERED.some((provider) => provider === id);

/**
 * Streams a model's reply: text and thinking in order, tool calls, then one `finish`. Retries a temporary failure once
 * if no event was emitted. Drops optional request features that the model refuses (`./refused-features`). Applies
 * backpressure: time that the listener takes doesn't count toward the deadline.
 * @throws ModelError when the model fails
 * @throws the signal's reason when `request.signal` aborts; errors of the listener
 */
export async function streamReply(
  choice: ModelChoice,
  connections: Connection[],
  request: ModelRequest,
  config: ModelSettings,
  listener: ModelListener<ModelEvent>,
): Promise<void> {
  request.signal.throwIfAborted();
  if (choice.callsTools === false && request.needsTools)
    throw new ModelError("unsupported", "This model can't use tools.");
  const connection = findConnection(choice.connection, connections, config);
  const who = choice.builtin
    ? "The document finder"
    : getSubject(connection ?? { provider: "openai-compatible" });
  const model = createModel(choice, connection);
  const over = recordModelCall("chat", choice.provider, parseId(choice.id)?.model ?? choice.id);
  let outcome = "stopped";
  let tokens: Tokens = {};
  let failure: ModelError | undefined;
  const ended = new AbortController();
  const stop = () => ended.abort();
  request.signal.addEventListener("abort", stop, { once: true });
  const deadline = new Deadline(
    (connection?.timeoutSeconds ?? config.MODEL_FIRST_TOKEN_SECONDS) * 1000,
    config.MODEL_STALL_SECONDS * 1000,
    () => {
      failure = createStalledError(who);
      stop();
    },
  );
  const relay = createEventRelay(listener, deadline, ended);
  let isComplete = false;
  const accepted = new AcceptedRequest(model, {
    ...request,
    tools: choice.builtin || choice.callsTools === false ? undefined : request.tools,
    sampling:
      choice.reasons === false ? { ...request.sampling, reasoningEffort: undefined } : request.sampling,
    signal: ended.signal,
  });
  try {
    for (let isSecond = false; ; isSecond = true) {
      try {
        const { usage } = await attempt(model, choice, accepted, relay, who);
        isComplete = !ended.signal.aborted;
        if (isComplete) {
          outcome = "ok";
          accepted.remember();
          tokens = { input: usage.input_tokens, output: usage.output_tokens };
          return;
        }
      } catch (error) {
        // A failure set by the deadline takes precedence over the abort that it caused.
        if (!ended.signal.aborted) {
          const needed = relay.hasBegun() ? undefined : findRefusedFeature(error, accepted.current, who);
          failure = needed ?? describeModelError(error, who, relay.hasBegun());
          if (!relay.hasBegun() && !needed && accepted.adapt(error)) continue;
        }
      }
      relay.throwListenerError();
      request.signal.throwIfAborted();
      const pause = failure?.retryAfter ?? PAUSE_SECONDS;
      const isTransient =
        failure?.retryable && failure.code !== "stalled" && pause <= MAX_RETRY_DELAY_SECONDS;
      if (!isTransient || relay.hasBegun() || isSecond) {
        outcome = failure?.code ?? "failed";
        throw failure;
      }
      await wait(pause * 1000, undefined, { signal: ended.signal }).catch(() => undefined);
      request.signal.throwIfAborted();
    }
  } finally {
    over(outcome, tokens);
    deadline.end();
    request.signal.removeEventListener("abort", stop);
    if (!isComplete) stop();
  }
}

const getSubject = (connection: Connection) => connection.name ?? getProviderSubject(connection.provider);

function createModel(choice: ModelChoice, connection: Connection | undefined): LanguageModel {
  if (choice.builtin) return createDocumentFinder();
  const { connection: id, model } = parseId(choice.id) ?? { connection: choice.connection, model: choice.id };
  if (!connection) {
    const name = isProvider(id) ? PROVIDERS[id].name : `“${id}”`;
    throw new ModelError(
      "not_configured",
      `${name} is not connected: an admin can connect it in Settings → Models.`,
    );
  }
  if (connection.models && model !== connection.model && !connection.models.includes(model))
    throw new ModelError(
      "not_configured",
      `${model} isn't enabled: an admin can enable it in Settings → Models.`,
    );
  return getConnectedModel(connection, model);
}

async function attempt(
  model: LanguageModel,
  choice: ModelChoice,
  { current: request, leftOut }: AcceptedRequest,
  { tell, alive }: EventRelay,
  who: string,
): Promise<ReplyEnd> {
  const texts = new StorableText();
  const thoughts = new StorableText();
  let length = 0;
  let hasSaid = false;
  let hasCalled = false;
  let thought = "";
  const count = (text: string) => {
    length += text.length;
    if (length > MAX_REPLY_LENGTH) throw createEndlessError();
  };
  const pieces = new CallPieces(request);
  const ending = await model(
    request,
    (part) => {
      if (part.type === "call-piece") {
        const piece = pieces.take(part.piece);
        if (!piece) return alive(true);
        count(piece.input);
        return tell({ type: "call-piece", piece });
      }
      if (part.type === "tool-call") {
        if (!pieces.has(part.call.id)) count(part.call.input);
        hasSaid = true;
        // Drops further calls, because not every provider can disable parallel tool calls.
        if (hasCalled && request.parallelCalls === false) return;
        hasCalled = true;
        return tell({ type: "tool-call", call: toStorableCall(part.call) });
      }
      if (part.type === "restart") {
        hasSaid = false;
        thought += texts.end() + toStorableText(part.thought);
        return tell({ type: "restart", thought: toStorableText(part.thought) });
      }
      const text = (part.type === "text" ? texts : thoughts).push(part.text);
      if (text === "") return;
      count(text);
      if (part.type === "text") hasSaid ||= text.trim() !== "";
      else thought += text;
      return tell({ type: part.type, text });
    },
    alive,
  );
  const rest = texts.end();
  if (rest !== "") await tell({ type: "text", text: rest });
  const isAfterTools = request.messages.at(-1)?.role === "tool";
  let isThought = false;
  if (!hasSaid && rest === "") {
    // Some servers return the whole reply as thinking.
    isThought = thought.trim() !== "" && ending.reason !== "content-filter" && !hasSpoken(request);
    if (isThought) await tell({ type: "text", text: thought.trim() });
    else if (!isAfterTools) throw nothing(ending, who);
  }
  const { responseId, model: named, usage, reason } = ending;
  const without = [...leftOut, ...(ending.leftOut ?? [])];
  await tell({
    type: "finish",
    responseId: responseId && toStorableText(responseId),
    model: named ? toStorableText(named) : choice.id,
    usage,
    ...(reason === "length" && { isCut: true as const }),
    ...(reason === "content-filter" && { isFiltered: true as const }),
    ...(without.length > 0 && { leftOut: without }),
    ...(isThought && { isThought: true as const }),
    ...(ending.foundNothing && { foundNothing: true as const }),
  });
  return ending;
}

const toStorableCall = ({ id, name, input, opaque }: ToolCall): ToolCall => ({
  id: toStorableText(id),
  name: toStorableText(name),
  input: toStorableText(input),
  ...(opaque && { opaque }),
});

const hasSpoken = ({ messages }: ModelRequest): boolean =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === "user") + 1)
    .some((message) => message.role === "assistant" && message.text !== "");

const nothing = ({ reason }: ReplyEnd, who: string) =>
  reason === "content-filter"
    ? new ModelError("failed", `${who} held the reply back for its content.`)
    : new ModelError("garbage", `${who} sent an empty reply.`, true);
