export { buildDocument } from "./document";
export { generateFiles } from "./files";
