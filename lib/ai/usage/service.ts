export * as caps from "./caps";
export { CHARACTERS_OF_TOKEN, countTokens, spokenTokens } from "./count";
export { secondsUntil } from "./periods";
export * as publicChats from "./public-chats";
