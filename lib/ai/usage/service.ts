export * as caps from "./caps";
export { assertTokenQuota, capOf, secondsUntil, usedByGroupThisMonth } from "./caps";
export { tokensOf } from "./count";
export * as publicChats from "./public-chats";
