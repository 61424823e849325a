export * as chats from "./chats";
export { sendInTempChatOfTask } from "./chats";
export * from "./tasks";
export * as use from "./use";
export { updateSome } from "./use";
