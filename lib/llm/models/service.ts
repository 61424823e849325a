export { getConnectionId, parseId } from "./catalog";
export {
  downloadModel,
  isConnected,
  listEnvironmentConnections,
  listExpectedConnections,
  listInstalledProviders,
} from "./connections";
export { chooseEmbedder, getEmbedder, isEnglishOnly } from "./embedding-choice";
export { getSureCosine, RELATED_SIMILARITY, toLikeness } from "./embedding-likeness";
export { type Embedder, MAX_EMBEDDED_LENGTH } from "./embeddings";
export { summarise } from "./extractive-answers/summary";
export { embedOnce } from "./extractive-answers/vectors";
export {
  listPictureModels,
  makePicture,
  makesPictures,
  type PictureShape,
  SHAPES,
} from "./image-generation";
export { findKnownModel } from "./known-models";
export {
  chooseModel,
  findModelOfConnection,
  listModels,
  listProblems,
  listUsualModels,
  streamReply,
} from "./language";
export { tryAgain } from "./local/fetching";
export { getDownloadProgress, sumModelBytes } from "./local/folder";
export {
  findLocalEmbeddingModel,
  isLocalId,
  LOCAL_EMBEDDING_MODELS,
  type LocalEmbeddingModel,
  toLocalId,
} from "./local/registry";
export { transcribeOffline } from "./offline-speech";
export { parseArguments, withoutImages } from "./prompt-messages";
export { providerKinds } from "./providers/registry";
export type { ReportedSpan, ReportedTimes } from "./reported-times";
export { hasReranker, rerank } from "./rerank";
export { chooseSpeaker } from "./speech-synthesis";
export { testConnection } from "./test-connection";
export {
  chooseSpeechEngine,
  type Hints,
  hasSpeech,
  type KnownVoice,
  listSpeechEngineNames,
  MAX_VOICES,
  type Recording,
  type SpeechEngine,
} from "./transcription";
export { getTranscriptionStatus } from "./transcription-status";
export {
  type CallPiece,
  type Connection,
  type JsonFormat,
  type ModelChoice,
  ModelError,
  type ModelEvent,
  type ModelImage,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type Sampling,
  type Segment,
  type ToolCall,
  type ToolChoice,
  type UnsupportedParameter,
} from "./types";
export { findVideoConnection, hasVideoSupport, prepareVideo } from "./video";
