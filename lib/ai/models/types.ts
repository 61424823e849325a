import type { Effort } from "@/lib/ai/sampling/contract";
import type { Config } from "@/lib/platform/config";
import type { ModelErrorCode, Provider } from "./contract";

/** Something that a model may ask to be done. `parameters` is the JSON schema of its arguments. */
export type ModelTool = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** The provider holds the model to the schema, where it can. */
  strict?: boolean;
};

/** Whether a model may, must or must not call tools, or the one that it must call. */
export type ToolChoice = "auto" | "none" | "required" | { name: string };

/** A reply that is one JSON value: an object, or what fits the schema. `name` and `description` tell the model what it is. */
export type JsonFormat = {
  schema?: Record<string, unknown>;
  name?: string;
  description?: string;
  /** The provider holds the model to the schema, where it can. */
  strict?: boolean;
};

/** A model asks for a tool. `input` is what it wrote: JSON if it did well. */
export type ToolCall = {
  id: string;
  name: string;
  input: string;
  /** What the provider wants to see again with the call. */
  opaque?: Record<string, unknown>;
};

/** The next characters of the input of a call. */
export type CallPiece = { id: string; name: string; input: string };

/** A picture, below its caption if it has one. */
export type ModelImage = { mediaType: string; data: Uint8Array; caption?: string };
/** A whole video: its bytes, or the address under which its provider has it. */
export type ModelVideo = { mediaType: string; data: Uint8Array | { google: string } };

/** One turn of a conversation as a model gets it. Pictures and videos go only to models that take them. */
export type ModelMessage =
  | { role: "user"; text: string; images?: ModelImage[]; video?: ModelVideo }
  | { role: "assistant"; text: string; calls?: ToolCall[] }
  | { role: "tool"; results: { call: ToolCall; text: string; isError: boolean }[] };

/** How a model chooses its words; what is not given is the model's own choice. The built-in one has none of it. */
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
/** What of a request a model can leave out and still reply. */
export type LeftOut = SamplingName | "strict" | "pictures";

/** What a model is asked. */
export type ModelRequest = {
  instructions: string;
  messages: ModelMessage[];
  tools?: ModelTool[];
  /** The tools are known from before, but no more calls are taken. */
  isLastRound?: boolean;
  /** Absent: `auto`. */
  toolChoice?: ToolChoice;
  /** False: one call at a time. */
  parallelCalls?: boolean;
  /** The caller cannot do without its tools: a model that takes none fails, instead of replying without them. */
  needsTools?: boolean;
  /** Absent: text. A model that cannot reply so fails. */
  format?: JsonFormat;
  sampling?: Sampling;
  /** Calls are also told piece by piece (`call-piece`) before each is told as a whole. */
  streamsCalls?: boolean;
  /** The server isn't asked how many tokens it took. */
  withoutUsage?: boolean;
  /** Consecutive turns of one role are joined, for templates that demand alternating ones. */
  joinsTurns?: boolean;
  /** Aborting closes the connection to the provider at once. */
  signal: AbortSignal;
};

/** What a model says, in order; exactly one `finish` at the end of a reply that succeeded. */
export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "tool-call"; call: ToolCall }
  /** A piece of the input of a call that is told as a whole later; the first one of a call may be empty. */
  | { type: "call-piece"; piece: CallPiece }
  /** All text of this reply so far was a thought. */
  | { type: "restart"; thought: string }
  | {
      type: "finish";
      /** The provider's id of the response, null where it gives none. */
      responseId: string | null;
      model: string;
      usage: { input_tokens: number | null; output_tokens: number | null };
      /** It ended where it was as long as it may be. */
      isCut?: true;
      /** It was ended for its content. */
      isFiltered?: true;
      /** What was asked for and the model does not take, so that it replied without. */
      leftOut?: LeftOut[];
      /** Its text is what came as a thought, since nothing else came. */
      isThought?: true;
      /** Of the document finder: it had nothing to quote. */
      foundNothing?: true;
    };

/** Hears a reply as it comes. Nothing more is told until a promise that it returns has resolved. */
export type Listener<Event> = (event: Event) => void | Promise<void>;

/** How a whole reply ended, as its provider says. */
export type Ending = {
  /** `stop` is every reason but these two. */
  reason: "stop" | "length" | "content-filter";
  responseId: string | null;
  /** The model that replied, where the provider names it. */
  model: string | null;
  usage: { input_tokens: number | null; output_tokens: number | null };
  /** What is known not to be for this model, and was not sent. */
  leftOut?: LeftOut[];
  /** Of the document finder: it had nothing to quote. */
  foundNothing?: boolean;
};

/**
 * A model of a provider. It tells what it says as it comes, in pieces of any size, and resolves when the reply is
 * whole; every failure rejects, `failures.ts` puts it into words. Aborting the request's signal ends it at once.
 */
export type LanguageModel = (
  request: ModelRequest,
  listener: Listener<Exclude<ModelEvent, { type: "finish" }>>,
  /** Called when something came that is nothing to tell. */
  alive?: (isProgress: boolean) => void,
) => Promise<Ending>;

/** A word of a segment: where it stands in its text, and when it is said. */
export type Word = { at: number; from: number };
/**
 * What is said in a stretch of a recording; times in seconds from its beginning. `who`: the voice, or the sound track,
 * where there are several. `words`: where the model tells of each.
 */
export type Segment = { from: number; to: number; text: string; who?: string; words?: Word[] };

/** A configured way to reach a provider. What it needs stands in the provider's `form`. */
export type Connection = {
  provider: Provider;
  apiKey?: string;
  baseUrl?: string;
  model?: string;
  /** `baseUrl` may be a private address. That belongs to this connection: another one to the same host may not. */
  allowsPrivate?: boolean;
};

/** A model that can be chosen; `sees` when it takes pictures. */
export type ModelChoice = {
  /** `provider:model`, or `builtin`. */
  id: string;
  label: string;
  provider: Provider | "builtin";
  builtin: boolean;
  sees: boolean;
  /** How many tokens it takes, where its server has been asked and says so. */
  contextLength?: number;
};

/** The settings that models need. Seconds may be fractions. */
export type ModelSettings = Pick<
  Config,
  "OLLAMA_BASE_URL" | "DEFAULT_MODEL" | "MODEL_FIRST_TOKEN_SECONDS" | "MODEL_STALL_SECONDS"
>;

/** A model did not do its work. `message` is one plain sentence for a person: never a key, an address or a stack. */
export class ModelError extends Error {
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    /** The same request may succeed when it is sent again. */
    readonly retryable = false,
    /** Seconds that the provider asks to wait first. */
    readonly retryAfter?: number,
    /** With which the provider refused what was asked, so that somebody else's request may do. */
    readonly status?: 400 | 422,
    /** What the provider says itself, without secrets (`./explanation`): for programs, in whatever language it speaks. */
    readonly explanation?: string,
  ) {
    super(message);
    this.name = "ModelError";
  }
}
