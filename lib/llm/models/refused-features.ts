import { APICallError } from "@ai-sdk/provider";
import { LRUCache } from "lru-cache";
import { listCauses } from "./failures";
import { withoutImages } from "./prompt-messages";
import { findExplanation } from "./redacted-explanation";
import {
  type LanguageModel,
  ModelError,
  type ModelMessage,
  type ModelRequest,
  type SamplingName,
  type UnsupportedParameter,
} from "./types";

// An optional feature of a request that a model may refuse. The request is repeated without it.
type Feature = {
  isSent: (request: ModelRequest) => boolean;
  says: RegExp;
  statuses?: number[];
  without: (request: ModelRequest) => ModelRequest;
  leftOut?: UnsupportedParameter;
  isValue?: true;
};

const STATUSES = [400, 404, 422, 500, 501];
// Matches refusals of the feature in general, not of a broken image or a malformed call in this request.
const LASTING =
  /support|enable|not (allowed|permitted|available|capable|a (multi|vision))|unknown|unrecogni[sz]ed|unexpected|extra|alternat|\bonly\b|missing data|must be a string|at most 0|one of|invalid role|no vision/i;
const ROLES =
  /\bsystem\W{0,3} ?(role|message|prompt|instruction)|role\b.{0,40}\bsystem\b|\bsystem\b.{0,40}(support|one of|role)|developer instruction|alternat|only user.{0,20}assistant/i;
const MAX_MODELS = 500;
const REMEMBERED_MS = 3 * 60 * 60_000;

const setting = (name: SamplingName, says: RegExp): Feature => ({
  isSent: ({ sampling }) => sampling?.[name] !== undefined,
  says,
  statuses: [400, 422],
  without: (request) => ({ ...request, sampling: { ...request.sampling, [name]: undefined } }),
  leftOut: name,
  isValue: true,
});

const hasImages = (message: ModelMessage) => message.role === "user" && (message.images?.length ?? 0) > 0;

const FEATURES: Feature[] = [
  {
    isSent: ({ tools, needsTools }) => tools !== undefined && tools.length > 0 && !needsTools,
    says: /\btools?\b|tool_choice|function.?call/i,
    without: (request) => ({ ...request, tools: undefined }),
  },
  {
    isSent: ({ withoutUsage }) => !withoutUsage,
    says: /stream_?options|include_usage/i,
    without: (request) => ({ ...request, withoutUsage: true }),
  },
  {
    isSent: ({ messages }) => messages.some(hasImages),
    says: /image|picture|vision|multi-?modal|content\b.{0,60}\bstring|string\b.{0,60}\bcontent/i,
    without: (request) => ({ ...request, messages: request.messages.map(withoutImages) }),
    leftOut: "pictures",
  },
  {
    isSent: ({ joinsTurns, messages }) =>
      !joinsTurns && messages.some(({ role }, at) => role !== "tool" && role === messages[at - 1]?.role),
    says: /alternat|consecutive|same role/i,
    without: (request) => ({ ...request, joinsTurns: true }),
  },
  {
    isSent: ({ instructions }) => instructions !== "",
    says: ROLES,
    without: withInstructionsInTurn,
  },
  {
    isSent: ({ messages }) => messages[0]?.role !== "user",
    says: /alternat|(first|start|begin).{0,60}\buser\b/i,
    without: (request) => ({ ...request, messages: [{ role: "user", text: "…" }, ...request.messages] }),
  },
  setting("temperature", /temperature/i),
  setting("topP", /top_?p\b/i),
  setting("reasoningEffort", /reasoning|thinking|\beffort/i),
  setting("maxOutputTokens", /max_(completion_|output_|new_)?tokens|max ?output/i),
  setting("stopSequences", /['"`]stop['"`]|stop_?sequences?/i),
  setting("presencePenalty", /presence_?penalty/i),
  setting("frequencyPenalty", /frequency_?penalty/i),
  setting("seed", /\bseed\b/i),
];

function withInstructionsInTurn(request: ModelRequest): ModelRequest {
  const { instructions, messages } = request;
  const [first, ...others] = messages;
  const turns: ModelMessage[] =
    first?.role === "user"
      ? [{ ...first, text: [instructions, first.text].filter(Boolean).join("\n\n") }, ...others]
      : [{ role: "user", text: instructions }, ...messages];
  return { ...request, instructions: "", messages: turns };
}

// Refused features by model. They expire after some hours, since a server may be restarted with other options.
const remembered = new LRUCache<LanguageModel, Set<Feature>>({ max: MAX_MODELS, ttl: REMEMBERED_MS });

export const clearRefusals = (model: LanguageModel) => remembered.delete(model);

export class AcceptedRequest {
  readonly leftOut: UnsupportedParameter[] = [];
  readonly #refused = new Set<Feature>();
  current: ModelRequest;

  constructor(
    private readonly model: LanguageModel,
    request: ModelRequest,
  ) {
    this.current = request;
    for (const feature of remembered.get(model) ?? [])
      if (feature.isSent(this.current)) this.#leaveOut(feature);
  }

  /**
   * Drops the feature that the model refused.
   * @returns true if a feature was dropped and the request can be repeated
   */
  adapt(error: unknown): boolean {
    const refusal = findRefusal(error);
    if (!refusal) return false;
    const { status, text } = refusal;
    const feature = FEATURES.find(
      ({ isSent, says, statuses = STATUSES }) =>
        statuses.includes(status) && isSent(this.current) && says.test(text),
    );
    if (!feature) return false;
    this.#leaveOut(feature);
    if (!feature.isValue && LASTING.test(text)) this.#refused.add(feature);
    return true;
  }

  remember(): void {
    if (this.#refused.size === 0) return;
    remembered.set(this.model, new Set([...(remembered.get(this.model) ?? []), ...this.#refused]));
  }

  #leaveOut({ without, leftOut }: Feature): void {
    this.current = without(this.current);
    if (leftOut) this.leftOut.push(leftOut);
  }
}

function findRefusal(error: unknown): { status: number; text: string } | undefined {
  const call = listCauses(error).find((cause) => APICallError.isInstance(cause));
  if (call) return { status: call.statusCode ?? 0, text: call.responseBody ?? "" };
  if (typeof error === "string") return { status: 400, text: error };
  if (typeof error !== "object" || error === null || error instanceof Error) return undefined;
  const { code } = error as { code?: unknown };
  return { status: Number(code) || 400, text: JSON.stringify(error) };
}

function refusesFormat({ status, text }: { status: number; text: string }): boolean {
  return (
    [400, 422, 500, 501].includes(status) &&
    /response_?format|json_?(schema|object|mode)|structured/i.test(text)
  );
}

export function findRefusedFeature(
  error: unknown,
  { tools, needsTools, format }: Pick<ModelRequest, "tools" | "needsTools" | "format">,
  who: string,
): ModelError | undefined {
  const refusal = findRefusal(error);
  if (!refusal) return undefined;
  const refused = (what: string) =>
    new ModelError(
      "unsupported",
      `${who} refused ${what}. The model may not support it, or not this schema.`,
      false,
      undefined,
      undefined,
      findExplanation(refusal.text),
    );
  if (format && refusesFormat(refusal)) return refused("the format of the reply");
  const refusesTools = STATUSES.includes(refusal.status) && FEATURES[0]!.says.test(refusal.text);
  return tools && needsTools && refusesTools ? refused("the tools") : undefined;
}
