export * from "./chats";
export * from "./tasks";
export * from "./use";
