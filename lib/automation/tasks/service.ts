export * from "./chat-updates";
export * from "./chats-from-task";
export { saveAsTask } from "./save-as-task";
export * from "./tasks";
