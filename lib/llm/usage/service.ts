export { getSecondsUntil } from "./periods";
export { findCost } from "./prices";
export * as publicChats from "./public-chats";
export { sumChatUse } from "./queries";
export * as caps from "./spending-limits";
export { CHARACTERS_PER_TOKEN, countTokens, estimateSpeechTokens } from "./token-estimates";
