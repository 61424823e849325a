export { continueReply } from "./continue-reply";
export { retry } from "./retry";
export * from "./send";
export { sendVersion } from "./send-version";
export { chooseReply } from "./store-message";
