export { documentOf } from "./document";
export { generatedFiles } from "./files";
