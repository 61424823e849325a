export { getBacklog, getBehindSince } from "./backlog";
export { listSearchForms, stripDiacritics } from "./forms";
export * from "./indexing";
export { detectLanguage } from "./language";
export { scheduleIndexing } from "./schedule";
export * as embeddingModels from "./status";
export { getStatus } from "./status";
export * as switching from "./switching";
export {
  countUnspacedCharacters,
  hasWords,
  listCommandOptions,
  listJoinedNames,
  toIndexedText,
  toStorableText,
} from "./words";
