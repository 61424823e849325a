export { getChatFor, getManageableChat } from "./access";
export * from "./chats";
export { create, type NewChat } from "./create";
export { getMailAddress, listAddressedChats } from "./mail-address";
export * from "./personal-settings";
export { getOrCreatePurposeChat } from "./purpose-chat";
