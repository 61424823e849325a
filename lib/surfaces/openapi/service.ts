export { generatedFiles } from "./files";
export { routeOf, type Specified, specifiedOperations } from "./specified";
export { tags } from "./tags";
