export { backlog, behindSince } from "./backlog";
export { formsOfSearched, unmarked } from "./forms";
export * from "./indexing";
export { detectLanguage } from "./language";
export { scheduleIndexing } from "./schedule";
export * as embeddingModels from "./status";
export { status } from "./status";
export * as switching from "./switching";
export { hasWords, joinedNames, optionsIn, paired, storable, unspacedLength } from "./words";
