import type { EmbeddingModelV4, ImageModelV4 } from "@ai-sdk/provider";
import type { Config } from "@/lib/platform/config";
import type { ProviderForm } from "../contract";
import type { Connection, LanguageModel, ModelCapabilities, ModelSettings, ModelVideo } from "../types";

export type VideoUpload = {
  stream: ReadableStream<Uint8Array>;
  size: number;
  mediaType: string;
  signal: AbortSignal;
};

export type ProviderDefinition = {
  form: ProviderForm;
  who?: string;

  environment?: (config: Partial<Config>) => Connection | undefined;
  notInEnvironment?: string;
  /** Set for providers that are discovered at the operator's address without a stored connection. */
  discovery?: {
    reach: (config: ModelSettings, own?: Connection) => Connection;
    answers: (config: ModelSettings) => Promise<boolean>;
    /** Returns true if the operator configured the address, so that an unreachable server is an error. */
    isExpected: (config: ModelSettings) => boolean;
  };

  listModels: (connection: Connection, config: ModelSettings) => Promise<string[]>;
  listError?: (connection: Connection, config: ModelSettings) => Promise<unknown>;
  contextLengths?: (connection: Connection, config: ModelSettings) => Promise<Map<string, number>>;
  usualModel: (connection: Connection, config: ModelSettings) => Promise<string | undefined>;
  /**
   * Returns the chat model for testing a connection. Providers without it test with the connection's usual model.
   * @throws ModelError
   */
  modelToTry?: (connection: Connection, config: ModelSettings) => Promise<string>;
  sees: (model: string) => boolean;
  /** Asks the server what a model can do. Returns undefined if it doesn't answer that. */
  readCapabilities?: (
    connection: Connection,
    config: ModelSettings,
    model: string,
  ) => Promise<ModelCapabilities | undefined>;

  /**
   * Creates a model: `createCompatibleModel` for OpenAI's chat completions, else `createSdkModel`. Always sets the
   * address, because an SDK would otherwise read it from the environment and send the key elsewhere.
   */
  languageModel: (connection: Connection, model: string) => LanguageModel;
  embeddingModel?: (connection: Connection, model: string) => EmbeddingModelV4;
  /**
   * Downloads a model onto the provider's server and yields the progress in percent.
   * @throws ModelError; the reason of the signal
   */
  downloadModel?: (
    connection: Connection,
    config: ModelSettings,
    model: string,
    signal: AbortSignal,
  ) => AsyncGenerator<number>;
  speech?: {
    who: string;
    address?: string;
  };
  pictures?: {
    models: string[];
    model: (connection: Connection, model: string) => ImageModelV4;
    shapedBy: "size" | "aspectRatio";
  };
  videos?: {
    inline: number;
    /** All models of the provider accept videos, so its default model can be used for videos. */
    byEveryModel?: true;
    /**
     * Uploads videos larger than `inline` bytes.
     * @throws ModelError, the reason of the signal
     */
    upload?: (
      connection: Connection,
      video: VideoUpload,
    ) => Promise<{ data: ModelVideo["data"]; dispose: () => Promise<void> }>;
  };
};
