import { routes } from "@/app/api/v1/table";
import { generatedFiles } from "@/lib/surfaces/openapi/service";
import { configurationFiles } from "./configuration";

export const files = { ...generatedFiles(routes), ...configurationFiles() };
