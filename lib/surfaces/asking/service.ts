/** Shared implementation of the compatible APIs: resolving models, asking them, and streaming replies. */
export * from "./ask";
export { asAppError } from "./failures";
export { allNames, type Named, named, noSuchModel, seconds } from "./names";
export { Pictures } from "./pictures";
export { estimateTokens, requireShortText } from "./size";
export { toCallersTools, toExtraContent, toJsonFormat, toOpaque } from "./tools";
export { type Place, Turns } from "./turns";
export { type Part, toolAnswer, userTurn } from "./user-turn";
