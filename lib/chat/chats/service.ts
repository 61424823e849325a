export { chatFor, manageableChatFor } from "./access";
export * from "./chats";
export { create, type NewChat } from "./create";
export { addressOf, chatsAddressed } from "./mail-address";
export * from "./mine";
export { getOrCreatePurposeChat } from "./purpose-chat";
