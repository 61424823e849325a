export { parseId } from "./catalog";
export { DISCOVERED, environmentConnections, installedProviders } from "./connections";
export { summarise } from "./document-finder/summary";
export { embedOnce } from "./document-finder/vectors";
export { chooseEmbedder, embedderNamed, embedderTraits } from "./embedding-choice";
export { type Embedder, LONGEST_TEXT } from "./embeddings";
export { chooseModel, listModels, streamReply, usualModel } from "./language";
export { tryAgain } from "./local/fetching";
export { stateOf } from "./local/folder";
export {
  isLocalId,
  LOCAL_EMBEDDING_MODELS,
  type LocalEmbeddingModel,
  localEmbeddingModel,
  localId,
} from "./local/registry";
export { hearOffline } from "./offline-speech";
export { argumentsOf } from "./prompt";
export { providerKinds } from "./providers/registry";
export { hasReranker, rerank } from "./rerank";
export { chooseSpeaker } from "./speaking";
export { testConnection } from "./test-connection";
export { chooseHearing, type Hearing, hasSpeech, type Recording } from "./transcription";
export {
  type Connection,
  type ModelChoice,
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type Sampling,
  type SamplingName,
  type Segment,
  type ToolCall,
} from "./types";
export { takesVideos, videoConnection, videoFor } from "./video";
