export * as caps from "./caps";
export { capOf, requireLeft, secondsUntil, usedByGroupThisMonth } from "./caps";
export { tokensOf } from "./count";
export * as publicChats from "./public-chats";
