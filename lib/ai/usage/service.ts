export * as caps from "./caps";
export { CHARACTERS_OF_TOKEN, countTokens, estimateSpeechTokens } from "./count";
export { getSecondsUntil } from "./periods";
export * as publicChats from "./public-chats";
