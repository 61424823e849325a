export { getChatFor, getManageableChat } from "./access";
export * from "./chats";
export { create, isWorkspaceUsable, type NewChat } from "./create";
export { getMailAddress, listAddressedChats } from "./mail-address";
export * from "./personal-settings";
export { getOrCreatePurposeChat } from "./purpose-chat";
export { markIfLarge, updateLargeMemberships } from "./queries/large-chats";
export { recordChange, rememberChat, takeRecentChat } from "./recent-chats";
