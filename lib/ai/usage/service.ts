export * as caps from "./caps";
export { spokenTokens, tokensOf } from "./count";
export { secondsUntil } from "./periods";
export * as publicChats from "./public-chats";
