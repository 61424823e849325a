export { generatedFiles } from "./files";
export { tags } from "./tags";
