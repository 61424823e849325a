export * from "./ask-assistant";
export { ConversationBuilder, type FieldPath } from "./conversation-builder";
export { toAppError } from "./model-errors";
export {
  createNoSuchModelError,
  listNames,
  type NamedModel,
  resolveModelName,
  toSeconds,
} from "./model-names";
export { Pictures } from "./pictures";
export { estimateTokens, requireShortText } from "./token-estimate";
export { toCallersTools, toExtraContent, toJsonFormat, toOpaque } from "./tools";
export { type TurnPart, toToolAnswer, toUserTurn } from "./user-turn";
