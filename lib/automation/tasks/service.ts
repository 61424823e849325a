export * from "./chats";
export { saveAsTask } from "./save";
export * from "./tasks";
export * from "./use";
