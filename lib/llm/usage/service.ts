export { getSecondsUntil } from "./periods";
export { findCost, listPrices, mapPrices, replacePrices, setPrice } from "./prices";
export * as publicChats from "./public-chats";
export { sumChatUse } from "./queries";
export type { ModelPrice, Price } from "./queries/prices";
export * as caps from "./spending-limits";
export { CHARACTERS_PER_TOKEN, countTokens, estimateSpeechTokens } from "./token-estimates";
