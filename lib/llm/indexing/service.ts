export { getBacklog, getBehindSince } from "./backlog";
export {
  countUnspacedCharacters,
  hasWords,
  listCommandOptions,
  listJoinedNames,
  toIndexedText,
  toStorableText,
} from "./indexed-text";
export * from "./indexing";
export { detectLanguage } from "./language";
export * as switching from "./model-switch";
export { scheduleIndexing } from "./schedule";
export * as embeddingModels from "./status";
export { getStatus } from "./status";
export { buildSearchForms, stripDiacritics } from "./word-forms";
