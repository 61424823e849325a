export * from "./branches";
