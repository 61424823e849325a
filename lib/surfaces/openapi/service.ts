export { buildDocument } from "./document";
export { generatedFiles } from "./files";
