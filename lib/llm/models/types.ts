import type { Effort } from "@/lib/llm/sampling/settings";
import type { Config } from "@/lib/platform/config";
import type { HttpProxy } from "@/lib/platform/egress/service";
import type { ModelErrorCode } from "./contract";
import type { Provider } from "./settings";

/** `parameters` is the JSON schema of the arguments. */
export type ModelTool = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** Makes providers enforce the schema if they support this. */
  strict?: boolean;
};

export type ToolChoice = "auto" | "none" | "required" | { name: string };

/**
 * JSON output: any object, or a value that matches `schema`. `name` and `description` explain the value to the model.
 */
export type JsonFormat = {
  schema?: Record<string, unknown>;
  name?: string;
  description?: string;
  /** Makes providers enforce the schema if they support this. */
  strict?: boolean;
};

/** `input` is the text that the model wrote, which may be invalid JSON. */
export type ToolCall = {
  id: string;
  name: string;
  input: string;
  /** Provider data that must be sent back with the call. */
  opaque?: Record<string, unknown>;
};

export type CallPiece = { id: string; name: string; input: string };

export type ModelImage = { mediaType: string; data: Uint8Array; caption?: string };
export type ModelVideo = { mediaType: string; data: Uint8Array | { google: string } };

/** A message for a model. Images and videos are sent only to models that support them. */
export type ModelMessage =
  | { role: "user"; text: string; images?: ModelImage[]; video?: ModelVideo }
  | { role: "assistant"; text: string; calls?: ToolCall[] }
  | { role: "tool"; results: { call: ToolCall; text: string; isError: boolean }[] };

/** Sampling parameters. The model's defaults apply to absent parameters. The built-in model ignores all of them. */
export type Sampling = {
  temperature?: number;
  reasoningEffort?: Effort | "minimal" | "xhigh";
  topP?: number;
  maxOutputTokens?: number;
  stopSequences?: string[];
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
};
export type SamplingName = keyof Sampling;
export type UnsupportedParameter = SamplingName | "strict" | "pictures";

export type ModelRequest = {
  instructions: string;
  messages: ModelMessage[];
  tools?: ModelTool[];
  /** Keeps the tools declared, because earlier calls refer to them, but forbids further calls. */
  isLastRound?: boolean;
  toolChoice?: ToolChoice;
  parallelCalls?: boolean;
  /** Makes a model without tool support fail instead of replying without tools. */
  needsTools?: boolean;
  format?: JsonFormat;
  sampling?: Sampling;
  streamsCalls?: boolean;
  withoutUsage?: boolean;
  /** Joins consecutive messages of one role, for templates that require alternating roles. */
  joinsTurns?: boolean;
  /** Aborting closes the connection to the provider immediately. */
  signal: AbortSignal;
};

/** Events of a reply in order. A successful reply ends with exactly one `finish`. */
export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "tool-call"; call: ToolCall }
  /** A part of a call's arguments, before the complete call. The first part may be empty. */
  | { type: "call-piece"; piece: CallPiece }
  | { type: "restart"; thought: string }
  | {
      type: "finish";
      responseId: string | null;
      model: string;
      usage: { input_tokens: number | null; output_tokens: number | null };
      isCut?: true;
      isFiltered?: true;
      leftOut?: UnsupportedParameter[];
      /** The text repeats the thinking, because the reply contained nothing else. */
      isThought?: true;
      foundNothing?: true;
    };

/** Receives events. The next event waits for the returned promise. */
export type ModelListener<Event> = (event: Event) => void | Promise<void>;

export type ReplyEnd = {
  /** `stop` also represents reasons that are not listed here. */
  reason: "stop" | "length" | "content-filter";
  responseId: string | null;
  model: string | null;
  usage: { input_tokens: number | null; output_tokens: number | null };
  leftOut?: UnsupportedParameter[];
  foundNothing?: boolean;
};

/**
 * A language model. Emits events while the reply is streamed and resolves when the reply is complete. Rejects on any
 * failure; `failures.ts` converts errors to sentences. Aborting the request's signal ends the call immediately.
 */
export type LanguageModel = (
  request: ModelRequest,
  listener: ModelListener<Exclude<ModelEvent, { type: "finish" }>>,
  alive?: (isProgress: boolean) => void,
) => Promise<ReplyEnd>;

export type Word = { at: number; from: number };
/**
 * A segment of a transcript with times in seconds. `who` is the speaker or audio track if there are several. `words`
 * contains word timestamps if available.
 */
export type Segment = { from: number; to: number; text: string; who?: string; words?: Word[] };

export type Connection = {
  /** First part of the ids of its models; absent: the provider. */
  id?: string;
  name?: string;
  provider: Provider;
  apiKey?: string;
  baseUrl?: string;
  model?: string;
  /** Names of the models that may be used; absent: all. */
  models?: string[];
  /** Sent with every request. May contain secrets. */
  headers?: Record<string, string>;
  /** The provider's own settings, which `ProviderForm.options` lists. */
  options?: Record<string, string>;
  proxy?: HttpProxy;
  /** True for a connection that is switched off. It hides a discovered server of the same id. */
  isDisabled?: true;
  /** Maximum wait for the first word, in seconds; absent: MODEL_FIRST_TOKEN_SECONDS. */
  timeoutSeconds?: number;
  /** Allows a private address in `baseUrl`, for this connection only. */
  allowsPrivate?: boolean;
};

export type ModelChoice = {
  id: string;
  label: string;
  provider: Provider | "builtin";
  /** Id of the connection. */
  connection: string;
  builtin: boolean;
  sees: boolean;
  /** False if tools must not be offered to the model. */
  callsTools?: boolean;
  /** False if the model takes no reasoning effort. */
  reasons?: boolean;
  contextLength?: number;
};

export type ModelCapabilities = Pick<ModelChoice, "sees" | "callsTools" | "reasons">;

export type ModelSettings = Pick<
  Config,
  "OLLAMA_BASE_URL" | "DEFAULT_MODEL" | "MODEL_FIRST_TOKEN_SECONDS" | "MODEL_STALL_SECONDS"
>;

/** Reports that a model failed. `message` is a sentence for users without keys, addresses or stack traces. */
export class ModelError extends Error {
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    readonly retryable = false,
    readonly retryAfter?: number,
    /** HTTP status if the provider refused only this request, so that other requests may succeed. */
    readonly status?: 400 | 422,
    /** The provider's explanation without secrets (`./redacted-explanation`), for API clients, in any language. */
    readonly explanation?: string,
  ) {
    super(message);
    this.name = "ModelError";
  }
}
