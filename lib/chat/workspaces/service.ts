export * as places from "./move-chats";
export * from "./workspaces";
