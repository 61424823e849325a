export { parseId } from "./catalog";
export { DISCOVERED, environmentConnections, expectedConnections, installedProviders } from "./connections";
export { summarise } from "./document-finder/summary";
export { embedOnce } from "./document-finder/vectors";
export { chooseEmbedder, embedderNamed, isEnglishOnly } from "./embedding-choice";
export { getSureCosine, SURE, toLikeness } from "./embedding-likeness";
export { type Embedder, MAX_EMBEDDED_LENGTH } from "./embeddings";
export { hearingStatus } from "./hearing-status";
export { chooseModel, listModels, listProblems, streamReply, usualModel } from "./language";
export { tryAgain } from "./local/fetching";
export { getDownloadProgress, sumModelBytes } from "./local/folder";
export {
  isLocalId,
  LOCAL_EMBEDDING_MODELS,
  type LocalEmbeddingModel,
  localEmbeddingModel,
  localId,
} from "./local/registry";
export { hearOffline } from "./offline-speech";
export { makePicture, type PictureShape, pictureModelNamed, pictureModels, SHAPES } from "./pictures";
export { parseArguments, withoutImages } from "./prompt";
export { providerKinds } from "./providers/registry";
export { hasReranker, rerank } from "./rerank";
export { chooseSpeaker } from "./speaking";
export { testConnection } from "./test-connection";
export type { ReportedTimes, ToldStretch } from "./told-times";
export {
  chooseHearing,
  type Hints,
  hasSpeech,
  hearingNames,
  type KnownVoice,
  MAX_VOICES,
  type Recording,
  type SpeechEngine,
} from "./transcription";
export {
  type CallPiece,
  type Connection,
  type JsonFormat,
  type LeftOut,
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
} from "./types";
export { takesVideos, videoConnection, videoFor } from "./video";
