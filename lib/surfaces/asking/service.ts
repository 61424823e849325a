/** Shared implementation of the compatible APIs: resolving models, asking them, and streaming replies. */
export * from "./ask";
export { asAppError } from "./failures";
export { createNoSuchModelError, listNames, type NamedModel, resolveModelName, toSeconds } from "./names";
export { Pictures } from "./pictures";
export { estimateTokens, requireShortText } from "./size";
export { toCallersTools, toExtraContent, toJsonFormat, toOpaque } from "./tools";
export { ConversationBuilder, type FieldPath } from "./turns";
export { type TurnPart, toToolAnswer, toUserTurn } from "./user-turn";
