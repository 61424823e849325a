import { randomUUID } from "node:crypto";
import type { Audience } from "@/db/chat-readers";
import type { Viewer } from "@/lib/api/actor";
import { type ToolSwitches, toServerSwitch } from "@/lib/chat/assistant-tools/settings";
import * as assistants from "@/lib/chat/assistants/service";
import { findReplySources } from "@/lib/knowledge/search/service";
import { chooseGroupModel } from "@/lib/llm/group-models/service";
import {
  type CallPiece,
  type ModelChoice,
  ModelError,
  type ModelMessage,
  type ModelRequest,
  type ToolCall,
  type UnsupportedParameter,
  withoutImages,
} from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { caps, countTokens } from "@/lib/llm/usage/service";
import { notFound } from "@/lib/platform/errors";
import { listTools } from "@/lib/replies/mcp-client/service";
import { getMessageLength, runAgentLoop } from "./agent-loop";
import { getLimits } from "./limits";
import { LiveRun } from "./live-runs";
import { type FailedAttempt, listModelsToTry, tryModels } from "./model-fallback";
import { withPassages } from "./prompt-context";
import type { Assistant } from "./reply-context";
import { createRunUsage, type RunUsage } from "./run-usage";
import { listModelTools, type ToolContext } from "./tools";
import { nowhere } from "./tools/definition";
import { listAddresses } from "./urls";

const MAX_SEARCH_LENGTH = 1_000;

export type Conversation = {
  /** Stored assistant, unsaved draft, or a model (`provider:model`; null: the default) without an assistant. */
  by: { assistantId: number } | { draft: Assistant } | { model: string | null };
  instructions?: string;
  messages: ModelMessage[];
  /** URLs that tools may use. Required when a model wrote the messages; the default is the URLs in the messages. */
  given?: string[];
  /** Readers of the reply beside the viewer. */
  readers?: Pick<Audience, "chatId" | "isWholeGroup">;
  switches?: ToolSwitches;
  signal: AbortSignal;
  heard?: (text: string) => void;
  heardCall?: (piece: CallPiece) => void;
} & Partial<
  Pick<ModelRequest, "sampling" | "toolChoice" | "parallelCalls" | "format"> & {
    /** Tools of the caller. A call ends the reply, and the caller continues with its result. */
    tools: NonNullable<ModelRequest["tools"]>;
  }
>;
export type ReplyResult = {
  text: string;
  calls: ToolCall[];
  inputTokens: number;
  outputTokens: number;
  isCut: boolean;
  isFiltered: boolean;
  leftOut: UnsupportedParameter[];
  model: string;
  passed: FailedAttempt[];
};

/**
 * Replies to the given messages outside of any chat; only usage is recorded. Of an assistant's tools, only read-only
 * ones are available, because nobody is present to approve others.
 * @throws AppError not_found for the assistant; ModelError; the reason of `signal`
 */
export async function replyWithoutChat(viewer: Viewer, given: Conversation): Promise<ReplyResult> {
  const { group, user } = viewer;
  const { by, tools: callers = [] } = given;
  const assistant = await findReplier(viewer, by);
  const connections = await listGroupConnections(group.id);

  const { live, heardCall, hasHeardCall, detach } = startLiveRun(given);
  const audience = { groupId: group.id, userId: user.id, ...given.readers };
  const nothing = nowhere(group.id);
  const chat = { ...nothing.chat, knowledge: assistant?.knowledge };
  const { sources, has } = await searchFor(given.messages, chat, audience);
  const instructions = [assistant?.instructions.trim(), given.instructions?.trim()]
    .filter(Boolean)
    .join("\n\n");
  const names = new Set(callers.map(({ name }) => name));
  const tally = createRunUsage();
  const passed: FailedAttempt[] = [];
  let tokens = { inputTokens: 0, outputTokens: 0 };
  let model: ModelChoice | undefined;
  const attempt = async (wanted: string | null, named: (id: string) => void) => {
    model = await chooseGroupModel(group.id, wanted);
    named(model.id);
    const { builtin, id, sees } = model;
    if (builtin) assertFinderSupports(given);
    else await caps.assertTokenQuota(group.id, id);
    const own = assistant && !builtin;
    const setting: ToolContext = {
      ...nothing,
      chat,
      audience,
      has,
      given: given.given ?? addressesOfPeople(given.messages),
      sources: [...sources],
      assistantId: assistant?.id ?? 0,
      allowed: assistant ? assistant.tools : [],
      switches: given.switches ?? {},
      outside: own ? await readingTools(group.id, assistant.id, given.switches) : [],
    };
    const request = {
      ...withPassages(instructions, sees ? given.messages : given.messages.map(withoutImages), sources),
      ...buildOptions(
        given,
        assistant,
        own && canUseOwn(given.toolChoice) ? listModelTools(setting) : [],
        heardCall !== undefined,
      ),
      signal: live.stopping.signal,
    };
    const count = async (error: string | null) => {
      if (!builtin) tokens = countReply(request, live, tally, error);
      const owner = { groupId: group.id, chatId: 0, assistantId: assistant?.id ?? 0, userId: user.id };
      await caps.count({ ...owner, model: id, ...tokens });
    };
    try {
      await runAgentLoop({
        model,
        connections,
        request,
        setting,
        live,
        tally,
        limits: getLimits(assistant),
        callers: names,
        heardCall,
      });
    } catch (error) {
      await count("failed");
      throw error;
    }
    await count(null);
  };
  try {
    const models = "model" in by ? [by.model] : listModelsToTry({ model: null }, assistant!);
    const hasBegun = () => live.text !== "" || tally.hasCalled || hasHeardCall() || given.signal.aborted;
    await tryModels(models, attempt, { hasBegun, passed });
  } finally {
    detach();
  }
  const { calls, isCut, isFiltered } = tally;
  const leftOut = model?.builtin ? listSetParameters(given.sampling) : tally.leftOut;
  return { text: live.text, calls, isCut, isFiltered, leftOut, model: model?.id ?? "", passed, ...tokens };
}

function searchFor(
  messages: ModelMessage[],
  chat: Parameters<typeof findReplySources>[0],
  audience: Parameters<typeof findReplySources>[1]["audience"],
) {
  const question = messages.findLast((message) => message.role === "user" && message.text !== "");
  return findReplySources(chat, {
    question: question && "text" in question ? question.text.slice(0, MAX_SEARCH_LENGTH) : "",
    audience,
    from: 0,
    hasEarlier: false,
    except: [],
  });
}

function buildOptions(
  { tools: callers = [], toolChoice, parallelCalls, format, sampling }: Conversation,
  assistant: Assistant | undefined,
  ownTools: NonNullable<ModelRequest["tools"]>,
  streamsCalls: boolean,
) {
  const names = new Set(callers.map(({ name }) => name));
  const own = ownTools.filter(({ name }) => !names.has(name));
  return {
    sampling: { ...(assistant && assistants.getSampling(assistant)), ...omitUndefined(sampling) },
    tools: [...own, ...callers],
    needsTools: callers.length > 0,
    streamsCalls: callers.length > 0 && streamsCalls,
    toolChoice,
    parallelCalls,
    format,
  };
}

// Creates a run that has no other readers. It passes text to the caller, and the caller's abort to the model.
function startLiveRun({ signal, heard, ...given }: Conversation) {
  const live = new LiveRun(randomUUID(), 0, 0, 0, false);
  const stop = () => live.stopping.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let sentLength = 0;
  live.listen(() => {
    const text = live.text.slice(sentLength);
    sentLength = live.text.length;
    if (text !== "") heard?.(text);
  });
  let hasHeardCall = false;
  const heardCall =
    given.heardCall &&
    ((piece: CallPiece) => {
      hasHeardCall = true;
      given.heardCall?.(piece);
    });
  const detach = () => signal.removeEventListener("abort", stop);
  return { live, heardCall, hasHeardCall: () => hasHeardCall, detach };
}

function countReply(
  request: Pick<ModelRequest, "instructions" | "messages">,
  live: LiveRun,
  tally: RunUsage,
  error: string | null,
) {
  const characters = request.messages.reduce(
    (sum, message) => sum + getMessageLength(message),
    request.instructions.length,
  );
  const extra = { usage: tally.usage, context: { characters } };
  const text = [live.text, ...tally.calls.map(({ input }) => input)].join("");
  return countTokens({ text, error, extra });
}

async function findReplier(viewer: Viewer, by: Conversation["by"]): Promise<Assistant | undefined> {
  if ("model" in by) return undefined;
  if ("draft" in by) return by.draft;
  const [assistant] = await assistants.listUsableByIds(viewer, [by.assistantId]);
  if (!assistant) throw notFound("Assistant");
  return assistant;
}

/**
 * Rejects tools and output formats, which the built-in model does not support.
 * @throws ModelError unsupported
 */
function assertFinderSupports({ tools = [], format }: Conversation): void {
  const lacking = tools.length > 0 ? "call tools" : format && "reply in JSON";
  if (!lacking) return;
  throw new ModelError(
    "unsupported",
    `No language model is connected, and the document finder can't ${lacking}. An admin can connect one in Settings → Models.`,
  );
}

const addressesOfPeople = (messages: ModelMessage[]): string[] =>
  messages.flatMap((message) => (message.role === "user" ? listAddresses(message.text) : []));

const readingTools = async (groupId: string, assistantId: number, switches: ToolSwitches = {}) =>
  (await listTools(groupId, assistantId)).filter(
    ({ isReadOnly, serverId }) => isReadOnly && switches[toServerSwitch(serverId)] !== false,
  );

// A forced call of one of the caller's tools must not be satisfied by one of ours.
const canUseOwn = (choice: ModelRequest["toolChoice"] = "auto"): boolean =>
  choice === "auto" || choice === "none";

type Sampling = NonNullable<ModelRequest["sampling"]>;

const omitUndefined = (sampling: Sampling = {}): Sampling =>
  Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== undefined));

const listSetParameters = (sampling: Sampling = {}) =>
  Object.keys(omitUndefined(sampling)) as (keyof Sampling)[];
