import { routes } from "@/app/api/v1/table";
import { generateFiles } from "@/lib/surfaces/openapi/service";
import { buildConfigurationFiles } from "./configuration";

export const files = { ...generateFiles(routes), ...buildConfigurationFiles() };
