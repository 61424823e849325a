export { chatFor, manageableChatFor } from "./access";
export * from "./chats";
export { create, type NewChat } from "./create";
export { chatsAddressed, getMailAddress } from "./mail-address";
export * from "./mine";
export { getOrCreatePurposeChat } from "./purpose-chat";
