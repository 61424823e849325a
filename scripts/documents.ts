import { routes } from "@/app/api/v1/table";
import { generatedFiles } from "@/lib/surfaces/openapi/service";
import { configurationFiles } from "./configuration";

/** Documents that `npm run docs` writes, by path. */
export const files = { ...generatedFiles(routes), ...configurationFiles() };
