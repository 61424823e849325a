export { retry } from "./retry";
export * from "./send";
