export { keep } from "./keep";
export { retry } from "./retry";
export * from "./send";
export { sendVersion } from "./version";
