import type { EmbeddingModelV4, ImageModelV4 } from "@ai-sdk/provider";
import type { Config } from "@/lib/platform/config";
import type { ProviderForm } from "../contract";
import type { Connection, LanguageModel, ModelSettings, ModelVideo } from "../types";

/** A video that is given to a provider before a model is shown it. */
export type VideoUpload = {
  stream: ReadableStream<Uint8Array>;
  size: number;
  mediaType: string;
  signal: AbortSignal;
};

/**
 * All that Parley knows of a provider of models, but its name (`contract.ts`). Functions get a connection that has
 * what `form` says is needed.
 */
export type ProviderDefinition = {
  form: ProviderForm;
  /** What sentences about its replies begin with, where that is not its name. */
  who?: string;

  /** How the environment connects it. */
  environment?: (config: Partial<Config>) => Connection | undefined;
  /** What the environment lacks when it does not, where that is not a key. */
  notInEnvironment?: string;
  /** It is looked for at an address of the operator's, whether or not a group connects it. */
  discovery?: {
    /** How it is reached: as `own` says, else at that address. */
    reach: (config: ModelSettings, own?: Connection) => Connection;
    answers: (config: ModelSettings) => Promise<boolean>;
    /** The operator has named the address, so that it is a fault when nobody answers there. */
    isExpected: (config: ModelSettings) => boolean;
  };

  /** The names of the chat models to choose from; others can be named too. */
  listModels: (connection: Connection, config: ModelSettings) => Promise<string[]>;
  /** Why its server fails to list its models, if it does: then `listModels` lists none. */
  listError?: (connection: Connection, config: ModelSettings) => Promise<unknown>;
  /** How many tokens its models take, of those of which that is known. */
  contextLengths?: (connection: Connection) => Promise<Map<string, number>>;
  /** The chat model of a connection that names none; undefined when there is none. */
  usualModel: (connection: Connection, config: ModelSettings) => Promise<string | undefined>;
  /** The chat model that a connection is tried with, where that is not the usual one. @throws ModelError */
  modelToTry?: (connection: Connection, config: ModelSettings) => Promise<string>;
  /** Whether a model takes pictures, told from its name. */
  sees: (model: string) => boolean;

  /**
   * `compatibleLanguageModel` where the provider speaks OpenAI's chat completions, else `sdkModel` of the SDK's. Says
   * the address always: without one an SDK takes it from the environment, and keys go only where they are for.
   */
  languageModel: (connection: Connection, model: string) => LanguageModel;
  embeddingModel?: (connection: Connection, model: string) => EmbeddingModelV4;
  /** It has speech models behind the addresses that OpenAI has for them. */
  speech?: {
    who: string;
    /** Where, if a connection names no address. */
    address?: string;
  };
  /** It has models that make pictures. */
  pictures?: {
    /** Those that are known by name; others can be named too. */
    models: string[];
    model: (connection: Connection, model: string) => ImageModelV4;
    /** By what it is told the shape of a picture. */
    shapedBy: "size" | "aspectRatio";
  };
  videos?: {
    /** The bytes that may be sent inside of a request. */
    inline: number;
    /** All its models take videos, so that one is asked where nobody names one. */
    byEveryModel?: true;
    /** Takes larger ones first. @throws ModelError, the reason of the signal */
    upload?: (
      connection: Connection,
      video: VideoUpload,
    ) => Promise<{ data: ModelVideo["data"]; dispose: () => Promise<void> }>;
  };
};

/** The models of a provider that are known by name, the usual one first. */
export const shortlist = (
  usual: string,
  ...others: string[]
): Pick<ProviderDefinition, "listModels" | "usualModel"> => ({
  listModels: async () => [usual, ...others],
  usualModel: async () => usual,
});
