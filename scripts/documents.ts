import { routes } from "@/app/api/v1/table";
import { generatedFiles } from "@/lib/surfaces/openapi/service";
import { configurationFiles } from "./configuration";

/** Every document that `npm run docs` writes, by its path. */
export const files = { ...generatedFiles(routes), ...configurationFiles() };
