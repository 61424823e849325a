import { setTimeout as wait } from "node:timers/promises";
import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4ToolCall } from "@ai-sdk/provider";
import { modelCall, type Tokens } from "@/lib/platform/telemetry/models";
import { BUILTIN, choiceOf, parseId } from "./catalog";
import { DISCOVERED, reach } from "./connections";
import { PROVIDERS } from "./contract";
import { Deadline } from "./deadline";
import { documentFinder } from "./document-finder/model";
import { cut, modelError, refusesTools, stalled } from "./failures";
import { endless } from "./guarded-fetch";
import { promptOf } from "./prompt";
import { registry, whoOf } from "./providers/registry";
import { sdkModel } from "./sdk-model";
import { StorableText } from "./storable";
import {
  type Connection,
  type ModelChoice,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type ModelSettings,
  type ToolCall,
} from "./types";

/** Characters of one reply. */
const LONGEST_REPLY = 2_000_000;
/** How a reply ends when it is whole; anything else without the provider's own word for it is a broken connection. */
const ENDINGS = new Set<string>(["stop", "length", "content-filter", "tool-calls"]);
/** Before the one second try, and the longest wait that a provider may ask for. */
const PAUSE_SECONDS = 0.3;
const LONGEST_PAUSE_SECONDS = 2;

/**
 * The model to use: `wanted` (`provider:model` or `builtin`), else
 * DEFAULT_MODEL, else the best that is connected. Never throws: a choice that
 * is not connected fails in `streamReply` with a sentence that says so.
 */
export async function chooseModel(
  wanted: string | null,
  connections: Connection[],
  config: ModelSettings,
): Promise<ModelChoice> {
  const named = wanted ?? config.DEFAULT_MODEL;
  if (named === BUILTIN.id) return BUILTIN;
  if (named) {
    const known = parseId(named) ?? { provider: connections[0]?.provider ?? "openai", model: named };
    return choiceOf(known.provider, known.model);
  }
  const connected = connections.filter(({ provider }) => !DISCOVERED.includes(provider));
  const looked = DISCOVERED.map((provider) => reach(provider, connections, config));
  for (const connection of [...connected, ...looked]) {
    const model = connection && (await usualModel(connection, config));
    if (model) return choiceOf(connection.provider, model);
  }
  return BUILTIN;
}

/** The model of a connection that names none; undefined where nothing says which there are. */
export const usualModel = async (
  connection: Connection,
  config: ModelSettings,
): Promise<string | undefined> =>
  connection.model || registry[connection.provider].usualModel(connection, config);

/** Every model that can be chosen now: those of each connection, of what is found, then the built-in one. */
export async function listModels(connections: Connection[], config: ModelSettings): Promise<ModelChoice[]> {
  const others = DISCOVERED.filter((found) => !connections.some(({ provider }) => provider === found));
  const looked = others.flatMap((provider) => reach(provider, [], config) ?? []);
  const lists = await Promise.all(
    [...connections, ...looked].map(async (connection) => {
      const names = await registry[connection.provider].listModels(connection, config);
      return [...new Set(connection.model ? [connection.model, ...names] : names)].map((name) =>
        choiceOf(connection.provider, name),
      );
    }),
  );
  return [...new Map([...lists.flat(), BUILTIN].map((choice) => [choice.id, choice])).values()];
}

/**
 * Asks a model and gives its reply as it comes: texts and thoughts, each in
 * its order, the tools that it asks for, then one `finish`. A failure that may
 * pass is tried once more when nothing had come yet; a model that takes no
 * tools is asked without them.
 * @throws ModelError when the model does not do its work
 * @throws the signal's reason when `request.signal` aborts
 */
export async function* streamReply(
  choice: ModelChoice,
  connections: Connection[],
  request: ModelRequest,
  config: ModelSettings,
): AsyncGenerator<ModelEvent, void> {
  request.signal.throwIfAborted();
  const who = choice.provider === "builtin" ? "The document finder" : whoOf(choice.provider);
  const model = modelOf(choice, connections, config);
  const over = modelCall("chat", choice.provider, choice.id.slice(choice.provider.length + 1) || choice.id);
  let outcome = "stopped";
  let tokens: Tokens = {};
  let failure: ModelError | undefined;
  const ended = new AbortController();
  const stop = () => ended.abort();
  request.signal.addEventListener("abort", stop, { once: true });
  const deadline = new Deadline(
    config.MODEL_FIRST_TOKEN_SECONDS * 1000,
    config.MODEL_STALL_SECONDS * 1000,
    () => {
      failure = stalled(who);
      stop();
    },
  );
  let hasBegun = false;
  let isComplete = false;
  let asked = choice.builtin ? { ...request, tools: undefined } : request;
  try {
    for (let isSecond = false; ; isSecond = true) {
      try {
        for await (const event of attempt(model, choice, asked, ended.signal, who)) {
          hasBegun = true;
          deadline.came();
          if (event.type === "finish") {
            outcome = "ok";
            tokens = { input: event.usage.input_tokens, output: event.usage.output_tokens };
          }
          yield event;
          deadline.wait();
        }
        isComplete = !ended.signal.aborted;
        if (isComplete) return;
      } catch (error) {
        // The deadline's failure stands; what the abort then caused does not matter.
        if (!ended.signal.aborted) {
          failure = modelError(error, who, hasBegun);
          if (asked.tools && !hasBegun && refusesTools(error)) {
            asked = { ...asked, tools: undefined };
            continue;
          }
        }
      }
      request.signal.throwIfAborted();
      const pause = failure?.retryAfter ?? PAUSE_SECONDS;
      const mayPass = failure?.retryable && failure.code !== "stalled" && pause <= LONGEST_PAUSE_SECONDS;
      if (!mayPass || hasBegun || isSecond) {
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
    // When the reader leaves early the provider must not go on.
    if (!isComplete) stop();
  }
}

function modelOf(choice: ModelChoice, connections: Connection[], config: ModelSettings): LanguageModelV4 {
  if (choice.provider === "builtin") return documentFinder();
  const connection = reach(choice.provider, connections, config);
  if (!connection) {
    const { name } = PROVIDERS[choice.provider];
    throw new ModelError(
      "not_configured",
      `${name} is not connected: an admin can connect it in Settings → Models.`,
    );
  }
  return sdkModel(connection, choice.id.slice(choice.provider.length + 1));
}

/**
 * One call of a provider. The SDK's models are called themselves, without its
 * `streamText`: that takes four times the work for a reply without tools
 * (docs/performance.md), and its retries, ids and callbacks are ours here.
 */
async function* attempt(
  model: LanguageModelV4,
  choice: ModelChoice,
  request: ModelRequest,
  signal: AbortSignal,
  who: string,
): AsyncGenerator<ModelEvent, void> {
  const { stream } = await model.doStream({
    ...promptOf(request),
    ...request.sampling,
    abortSignal: signal,
    providerOptions: choice.provider === "builtin" ? undefined : registry[choice.provider].options,
  });
  const texts = new StorableText();
  const thoughts = new StorableText();
  let length = 0;
  let hasSaid = false;
  let response: { id: string | null; model: string } = { id: null, model: choice.id };
  for await (const part of partsOf(stream)) {
    if (part.type === "text-delta") {
      const text = texts.push(part.delta);
      length += text.length;
      if (length > LONGEST_REPLY) throw endless();
      if (text === "") continue;
      hasSaid = true;
      yield { type: "text", text };
    } else if (part.type === "reasoning-delta") {
      const text = thoughts.push(part.delta);
      length += text.length;
      if (length > LONGEST_REPLY) throw endless();
      if (text !== "") yield { type: "reasoning", text };
    } else if (part.type === "tool-call") {
      length += part.input.length;
      if (length > LONGEST_REPLY) throw endless();
      hasSaid = true;
      yield { type: "tool-call", call: callOf(part) };
    } else if (part.type === "error") {
      throw part.error;
    } else if (part.type === "response-metadata") {
      response = { id: part.id ?? response.id, model: part.modelId || response.model };
    } else if (part.type === "finish") {
      const { unified, raw } = part.finishReason;
      if (raw === undefined && !ENDINGS.has(unified)) throw cut(who);
      const rest = texts.end();
      if (rest !== "") yield { type: "text", text: rest };
      const isAfterTools = request.messages.at(-1)?.role === "tool";
      if (!hasSaid && rest === "" && !isAfterTools) throw nothing(unified, who);
      const usage = {
        input_tokens: part.usage.inputTokens.total ?? null,
        output_tokens: part.usage.outputTokens.total ?? null,
      };
      const ended = unified === "length" && { isCut: true as const };
      yield { type: "finish", responseId: response.id, model: response.model, usage, ...ended };
      return;
    }
  }
  throw cut(who);
}

/** Google wants its signature of a call back; other providers' ids would point to what we do not have them store. */
function callOf({ toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall): ToolCall {
  const signature = Object.values(providerMetadata ?? {}).find(({ thoughtSignature }) => thoughtSignature);
  return {
    id: toolCallId,
    name: toolName,
    input: input.toWellFormed().replaceAll("\0", ""),
    ...(signature && { opaque: { google: { thoughtSignature: signature.thoughtSignature } } }),
  };
}

const nothing = (finishReason: string, who: string) =>
  finishReason === "content-filter"
    ? new ModelError("failed", `${who} held the reply back for its content.`)
    : new ModelError("garbage", `${who} sent an empty reply.`, true);

/** The parts of a stream; one that is left early is cancelled, which ends the provider's connection. */
async function* partsOf(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
